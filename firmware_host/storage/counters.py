"""What a table did day by day: games begun, finished and abandoned, their length, restarts.

A game counts on the day on which it was begun. Nothing here tells who played, or what.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Final, NamedTuple, Self

from firmware_host.storage.endings import Ended

TIMES: Final = 100
"""How many times a day are kept for the median: a game of three minutes is played so often in
five hours."""


class Day(NamedTuple):
    """A day as ISO 8601 writes it, and what happened on it.

    ``median_minutes`` is of the games that were finished, None if no time of one is known;
    ``restarts`` are all starts of the program, ``lost_power`` those that found the run before
    without an end.
    """

    day: str
    begun: int
    finished: int
    abandoned: int
    median_minutes: float | None
    restarts: int
    lost_power: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What is kept of a day; ``seconds`` are those of its finished games, :data:`TIMES` at most."""

    begun: int = 0
    finished: int = 0
    abandoned: int = 0
    restarts: int = 0
    lost_power: int = 0
    seconds: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Ended) -> Self:
        """The figures of a single ``game``."""
        return cls(
            begun=1,
            finished=int(game.ending == "finished"),
            abandoned=int(game.ending == "abandoned"),
            seconds=() if game.seconds is None else (game.seconds,),
        )

    def plus(self, other: Self) -> Self:
        """Both together.

        >>> Figures(begun=2, seconds=(60,)).plus(Figures(begun=1, seconds=(90,))).day("2026-03-09")
        Day(day='2026-03-09', begun=3, ..., median_minutes=1.2, restarts=0, lost_power=0)
        """
        sums = {name: mine + getattr(other, name) for name, mine in asdict(self).items()}
        return replace(self, **{**sums, "seconds": sums["seconds"][:TIMES]})

    def day(self, day: str) -> Day:
        """What people are told of ``day``; minutes to a tenth."""
        minutes = round(median(self.seconds) / 60, 1) if self.seconds else None
        counts = (self.begun, self.finished, self.abandoned)
        return Day(day, *counts, minutes, self.restarts, self.lost_power)


Days = Mapping[str, Figures]

NOTHING: Final = Figures()


def added(days: Days, day: str, figures: Figures) -> Days:
    """``days`` with ``figures`` more on ``day``."""
    return {**days, day: days.get(day, NOTHING).plus(figures)}


def counted(days: Days, games: Iterable[Ended]) -> Days:
    """``days`` with ``games`` more."""
    for game in games:
        days = added(days, game.day, Figures.of(game))
    return days


def csv_text(days: Iterable[Day]) -> str:
    """``days`` as comma-separated values, with a header; an unknown median is empty.

    >>> print(csv_text([Day("2026-03-09", 3, 2, 1, 12.5, 1, 0)]), end="")
    day,begun,finished,abandoned,median_minutes,restarts,lost_power
    2026-03-09,3,2,1,12.5,1,0
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Day._fields)
    writer.writerows(days)
    return text.getvalue()


def table_text(days: Sequence[Day]) -> str:
    """``days`` as a table for people.

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
