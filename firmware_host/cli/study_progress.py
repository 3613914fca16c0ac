"""Show how far a study is, and how long it will still take."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware_host.stats.studies.running import Notify, StudyProgress

Clock = Callable[[], float]


class TimeLeft:
    """Estimates how long a study takes, by the games since it was ``begun`` at a time."""

    def __init__(self, begun: StudyProgress, now: float) -> None:
        self._begun, self._start = begun, now

    def words(self, progress: StudyProgress, now: float) -> str:
        """Return how long it will still take, and how long at most.

        >>> begun = StudyProgress(played=100, expected=500, most=900, done=0, cells=3)
        >>> left = TimeLeft(begun, now=0.0)
        >>> left.words(StudyProgress(200, 400, 800, 1, 3), now=60.0)
        'about 4 min left, at most 8 min'
        """
        played = progress.played - self._begun.played
        if not played:
            return "time left: not known yet"
        pace = (now - self._start) / played
        about, most = minutes(pace * progress.expected), minutes(pace * progress.most)
        return f"about {about} left" + (f", at most {most}" if most != about else "")


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


@contextmanager
def shown(begun: StudyProgress, clock: Clock) -> Iterator[Notify]:
    """Show progress on the standard error if it is a terminal; yield what to call after a task."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    left = TimeLeft(begun, clock())
    try:
        from rich.console import Console
    except ImportError:
        yield lambda progress: _line(progress, left.words(progress, clock()))
        print(file=sys.stderr)
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(_words(begun), total=None, left="")

        def update(progress: StudyProgress) -> None:
            bar.update(
                task,
                description=_words(progress),
                completed=progress.played,
                total=progress.played + progress.expected,
                left=left.words(progress, clock()),
            )

        yield update


def _words(progress: StudyProgress) -> str:
    return f"{progress.played} games, {progress.done} of {progress.cells} cells"


def _line(progress: StudyProgress, left: str) -> None:
    print(f"\r{_words(progress)}, {left}   ", end="", file=sys.stderr, flush=True)
