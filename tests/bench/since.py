"""This commit beside the first release, measured in one run: ``python -m tests.bench.since``.

The release is checked out beside the sources for as long as it takes. Both measure the same
sections with their own commands, in turns; the figures are the means of the rounds.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean

from tests.bench.machine import COMPILED, commit
from tests.bench.page import table

RELEASE, RELEASE_COMMIT = "0.1.0", "1805da5b"
SECTIONS = ("Speed of the games", "From a press to the bus", "Start")
ROUNDS = 2
HERE = Path(__file__).parents[2]

FIGURE = re.compile(r"([\d,.]+)(/s| ms)")
"""Bare numbers are left out: they count what was measured, or compare it within its page."""

Figure = tuple[str, str]
"""The row and the column of a figure."""
Measured = tuple[float, str]
"""A number and its unit."""


def rows(sections: Sequence[str] = SECTIONS, rounds: int = ROUNDS) -> Iterator[Sequence[str]]:
    """The head, and a row for each figure that both trees measure, each ``rounds`` times."""
    yield ("section", "figure", RELEASE, f"commit {commit()}", "times")
    with _released() as tree:
        for section in sections:
            pages = [(_measured(tree, section), _measured(HERE, section)) for _ in range(rounds)]
            then, now = (_means(side) for side in zip(*pages, strict=True))
            for figure in [figure for figure in then if figure in now]:
                yield (section, ", ".join(figure), *_compared(then[figure], now[figure]))


def _compared(then: Measured, now: Measured) -> Sequence[str]:
    """Both figures, and the second divided by the first."""
    return (*(_cell(*each) for each in (then, now)), f"{now[0] / then[0]:.2f}")


def _cell(value: float, unit: str) -> str:
    return f"{value:,.0f}{unit}" if value >= 100 else f"{value:.1f}{unit}"


@contextmanager
def _released() -> Iterator[Path]:
    """A folder with the sources of the release, for the time of the block."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, RELEASE)
        _git("worktree", "add", "--detach", "--quiet", str(tree), RELEASE_COMMIT)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=HERE, check=True)


def _measured(tree: Path, section: str) -> str:
    """The page that the sources in ``tree`` print about a ``section``."""
    command = (sys.executable, "-m", "tests.bench", "--section", section)
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
