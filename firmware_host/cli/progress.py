"""Show how far long work is, on the standard error if that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from firmware_host.text.terminal import is_live

Done = TypeVar("Done")


class ProgressLine(NamedTuple):
    """What is shown: ``words``, a bar for ``done`` of ``total``, and how much time is ``left``."""

    words: str
    done: float
    total: float
    left: str


@contextmanager
def shown(begun: Done, line: Callable[[Done], ProgressLine]) -> Iterator[Callable[[Done], None]]:
    """Show the ``line`` of what is ``begun``; yield what to call with what is done since.

    Without rich the line has no bar.
    """
    if not is_live(sys.stderr):
        yield lambda done: None
        return
    try:
        from rich.console import Console
    except ImportError:
        yield lambda done: _print(line(done))
        print(file=sys.stderr)
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", left="")

        def update(done: Done) -> None:
            words, count, total, left = line(done)
            bar.update(task, description=words, completed=count, total=total, left=left)

        update(begun)
        yield update


def _print(line: ProgressLine) -> None:
    print(f"\r{line.words}, {line.left}   ", end="", file=sys.stderr, flush=True)


def minutes(seconds: float) -> str:
    """Return a time in words.

    >>> minutes(42), minutes(150), minutes(9000)
    ('42 s', '2 min', '2 h 30 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    hours, rest = divmod(whole // 60, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"
