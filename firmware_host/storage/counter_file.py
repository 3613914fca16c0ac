"""The counters of a state folder: a file of days, and the games in the journal after it.

The file ``counters`` has lines as :mod:`firmware_host.storage.records` writes them: a header, then
a day a line, the newest first::

    ... {"before":12,"counters":1,"running":true}
    ... {"abandoned":1,"begun":4,"day":"2026-03-09",...,"seconds":"612 433 587"}

It holds every game whose session has a number below ``before``; the games from there on are read
from the journal. So a game counts once, whatever is removed, however often it is counted anew.
``running`` stands from a start to the clean end after it. The file is only ever replaced whole.
"""

import errno
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Final, TypeGuard

from firmware_host.errors import reason
from firmware_host.storage.counters import TIMES, Day, Days, Figures, added, counted
from firmware_host.storage.endings import Wanted, endings, iso_day
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from firmware_host.storage.records import Record, decode, encode
from firmware_host.storage.segments import read_header

NAME: Final = "counters"
UNREADABLE: Final = f"{NAME}.unreadable"
FORMAT: Final = 1
MOST_DAYS: Final = 1000
LINE_LIMIT: Final = 4096
"""Bytes of a line: a day with all its times takes less than a third."""

MOST: Final = 10**9
"""No count and no number of a session is larger."""

COUNTS: Final = ("begun", "finished", "abandoned", "restarts", "lost_power")
TRIES: Final = 5

LASTING: Final = (errno.EIO, errno.EISDIR)
"""What keeps a file from being read for ever."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Contents:
    """What the file tells: its ``days``, what they come ``before``, and if a run had no end.

    ``fault`` says why not all of it could be read.
    """

    days: Days = field(default_factory=dict)
    before: int = 0
    is_running: bool = False
    fault: str | None = None

    def lacks(self, session: int, day: str) -> bool:
        """Whether a game begun on ``day`` is to be looked up in the journal."""
        return session >= self.before or (self.fault is not None and day not in self.days)

    def data(self) -> bytes:
        """The file that tells it."""
        header = {"counters": FORMAT, "before": self.before, "running": self.is_running}
        days = reversed([*newest(self.days).items()])
        return b"".join(map(encode, [header, *(_record(*each) for each in days)]))


class Counters:
    """The counters of the table whose journal is in ``folder``.

    A method that writes raises OSError if it could not; a later call makes up for it.
    :attr:`fault` is a sentence about what could not be read, None if all could.
    """

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE) -> None:
        self.fault: str | None = None
        self._folder, self._storage = folder, storage

    @property
    def before(self) -> int:
        """The number of the first session that the file does not hold."""
        return _before(read_header(self._storage, self._folder / NAME))

    def days(self) -> tuple[Day, ...]:
        """The days on which something happened, the newest last; nothing is written.

        Another program may be playing: all is read again when that one has counted meanwhile.
        """
        days: Days = {}
        try:
            for _ in range(TRIES):
                kept = self._read()
                days, self.fault = self._with_games(kept.days, kept.lacks), kept.fault
                if self._read() == kept:
                    break
        except OSError as error:
            self.fault = f"the counters in {self._folder} cannot be read: {reason(error)}"
        return tuple(figures.day(day) for day, figures in newest(days).items())

    def count(self, before: int) -> None:
        """Take the games of all sessions below the number ``before`` into the file."""
        kept = self._sound()
        if kept.before < before:
            new = range(kept.before, before)
            days = self._with_games(kept.days, lambda session, day: session in new)
            if days:
                self._write(replace(kept, days=days, before=before))

    def start(self, today: str) -> None:
        """Note that the program starts ``today``, a day as ISO 8601 writes it."""
        kept = self._sound()
        figures = Figures(restarts=1, lost_power=int(kept.is_running))
        self._write(replace(kept, days=added(kept.days, today, figures), is_running=True))

    def end(self) -> None:
        """Note that the program ends as it should."""
        self._write(replace(self._sound(), is_running=False))

    def _sound(self) -> Contents:
        """What the file tells; one that is damaged is set aside and made anew."""
        self.fault, kept = None, self._read()
        if kept.fault is None:
            return kept
        days = self._with_games(
            kept.days, lambda session, day: session < kept.before and day not in kept.days
        )
        self.fault = f"{kept.fault}: it is made anew and kept as {UNREADABLE}"
        self._storage.rename(self._folder / NAME, UNREADABLE)
        sound = replace(kept, days=days, fault=None)
        self._write(sound)
        return sound

    def _with_games(self, days: Days, is_wanted: Wanted) -> Days:
        return counted(days, endings(self._storage, self._folder, is_wanted))

    def _read(self) -> Contents:
        try:
            with self._storage.read(self._folder / NAME) as file:
                return _told(file.readline(LINE_LIMIT) for _ in range(MOST_DAYS + 2))
        except FileNotFoundError:
            return Contents()
        except OSError as error:
            if error.errno not in LASTING:
                raise
            return Contents(fault=f"{NAME} cannot be read: {reason(error)}")

    def _write(self, kept: Contents) -> None:
        replace_file(self._storage, self._folder, NAME, kept.data())


@contextmanager
def noted_run(counters: Counters, today: str) -> Iterator[None]:
    """Note that the program runs while the ``with`` block does; a card that fails is logged."""
    _attempt(lambda: counters.start(today))
    try:
        yield
    finally:
        _attempt(counters.end)


def newest(days: Days) -> Days:
    """The newest :data:`MOST_DAYS` of ``days``, in order."""
    return dict(sorted(days.items())[-MOST_DAYS:])


def _attempt(note: Callable[[], None]) -> None:
    try:
        note()
    except OSError as error:
        log.warning("a start or an end of the program is not counted: %s", reason(error))


def _told(lines: Iterator[bytes]) -> Contents:
    header = decode(next(lines)) or {}
    if header.get("counters") != FORMAT:
        return Contents(fault=f"{NAME} does not begin like counters of format {FORMAT}")
    kept = Contents(before=_before(header), is_running=header.get("running") is True)
    days: dict[str, Figures] = {}
    for line in takewhile(bool, lines):
        record = decode(line) or {}
        day, figures = iso_day(record.get("day")), _figures(record)
        if day is None or figures is None or day in days or len(days) == MOST_DAYS:
            return replace(kept, days=days, fault=f"{NAME} ends in something that is no day")
        days[day] = figures
    return replace(kept, days=days)


def _figures(record: Record) -> Figures | None:
    values = [record.get(name) for name in COUNTS]
    counts = [value for value in values if _is_count(value)]
    words = str(record.get("seconds", "")).split()
    times = [int(word) for word in words if word.isascii() and word.isdecimal()]
    if len(counts) < len(COUNTS) or len(times) < len(words) or not all(map(_is_count, times)):
        return None
    return Figures(**dict(zip(COUNTS, counts, strict=True)), seconds=tuple(times[:TIMES]))


def _record(day: str, figures: Figures) -> Record:
    seconds = " ".join(map(str, figures.seconds))
    return {"day": day, **{name: getattr(figures, name) for name in COUNTS}, "seconds": seconds}


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MOST


def _before(header: Record) -> int:
    before = header.get("before")
    return before if _is_count(before) else 0
