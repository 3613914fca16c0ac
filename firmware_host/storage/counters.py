"""The figures of a day: games begun, finished and abandoned, their length, and restarts.

A game counts on the day on which it began. The figures do not say who played, or what.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import asdict, replace

from firmware_host.storage.history import GameSummary

TIMES: Final = 100
"""The number of playing times of a day that are kept for the median. Games of three minutes reach
it in five hours."""


class Day(NamedTuple):
    """A day in ISO 8601, and what happened on it.

    ``median_minutes`` is the median of the finished games, None if no time is known. ``restarts``
    are all starts of the program; ``lost_power`` are those after a run that did not end properly.
    """

    day: str
    begun: int
    finished: int
    abandoned: int
    median_minutes: float | None
    restarts: int
    lost_power: int


class Figures(Struct, frozen=True):
    """The figures of a day; ``seconds`` has up to :data:`TIMES` playing times of finished games."""

    begun: int = 0
    finished: int = 0
    abandoned: int = 0
    restarts: int = 0
    lost_power: int = 0
    seconds: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: GameSummary) -> Self:
        """Return the figures of a single ``game``."""
        return cls(
            begun=1,
            finished=int(game.ending == "finished"),
            abandoned=int(game.ending == "abandoned"),
            seconds=() if game.seconds is None else (game.seconds,),
        )

    def plus(self, other: Self) -> Self:
        """Return the sum of both.

        >>> Figures(begun=2, seconds=(60,)).plus(Figures(begun=1, seconds=(90,))).day("2026-03-09")
        Day(day='2026-03-09', begun=3, ..., median_minutes=1.2, restarts=0, lost_power=0)
        """
        sums = {name: mine + getattr(other, name) for name, mine in asdict(self).items()}
        return replace(self, **{**sums, "seconds": sums["seconds"][:TIMES]})

    def minus(self, game: Self) -> Self:
        """Return the figures without those of a single ``game`` that they include.

        >>> Figures(begun=2, abandoned=1, seconds=(60,)).minus(Figures(begun=1, abandoned=1))
        Figures(begun=1, finished=0, abandoned=0, restarts=0, lost_power=0, seconds=(60,))
        """
        seconds = list(self.seconds)
        for taken in game.seconds:
            if taken in seconds:
                seconds.remove(taken)
        counts = ("begun", "finished", "abandoned")
        less = {name: max(0, getattr(self, name) - getattr(game, name)) for name in counts}
        return replace(self, **less, seconds=tuple(seconds))

    def day(self, day: str) -> Day:
        """Return the figures as shown for ``day``; minutes are rounded to a tenth."""
        minutes = _median_minutes(self.seconds) if self.seconds else None
        counts = (self.begun, self.finished, self.abandoned)
        return Day(day, *counts, minutes, self.restarts, self.lost_power)


def _median_minutes(seconds: Sequence[int]) -> float:
    from statistics import median  # a start needs none

    return round(median(seconds) / 60, 1)


Days = Mapping[str, Figures]


def add(days: Days, day: str, figures: Figures) -> Days:
    """Return ``days`` with ``figures`` added to ``day``."""
    return {**days, day: days.get(day, Figures()).plus(figures)}


def add_games(days: Days, games: Iterable[GameSummary]) -> Days:
    """Return ``days`` with ``games`` counted."""
    for game in games:
        days = add(days, game.day, Figures.of(game))
    return days


def tomorrow(today: str) -> str:
    """Return the day after ``today``: clocks and time zones may differ by as much.

    >>> tomorrow("2026-12-31"), tomorrow("9999-12-31")
    ('2027-01-01', '9999-12-31')
    """
    day = date.fromisoformat(today)
    return (day + timedelta(day < date.max)).isoformat()


def until(days: Iterable[Day], today: str) -> tuple[Day, ...]:
    """Return those of ``days`` that are not after tomorrow: others are of a clock that was ahead.

    >>> [day.day for day in until([Day("2036-03-09", *[0] * 6)], "2026-03-09")]
    []
    """
    latest = tomorrow(today)
    return tuple(day for day in days if day.day <= latest)


def newest_last(days: Iterable[Day], today: str) -> tuple[Day, ...]:
    """Return ``days``, the newest last; those of a clock that was ahead come before all others."""
    latest = tomorrow(today)
    return tuple(sorted(days, key=lambda day: (day.day <= latest, day.day)))


def csv_text(days: Iterable[Day]) -> str:
    """Return ``days`` as comma-separated values with a header; an unknown median is empty.

    >>> print(csv_text([Day("2026-03-09", 3, 2, 1, 12.5, 1, 0)]), end="")
    day,begun,finished,abandoned,median_minutes,restarts,lost_power
    2026-03-09,3,2,1,12.5,1,0
    """
    import csv

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Day._fields)
    writer.writerows(days)
    return text.getvalue()


def table_text(days: Sequence[Day]) -> str:
    """Return ``days`` as a table for a terminal.

    >>> print(table_text([Day("2026-03-09", 3, 2, 1, None, 1, 0)]), end="")
    day         begun  finished  abandoned  median minutes  restarts  lost power
    2026-03-09      3         2          1               -         1           0
    """
    names = [name.replace("_", " ") for name in Day._fields]
    widths = [len("2026-03-09"), *(len(name) + 1 for name in names[1:])]
    rows = [names, *(["-" if value is None else str(value) for value in day] for day in days)]
    lines = (
        " ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )
    return "".join(f"{line}\n" for line in lines)
