"""The counters of a table: the figures of its days, in a file, and the newer games in the journal.

The figures are games begun, finished and abandoned, their length, and restarts. A game counts on
the day on which it began. The figures do not say who played, or what.

The file ``counters`` has lines as :mod:`firmware_host.storage.records` writes them: a header, then
one line for each day, the newest first::

    ... {"before":12,"counters":1,"running":true}
    ... {"abandoned":1,"begun":4,"day":"2026-03-09",...,"seconds":"612 433 587"}

It includes every game whose session has a number below ``before``, apart from those in ``open``,
which are gone on with; these and the later games are read from the journal. So a game counts
exactly once, whatever is removed from the journal, however often the games are counted, and however
often a game was left and resumed. ``running`` is true from a start of the program until it ends
properly. The file is always replaced as a whole.

The staff get the counters as a file on a USB stick, too.
"""

import errno
import io
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple, Self, TypeGuard

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from firmware_host.base.errors import reason
from firmware_host.setup.paths import USB_DEVICE, USB_FOLDER, USB_LABEL
from firmware_host.storage.filesystem import OS_STORAGE, Storage, read_again, replace_file
from firmware_host.storage.history import GameSummary, IsWanted, Spread, game_summaries, iso_day
from firmware_host.storage.records import JournalRecord, Value, decode, encode
from firmware_host.storage.segments import UnreadableFileError, free_name, read_header
from games.message import Message, msg

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


NAME: Final = "counters"
UNREADABLE: Final = f"{NAME}.unreadable"
FORMAT: Final = 1
MAX_DAYS: Final = 1000
LINE_LIMIT: Final = 4096
"""Bytes of a line; a day with all its times takes less than a third."""

MAX_COUNT: Final = 10**9
"""The largest credible count or number of a session."""

MAX_OPEN: Final = 100
"""More sessions than can be gone on with between two counts."""

LAST_DAY: Final = "9999-12-31"
COUNTS: Final = ("begun", "finished", "abandoned", "restarts", "lost_power")
TRIES: Final = 5
"""How often the days are read again while another program changes them."""

PERMANENT: Final = (errno.EIO, errno.EISDIR)
"""Errors after which a file will never be readable."""

log = logging.getLogger(__name__)


class Contents(Struct, frozen=True):
    """The content of the file: its ``days``, the header, and why it could not be read to its end.

    ``before`` is the number of the first session that the days do not include; of the earlier ones
    they do not include those in ``open``.
    """

    days: Days = field(default_factory=dict)
    before: int = 0
    is_running: bool = False
    open: frozenset[int] = frozenset()
    fault: str | None = None

    def includes(self, session: int) -> bool:
        """Return whether the days include the game of ``session``, unless they are damaged."""
        return session < self.before and session not in self.open

    def lacks(self, session: int, day: str) -> bool:
        """Return whether a game that began on ``day`` has to be looked up in the journal."""
        return not self.includes(session) or (self.fault is not None and day not in self.days)

    @property
    def asked(self) -> Self:
        """The same with no more than :meth:`lacks` needs, as other processes are asked."""
        return self if self.fault else replace(self, days={})

    def data(self) -> bytes:
        """Return the content as bytes of the file."""
        header: dict[str, Value] = {"counters": FORMAT, "running": self.is_running}
        if self.open:
            header["open"] = " ".join(map(str, sorted(self.open)))
        header["before"] = self.before
        days = reversed([*newest(self.days).items()])
        return b"".join(map(encode, [header, *(_record(*each) for each in days)]))


class Counters:
    """The counters of the table whose journal is in ``folder``; ``spread`` has its games read.

    A method that writes raises OSError if it cannot; a later call counts what is missing.
    :attr:`fault` is a sentence about what could not be read, None if all could.
    """

    def __init__(self, folder: Path, storage: Storage = OS_STORAGE, spread: Spread = map) -> None:
        self.fault: str | None = None
        self._folder, self._storage, self._spread = folder, storage, spread

    @property
    def before(self) -> int:
        """The number of the first session that the file does not include; 0 if it is unknown."""
        with suppress(UnreadableFileError):
            return _before(read_header(self._storage, self._folder / NAME))
        return 0

    def days(self) -> tuple[Day, ...]:
        """Return the days on which something happened, the newest last; write nothing.

        Another program may be running the table. If it changes the file meanwhile, read again.
        Games that cannot be read are left out; :attr:`fault` says so.
        """
        days: Days = {}
        try:
            for _ in range(TRIES):
                contents = self._read()
                unread: list[UnreadableFileError] = []
                days = self._add_games(contents.days, contents.asked.lacks, unread)
                self.fault = contents.fault or _left_out(unread)
                if self._read() == contents:
                    break
        except OSError as error:
            self.fault = f"the counters in {self._folder} cannot be read: {reason(error)}"
        return tuple(figures.day(day) for day, figures in newest(days).items())

    def count(
        self, before: int, names: Iterable[str] | None = None, present: int | None = None
    ) -> None:
        """Include the games of all sessions below the number ``before`` in the file.

        Leave out the ``present`` session, which goes on. Only the files called ``names`` have the
        games, if they are given. Raise UnreadableFileError if one of them cannot be read; then
        nothing changes.
        """
        old = self._read_or_rebuild()
        new = {*range(old.before, before), *old.open} - {present}
        counted: set[int] = set()

        def is_new(session: int, day: str) -> bool:
            counted.update({session} & new)
            return session in new

        if new:
            days = self._with_games(old.days, is_new, names)
            here = {present} if present is not None and old.before <= present < before else set()
            if days:
                is_open = frozenset((old.open | here) - counted)
                end = max(old.before, before)
                self._write(replace(old, days=days, before=end, open=is_open))

    def reopen(self, session: int, game: GameSummary) -> None:
        """Take back that ``game``, that of an earlier ``session``, was counted: it goes on."""
        old = self._read_or_rebuild()
        if old.includes(session):
            left = old.days.get(game.day, Figures()).minus(Figures.of(game))
            days = {**old.days, game.day: left} if game.day in old.days else old.days
            self._write(replace(old, days=days, open=old.open | {session}))

    def start(self, today: str) -> None:
        """Count a start of the program on ``today``, a day in ISO 8601."""
        old = self._read_or_rebuild()
        figures = Figures(restarts=1, lost_power=int(old.is_running))
        days = newest(add(old.days, today, figures), today)
        self._write(replace(old, days=days, is_running=True))

    def end(self) -> None:
        """Record that the program ends properly."""
        self._write(replace(self._read_or_rebuild(), is_running=False))

    def _read_or_rebuild(self) -> Contents:
        """Read the file; keep a damaged one as :data:`UNREADABLE` and write a new one.

        Raise UnreadableFileError if a game cannot be read that the new one has to include.
        """
        old = self._read()
        self.fault = None
        if old.fault is None:
            return old
        days = self._with_games(
            old.days, lambda session, day: old.includes(session) and day not in old.days
        )
        name = free_name(self._storage, self._folder, UNREADABLE)
        self.fault = f"{old.fault}: it is rebuilt, the old file is kept as {name}"
        self._storage.rename(self._folder / NAME, name)
        rebuilt = replace(old, days=days, fault=None)
        self._write(rebuilt)
        return rebuilt

    def _with_games(
        self, days: Days, is_wanted: IsWanted, names: Iterable[str] | None = None
    ) -> Days:
        unread: list[UnreadableFileError] = []
        days = self._add_games(days, is_wanted, unread, names)
        if unread:
            raise unread[0]
        return days

    def _add_games(
        self,
        days: Days,
        is_wanted: IsWanted,
        unread: list[UnreadableFileError],
        names: Iterable[str] | None = None,
    ) -> Days:
        games = game_summaries(self._storage, self._folder, is_wanted, unread, names, self._spread)
        return add_games(days, games)

    def _read(self) -> Contents:
        def read() -> Contents:
            with self._storage.read(self._folder / NAME) as file:
                return _contents(file.readline(LINE_LIMIT) for _ in range(MAX_DAYS + 2))

        try:
            return read_again(read)
        except FileNotFoundError:
            return Contents()
        except OSError as error:
            if error.errno not in PERMANENT:
                raise
            return Contents(fault=f"{NAME} cannot be read: {reason(error)}")

    def _write(self, contents: Contents) -> None:
        replace_file(self._storage, self._folder, NAME, contents.data())


@contextmanager
def counted_run(counters: Counters, today: str) -> Iterator[None]:
    """Count the ``with`` block as a run of the program; only log it if the card fails."""
    _attempt(lambda: counters.start(today))
    try:
        yield
    finally:
        _attempt(counters.end)


def _left_out(unread: Sequence[UnreadableFileError]) -> str | None:
    return f"{unread[0]}; games that cannot be read are not counted" if unread else None


def newest(days: Days, today: str | None = None) -> Days:
    """Return the newest :data:`MAX_DAYS` of ``days``, in order.

    Of more, those that a clock wrote which was ahead of ``today`` go first; None: all are right.
    """
    latest = LAST_DAY if today is None else tomorrow(today)
    by_age = sorted(days, key=lambda day: (day <= latest, day))
    return {day: days[day] for day in sorted(by_age[-MAX_DAYS:])}


def _attempt(write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        log.warning("a start or an end of the program is not counted: %s", reason(error))


def _contents(lines: Iterator[bytes]) -> Contents:
    header = decode(next(lines)) or {}
    if header.get("counters") != FORMAT:
        return Contents(fault=f"{NAME} does not begin with a header of format {FORMAT}")
    is_running = header.get("running") is True
    contents = Contents(before=_before(header), is_running=is_running, open=_open(header))
    days: dict[str, Figures] = {}
    for line in takewhile(bool, lines):
        record = decode(line) or {}
        day, figures = iso_day(record.get("day")), _figures(record)
        if day is None or figures is None or day in days or len(days) == MAX_DAYS:
            return replace(contents, days=days, fault=f"{NAME} ends in something that is not a day")
        days[day] = figures
    return replace(contents, days=days)


def _figures(record: JournalRecord) -> Figures | None:
    values = [record.get(name) for name in COUNTS]
    counts = [value for value in values if _is_count(value)]
    words = str(record.get("seconds", "")).split()
    times = [int(word) for word in words if word.isascii() and word.isdecimal()]
    if len(counts) < len(COUNTS) or len(times) < len(words) or not all(map(_is_count, times)):
        return None
    return Figures(**dict(zip(COUNTS, counts, strict=True)), seconds=tuple(times[:TIMES]))


def _record(day: str, figures: Figures) -> JournalRecord:
    seconds = " ".join(map(str, figures.seconds))
    return {"day": day, **{name: getattr(figures, name) for name in COUNTS}, "seconds": seconds}


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MAX_COUNT


def _before(header: JournalRecord) -> int:
    before = header.get("before")
    return before if _is_count(before) else 0


def _open(header: JournalRecord) -> frozenset[int]:
    words = str(header.get("open", "")).split()[:MAX_OPEN]
    numbers = (int(word) for word in words if word.isascii() and word.isdecimal())
    return frozenset(filter(_is_count, numbers))


FILE: Final = "tableside-counters.csv"

PLUG_IN = msg("Plug in a USB stick named {name} and try again.")
WRITTEN = msg("The counters are on the stick. You can unplug it now.")
NOT_WRITTEN = msg("Cannot write to this stick. Try another one, with FAT32 or exFAT.")


class UsbStick(Struct, frozen=True):
    """A USB stick: the ``folder`` with its files, and the ``device`` that exists while it is in.

    Without the device the folder is not touched: systemd would wait for the stick to mount it.
    """

    folder: Path
    device: Path
    storage: Storage = OS_STORAGE


DEFAULT_STICK: Final = UsbStick(Path(USB_FOLDER), Path(USB_DEVICE))


def export(days: Iterable[Day], stick: UsbStick = DEFAULT_STICK) -> Message:
    """Write ``days`` to ``stick`` as CSV; return a message that says what was done, or what to do.

    On return the file is on the stick. A file of an earlier export is replaced.
    """
    if not stick.device.exists():
        return Message.of(PLUG_IN, name=USB_LABEL)
    try:
        replace_file(stick.storage, stick.folder, FILE, csv_text(days).encode("ascii"))
    except OSError as error:
        log.warning("%s cannot be written: %s", stick.folder / FILE, reason(error))
        return Message.of(NOT_WRITTEN)
    return Message.of(WRITTEN)
