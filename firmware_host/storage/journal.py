"""The journal: every confirmed throw and move, on the card before the table confirms it.

The card may sync what was written while its picture is drawn; it is shown after that was joined.

A session is a list of records. It is stored in numbered files that are only ever appended to. Each
of their lines is a record as :mod:`firmware_host.storage.records` writes it::

    2df79ee4 {"begun":"2026-03-09","date":"2026-03-10","file":"000007.journal","session":6,
    "tableside":1}
    a858e13e {"at":74,"move":"e3-e5"}

The first line of a file is its header. The other lines are one session from its first record on,
so no file needs another one. A file gets its name only when it is complete and on the card. After
a failure or a restart it is never written to again: the session continues in the next file, which
begins with a copy of the whole session. ``session`` is the number of the session's first file, and
``begun`` is the day of that file. ``at`` is the time of play in seconds, see
:mod:`firmware_host.storage.history`.

After a restart the next file is written at once: what was read may be in the memory of the system
only, from a write that did not finish or that failed.

What cannot be written now is tried again, until it is on the card; the writer says what is not.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_host.base.errors import JournalError, reason
from firmware_host.storage.counters import Counters
from firmware_host.storage.filesystem import (
    OS_STORAGE,
    CardSync,
    Storage,
    SyncAtOnce,
    create,
    read_again,
    write_whole,
)
from firmware_host.storage.history import (
    AT,
    PlayClock,
    SavedGame,
    begun_on,
    files_of,
    is_played,
    play_seconds,
    summary,
    without_stamp,
)
from firmware_host.storage.records import JournalRecord, encode
from firmware_host.storage.retention import (
    DEFAULT_RETENTION,
    FULL,
    RESERVE_SIZE,
    JournalFile,
    Portion,
    Reserve,
    Retention,
)
from firmware_host.storage.segments import (
    FORMAT,
    SESSION_LIMIT,
    SET_ASIDE,
    Segment,
    UnreadableFileError,
    file_name,
    keep_tail,
    keep_unreadable,
    newest_first,
    numbers,
    read_header,
    read_segment,
    session_of,
    set_aside_last,
)
from games.message import msg

NO_SESSION: Final = 0
"""The number of no session: the first one is 1."""


class Journal:
    """The record of what happened at the table, in ``folder``.

    ``program`` is the version for the header of a file; ``today`` returns the date for it as
    ``2026-03-09``, or nothing. ``clock`` returns the seconds by which play is timed (None: play is
    not timed). ``retention`` says how many older sessions stay; they are counted before they are
    removed. ``reserve`` is the number of bytes that are reserved for a full card. ``sync`` syncs
    what is appended: by default while the caller waits.

    A failing card never stops a session. :attr:`trouble` is one line while the newest records are
    not saved, and None when all of them are, once :meth:`join` has returned. :attr:`notices` are
    sentences about what :meth:`open` could not read, about a full card, and about games that
    cannot be counted. :attr:`unreadable` is the first of them that is about a whole file.
    :attr:`left_gone` is how many games that were left, and could have gone on, were removed. No
    error is raised but :class:`JournalError`.
    Only one program at a time may use the folder, from one thread.

        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> journal = Journal(Path(folder.name))
        >>> journal.begin({"game": "a", "seats": 2})
        >>> journal.append({"throw": "3"})
        >>> journal.close()
        >>> Journal(Path(folder.name)).open()
        ({'game': 'a', 'seats': 2}, {'throw': '3'})
        >>> folder.cleanup()
    """

    def __init__(
        self,
        folder: Path,
        storage: Storage = OS_STORAGE,
        *,
        program: str = "unknown",
        today: Callable[[], str] = str,
        clock: Callable[[], float] | None = None,
        retention: Retention = DEFAULT_RETENTION,
        reserve: int = RESERVE_SIZE,
        sync: CardSync | None = None,
    ) -> None:
        self.trouble: str | None = None
        self.notices: list[str] = []
        self.unreadable: str | None = None
        self.left_gone = 0
        self._folder = folder
        self._storage = storage
        self._sync = sync or SyncAtOnce()
        self._program, self._today = program, today
        self._retention, self._reserve = retention, Reserve(folder, storage, reserve)
        self._counters, self._play_clock = Counters(folder, storage), PlayClock(clock)
        self._portion: Portion | None = None
        self._last_number = 0
        self._clear()

    def open(self) -> tuple[JournalRecord, ...]:
        """Return the records of the newest session, which continues; empty if there is none.

        They are on the card, in a new file, unless there is :attr:`trouble`.
        What follows the last valid record of a file is copied to ``*.tail`` (at most 1 MiB). A
        file without a valid record is renamed to ``*.unreadable``, and the next older one is read.
        A file that the card does not give back completely is renamed too, as it is. Then only an
        earlier file of the same session continues: an older game is not what is on the table. As
        long as no newer file is there, the next start reads the renamed file again.
        """
        self.join()
        self._leave_file()
        self._clear()
        self.trouble, self.notices, self.unreadable = None, [], None
        lost: int | None = None
        numbered = self._numbered()
        for name in [*set_aside_last(numbered), *newest_first(numbered)]:
            found = read_segment(self._storage, self._folder / name)
            session = session_of(found.header, numbered[name])
            if lost is not None and (not found.header or session != lost):
                break
            if found.fault is None:
                if lost is not None:
                    self._note(f"the game continues from {name}, an earlier file of it")
                elif name != file_name(numbered[name]):
                    self._note(f"{name} can be read again: the game continues")
                return self._resume(name, found)
            self._pass_over(name, found)
            if found.error is not None and not found.is_missing:
                lost = session if found.header else NO_SESSION
        return ()

    def begin(self, record: JournalRecord) -> None:
        """Start a new session with ``record``, in a new file, and remove the oldest files."""
        line = encode(record)
        self.join()
        self._leave_file()
        self._clear()
        self._begun = self._today()
        self._play_clock.start()
        self._add(line)
        self._save()
        if self.trouble is None:
            self._remove_old()
            self._reserve.take()

    def go_on(self, game: SavedGame) -> None:
        """Go on with an earlier ``game`` in a new file, which belongs to its session.

        What it has taken before counts too. Without the number of its session it is a new one.
        """
        lines = [encode(record) for record in game.records]
        self.join()
        self._leave_file()
        self._clear()
        self._belong_to(game.session, game.begun or self._today(), game.seconds)
        self._reopen(game.begun, game.records)
        for line in lines:
            self._add(line)
        self._save()
        if game.session is None and self.trouble is None:
            self._remove_old()

    def forget(self, game: SavedGame) -> bool:
        """Remove ``game``, the present or an earlier one, from the card, after it was counted.

        Return whether it is gone; a notice says why it is not. The newest file, which has the whole
        game, goes last: after a power cut in between, the game is still there.
        """
        self.join()
        is_present = self._first is not None and game.session == self._first
        try:
            portion = self._portion = Portion.read(self._storage, self._folder, self._portion)
            self._count(portion, None if is_present else self._first)
            names = [*files_of(self._storage, self._folder, game)]
            if is_present:
                self._leave_file()
                self._clear()
            for older in (names[:-1], names[-1:]):
                for name in older:
                    self._storage.remove(self._folder / name)
                self._storage.sync_folder(self._folder)
        except OSError as error:
            self._note(f"a game is not deleted: {reason(error)}")
            return False
        return True

    def append(self, record: JournalRecord) -> None:
        """Add ``record`` to the session.

        It is on the card when :meth:`join` has returned, unless there is :attr:`trouble`.
        """
        line = encode(self._play_clock.stamp(record))
        if not self._session:
            raise JournalError("expected a session to append to, but there is none: begin one")
        self.join()
        self._add(line)
        self._save()

    def join(self) -> None:
        """Return when the card has synced what was appended, or there is :attr:`trouble`."""
        try:
            self._sync.join()
        except OSError as error:
            self._fail(error)

    @property
    def played_seconds(self) -> int | None:
        """How long the game of the session has taken until its last record; None if not known."""
        return self._play_clock.stamped

    def present(self, records: Sequence[JournalRecord]) -> SavedGame | None:
        """Return the game of the session, whose ``records`` the caller knows, as it is kept now.

        None if nothing was played.
        """
        if not is_played(records):
            return None
        date, seconds = self._dated, self._play_clock.stamped
        return SavedGame(date, tuple(records), self._begun, self._first, seconds)

    def parts(self) -> Sequence[Sequence[str]]:
        """Return the names of the files by session, the oldest session first, by headers alone.

        A session can be read without the files of the others. Old files do not name theirs: they
        are one part, the first. Nothing where the folder cannot be read.
        """
        old: list[str] = []
        parts: dict[int, list[str]] = {}
        numbered = self._numbered()
        for name in newest_first(numbered):
            header: JournalRecord = {}
            with suppress(UnreadableFileError):  # who reads the file says it
                header = read_header(self._storage, self._folder / name)
            is_old = header and "session" not in header
            part = parts.setdefault(session_of(header, numbered[name]), [])
            (old if is_old else part).append(name)
        return [*filter(None, (old, *reversed(parts.values())))]

    def sessions(self, names: Iterable[str] | None = None) -> Iterator[tuple[JournalRecord, ...]]:
        """Yield the header and the records of every readable file, the newest first.

        ``names`` are the files to read; without them all are.

        The header has the seconds of play too, if they are known.

        A session that was continued in another file can come again, as far as it was then. A
        session whose newest file cannot be read is left out, and a notice says so.
        """
        lost: set[int] = set()
        numbered = self._numbered() if names is None else numbers(names)
        for name in newest_first(numbered):
            found = read_segment(self._storage, self._folder / name)
            session = session_of(found.header, numbered[name])
            if found.error is not None and not found.is_missing:
                lost.add(session)
                self._note(f"{found.error}: its game is left out")
            elif found.fault is None and session not in lost:
                header, *records = found.lines
                taken = play_seconds(records)
                about = header if taken is None else {**header, AT: taken}
                yield (about, *map(without_stamp, records))

    def retry(self) -> None:
        """Try to save what is not saved yet; do nothing without :attr:`trouble`."""
        self.join()
        if self.trouble is not None and self._session:
            self._save()

    def close(self) -> None:
        """End the session here, after a last try to save it; closing twice is fine."""
        self.retry()
        self._leave_file()
        self._clear()

    def _clear(self) -> None:
        self._session: list[bytes] = []
        self._length = 0
        self._first: int | None = None
        self._begun = self._dated = ""
        self._descriptor: int | None = None
        self._name = ""

    def _add(self, line: bytes) -> None:
        self._session.append(line)
        self._length += len(line)

    def _resume(self, name: str, found: Segment) -> tuple[JournalRecord, ...]:
        for line in found.written[1:]:
            self._add(line)
        first = session_of(found.header, numbers([name])[name])
        self._belong_to(first, begun_on(found.header), play_seconds(found.lines[1:]))
        self._reopen(self._begun, found.lines[1:])
        if found.tail:
            self.notices.append(keep_tail(self._storage, self._folder, name, found.tail))
        self._save()
        if self.trouble is None and not self.notices:
            self._remove_old()
        return tuple(map(without_stamp, found.lines[1:]))

    def _belong_to(self, first: int | None, begun: str, seconds: int | None) -> None:
        """Let what is written belong to an earlier session, by the number of its first file."""
        self._first, self._begun = first, begun
        self._play_clock.start(seconds)

    def _reopen(self, day: str, records: Sequence[JournalRecord]) -> None:
        """Let the game of ``records``, begun on ``day``, count anew before it goes on."""
        if self._first is not None and day:
            try:
                self._counters.reopen(self._first, summary(day, records, is_newest=False))
            except OSError as error:
                self._note(f"a game that goes on still counts as it was left: {reason(error)}")
            if self._counters.fault:
                self._note(self._counters.fault)

    def _save(self) -> None:
        try:
            self._write()
        except OSError as error:
            self._fail(error)
        else:
            self.trouble = None

    def _fail(self, error: OSError) -> None:
        self._leave_file()
        self.trouble = f"not saved: {reason(error)}"
        if error.errno in FULL and self._reserve.release():
            self.notices.append("the card is full: the room in reserve is used now")
            self._save()

    def _write(self) -> None:
        if self._length > SESSION_LIMIT:
            raise OSError(f"a game has at most {SESSION_LIMIT} bytes: begin another one")
        if self._descriptor is None:
            self._descriptor = self._new_file()
        else:
            write_whole(self._storage, self._descriptor, self._session[-1])
            self._sync.begin(self._storage, self._descriptor)

    def _leave_file(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):  # whatever was confirmed is on the card already
                self._storage.close(self._descriptor)
            self._descriptor = None

    def _new_file(self) -> int:
        taken = numbers(self._storage.names(self._folder)).values()
        number = max([self._last_number, self._counters.before - 1, *taken]) + 1
        name, first = file_name(number), self._first or number
        descriptor = create(
            self._storage, self._folder, name, b"".join([self._header(name, first), *self._session])
        )
        self._first, self._name, self._last_number = first, name, number
        return descriptor

    def _header(self, name: str, first: int) -> bytes:
        date = self._dated = self._today()
        dated: JournalRecord = {"date": date, "begun": self._begun or date} if date else {}
        about: JournalRecord = {"program": self._program, "file": name, "session": first}
        return encode({"tableside": FORMAT, **about, **dated})

    def _remove_old(self) -> None:
        """Count the games before this session, then remove the files that exceed the limits."""
        gone: list[JournalFile] = []
        try:
            portion = self._portion = Portion.read(self._storage, self._folder, self._portion)
            self._count(portion, self._first or 0)
            for notice in self._retention.apply(self._storage, self._folder, portion, gone):
                self._note(notice)
        except UnreadableFileError as error:  # the next game counts and removes the others
            if error.filename == self._name:
                self._note(str(error))
            else:
                self._set_aside(error.filename, f"cannot be read: {error.strerror}")
        except OSError as error:  # the next write reports a card that is full
            self.notices.append(f"older games are not counted, or not removed: {reason(error)}")
        if self._counters.fault:
            self.notices.append(self._counters.fault)
        self._tell_of_left([file for file in gone if file.is_left])

    def _count(self, portion: Portion, present: int | None) -> None:
        """Count the games of ``portion`` but the ``present`` one; None counts all."""
        others = {file.age[0] for file in portion.files if file.header} - {present}
        end = max([present or 0, *(other + 1 for other in others)])
        end = end if portion.end is None else min(end, portion.end)
        self._counters.count(end, portion.names, present)

    def _tell_of_left(self, gone: Sequence[JournalFile]) -> None:
        """Say that games are ``gone`` (the newest first) which people could have gone on with."""
        if gone:
            self.left_gone += len(gone)
            day = begun_on(gone[0].header) or "an unknown day"
            self.notices.append(
                f"too many unfinished games: {len(gone)} deleted, up to {gone[0].name}, begun on "
                f"{day}; export the games that you want to keep"
            )

    def _pass_over(self, name: str, found: Segment) -> None:
        """Set the file ``name`` aside, in which no session was ``found``; say it for the table."""
        if SET_ASIDE.fullmatch(name) is None:
            notice = self._set_aside(name, found.fault or "")
        elif found.error is not None:
            notice = str(found.error)
            self._note(notice)
        else:
            return
        self.unreadable = self.unreadable or notice

    def _set_aside(self, name: str, fault: str) -> str:
        notice = keep_unreadable(self._storage, self._folder, name, fault)
        self.notices.append(notice)
        return notice

    def _note(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)

    def _numbered(self) -> Mapping[str, int]:
        try:
            return numbers(read_again(lambda: self._storage.names(self._folder)))
        except OSError as error:
            self.notices.append(f"{self._folder} cannot be read: {reason(error)}")
            return {}


RETRY_SECONDS: Final = 10.0
"""Somebody who frees a full card, or puts one back, waits no longer than this."""

NOT_SAVED: Final = msg("Not saved! You can play on.")
NOT_DELETED: Final = msg("The game could not be deleted")
LEFT_GONE: Final = msg("Too many games left: the oldest was deleted.")

log = logging.getLogger(__name__)


class JournalWriter:
    """Write the table's records to ``journal``, which is open, and log its notices.

    :attr:`deadline` is the time in seconds at which :meth:`write` has to be called even without
    records; None if everything is saved. What was written is saved when :meth:`join` returns.
    """

    def __init__(self, journal: Journal) -> None:
        self.deadline: float | None = None
        self._journal, self._has_tried = journal, False
        self._logged = self._left_gone = 0

    @property
    def fault(self) -> str | None:
        """One line while the newest records are not saved; None when all of them are."""
        return self._journal.trouble

    def write(self, records: Sequence[JournalRecord], now: float) -> None:
        """Write ``records``, or retry what is not saved if it is time at ``now`` (seconds)."""
        is_due = self.deadline is None or now >= self.deadline
        for record in records:
            self._pass_on(record)
        if is_due and not records:
            self._journal.retry()
        self._has_tried |= is_due or bool(records)

    def join(self, now: float) -> str | None:
        """Return at ``now`` (seconds), when all is saved or failed, what the table has to say.

        That is a text to be translated; None if there is nothing to say.
        """
        self._journal.join()
        self._log_notices()
        has_tried, self._has_tried = self._has_tried, False
        if self.fault is None:
            self.deadline = None
        elif has_tried:
            self.deadline = now + RETRY_SECONDS
            return NOT_SAVED
        return self._news_of_left()

    def _news_of_left(self) -> str | None:
        told, self._left_gone = self._left_gone, self._journal.left_gone
        return LEFT_GONE if self._left_gone > told else None

    def _pass_on(self, record: JournalRecord) -> None:
        if "begin" in record:
            self._journal.begin(record)
        else:
            self._journal.append(record)

    def forget(self, games: Sequence[SavedGame]) -> str | None:
        """Remove ``games`` from the card; return a text to be translated where that failed."""
        is_gone = [self._journal.forget(game) for game in games]
        self._log_notices()
        return None if all(is_gone) else NOT_DELETED

    def go_on(self, game: SavedGame) -> None:
        """Let the journal go on with an earlier ``game``; the next :meth:`write` says if it fails.

        All records that come from now on belong to it.
        """
        self._journal.go_on(game)

    def present(self, records: Sequence[JournalRecord]) -> SavedGame | None:
        """Return the last game on the table, with ``records``, as :meth:`Journal.present` does."""
        return self._journal.present(records)

    def close(self) -> None:
        """End the session here, after a last try to save it."""
        self._journal.close()
        self._log_notices()

    def _log_notices(self) -> None:
        for notice in self._journal.notices[self._logged :]:
            log.warning(notice)
        self._logged = len(self._journal.notices)
