"""This commit beside earlier releases, measured in one run: ``python -m tests.bench.since``.

The releases are checked out beside the sources for as long as it takes. All measure the same
sections with their own commands, in turns; the figures are the means of the rounds. What the last
release cannot measure by itself, it is measured with: see :mod:`tests.bench.followed`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import mean

from tests.bench.machine import COMPILED, commit
from tests.bench.page import table

RELEASES: Mapping[str, str] = {"0.1.0": "1805da5b", "0.2.0": "57965817"}
"""Their commits, the last one at the end."""
RELEASE = [*RELEASES][-1]
SECTIONS = ("Speed of the games", "From a press to the bus", "Start", "Rest")
ROUNDS = 2
HERE = Path(__file__).parents[2]
FOLLOWED = HERE / "tests" / "bench" / "followed.py"

FIGURE = re.compile(r"([\d,.]+)(/s| ms| MiB)")
"""Bare numbers are left out: they count what was measured, or compare it within its page."""

CLOCKED = ("followers", "seen")
"""What of a followed page is measured on the clock."""

Figure = tuple[str, str]
"""The row and the column of a figure."""
Measured = tuple[float, str]
"""A number and its unit."""


def rows(sections: Sequence[str] = SECTIONS, rounds: int = ROUNDS) -> Iterator[Sequence[str]]:
    """The head, and a row for each figure that a release has too, measured ``rounds`` times."""
    times = (f"times {release}" for release in RELEASES)
    yield ("section", "figure", *RELEASES, f"commit {commit()}", *times)
    with ExitStack() as stack:
        trees = [*(stack.enter_context(released(each)) for each in RELEASES), HERE]
        for section in sections:
            pages = [[_measured(tree, section) for tree in trees] for _ in range(rounds)]
            *then, now = (_means(side) for side in zip(*pages, strict=True))
            for figure, measured in now.items():
                before = [each.get(figure) for each in then]
                if any(before):
                    yield (section, ", ".join(figure), *_beside(before, measured))


def _beside(then: Sequence[Measured | None], now: Measured) -> Sequence[str]:
    """All figures, and the last divided by each before it; nothing where one is missing."""
    cells = (_cell(*each) if each else "" for each in then)
    times = (f"{now[0] / each[0]:.2f}" if each else "" for each in then)
    return (*cells, _cell(*now), *times)


def _compared(then: Measured, now: Measured) -> Sequence[str]:
    """Both figures, and the second divided by the first."""
    return _beside([then], now)


def _cell(value: float, unit: str) -> str:
    places = 0 if value >= 100 else 1 if value >= 1 else 3
    return f"{value:,.{places}f}{unit}"


def followed_rows(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """The head, and rows about what it takes to follow a table, by the release and this commit."""
    yield ("", RELEASE, f"commit {commit()}", "times")
    with released() as tree:
        for what, word, label in _followed(names):
            then, now = (_followed_by(each, what, word) for each in (tree, HERE))
            if not (then and now):
                said = ["ended with an error" if not each else "" for each in (then, now)]
                yield (f"{what} {word}", *said, "")
            for name in [name for name in then if name in now]:
                text, unit = label(name)
                yield (text, *_compared((then[name], unit), (now[name], unit)))


Label = Callable[[str], tuple[str, str]]
"""Returns the words for a figure by its name, and its unit."""


def _followed(names: Sequence[str]) -> Iterator[tuple[str, str, Label]]:
    """Yield what is measured: the words for the command line, and how figures are called."""
    for game in names:
        yield "bytes", game, partial(_of_length, game)
    for count in (100, 1000):
        yield "followers", f"{count}", partial(_of_followers, count)
    for game in names:
        yield "seen", game, partial(_of_browser, game)
        yield "wire", game, partial(_of_wire, game)


def _of_length(game: str, actions: str) -> tuple[str, str]:
    return f"{game}: an action, after {actions} of them", " bytes"


def _of_followers(count: int, name: str) -> tuple[str, str]:
    is_late = name == "last"
    text = "the last of them has a picture after" if is_late else "processor, a change"
    return f"{count} followers: {text}", " s" if is_late else " ms"


def _of_browser(game: str, name: str) -> tuple[str, str]:
    words = {"paint": "first paint", "board": "the board is there", "tap": "a touch is shown"}
    return f"{game}: {words[name]}", " ms"


def _of_wire(game: str, name: str) -> tuple[str, str]:
    return f"{game}: a whole value, {name}", " bytes" if name == "bytes" else " ms"


def _followed_by(tree: Path, what: str, word: str) -> Mapping[str, float]:
    """What the program in ``tree`` takes to be followed; empty if it could not be measured."""
    command = (sys.executable, str(FOLLOWED), what, word)
    try:
        found: Mapping[str, float] = json.loads(_output((*_ahead(what), *command), tree))
    except subprocess.CalledProcessError:
        return {}
    return found


def _ahead(what: str) -> Sequence[str]:
    """What lets a measure on the clock go before other work, if root asks for it."""
    may = what in CLOCKED and os.geteuid() == 0 and shutil.which("chrt")
    return ("chrt", "--rr", "1") if may else ()


@contextmanager
def released(release: str = RELEASE) -> Iterator[Path]:
    """A folder with the sources of a ``release``, for the time of the block."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, release)
        _git("worktree", "add", "--detach", "--quiet", str(tree), RELEASES[release])
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=HERE, check=True)


def _measured(tree: Path, section: str) -> str:
    """The page that the sources in ``tree`` print about a ``section``."""
    return _output((sys.executable, "-m", "tests.bench", "--section", section), tree)


def _output(command: Sequence[str], tree: Path) -> str:
    """What ``command`` prints with the sources in ``tree``."""
    environment = os.environ | COMPILED | {"PYTHONPATH": str(tree)}
    return subprocess.run(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def _means(pages: Sequence[str]) -> Mapping[Figure, Measured]:
    """The mean of each figure over ``pages``, in the order of the first page."""
    read = [figures(page) for page in pages]
    return {
        figure: (mean(page[figure][0] for page in read), unit)
        for figure, (_, unit) in read[0].items()
    }


def figures(page: str) -> Mapping[Figure, Measured]:
    """The figures in the table on ``page``, each with its unit, by row and column.

    >>> figures("| game | p99 |\\n|---|---|\\n| squadro | 5.4 ms |")
    {('squadro', 'p99'): (5.4, ' ms')}
    """
    head, _, *body = (line[2:-2].split(" | ") for line in page.splitlines() if line.startswith("|"))
    return {
        (row, column): (float(found[1].replace(",", "")), found[2])
        for row, *cells in body
        for column, cell in zip(head[1:], cells, strict=True)
        if (found := FIGURE.fullmatch(cell))
    }


if __name__ == "__main__":
    for line in table(rows()):
        print(line, flush=True)
