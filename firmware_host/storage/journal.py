"""Every confirmed throw and move, on the card before it is acknowledged.

A session is a list of records. It lives in numbered files that are only ever appended to; each of
their lines is a record as :mod:`firmware_host.storage.records` writes it::

    2df79ee4 {"begun":"2026-03-09","date":"2026-03-10","file":"000007.journal","session":6,
    "tableside":1}
    a858e13e {"at":74,"move":"e3-e5"}

The first line of a file is its header, the others are one session from its first record on: no
file needs another one. A file gets its name only when it is whole and on the card, and is never
written to again after a failure or a restart; the session then goes on in the next file, which
begins with all of it. ``session`` is the number of the session's first file, ``begun`` the day of
that; ``at`` is what :mod:`firmware_host.storage.playtime` notes.

After a restart that next file is made at once: what is read may stand in the system's memory alone,
of a write that was never finished or has failed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from firmware_host.errors import JournalError, reason
from firmware_host.storage.counter_file import Counters
from firmware_host.storage.endings import begun_on
from firmware_host.storage.filesystem import OS_STORAGE, Storage, append, create
from firmware_host.storage.playtime import Playtime, seconds, unstamped
from firmware_host.storage.quarantine import keep_tail, keep_unreadable
from firmware_host.storage.records import Record, encode
from firmware_host.storage.reserve import FULL, SIZE, Ballast
from firmware_host.storage.retention import USUAL_SHELF, Shelf
from firmware_host.storage.segments import (
    FORMAT,
    SESSION_LIMIT,
    Segment,
    file_name,
    newest_first,
    numbers,
    read,
    session_of,
)


class Journal:
    """The record of what happened at the table, in ``folder``.

    ``program`` is the version and ``today`` tells the date as ``2026-03-09``, if any, that a file's
    header names; ``clock`` tells the seconds by which play is timed (None: it is not); ``shelf`` is
    how much is kept of older sessions, which are counted before they go; ``reserve`` are the bytes
    that are held back for a full card.
    A failing card never stops a session: :attr:`trouble` is one line while the newest records are
    not saved and None when all of them are; :attr:`notices` are sentences about what :meth:`open`
    could not read, about a card that is full and about games that cannot be counted;
    :attr:`set_aside` is the first of them about a file that :meth:`open` had to set aside whole.
    Only a :class:`JournalError` is ever raised. One program at a time may use the folder, from one
    thread.

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
        shelf: Shelf = USUAL_SHELF,
        reserve: int = SIZE,
    ) -> None:
        self.trouble: str | None = None
        self.notices: list[str] = []
        self.set_aside: str | None = None
        self._folder = folder
        self._storage = storage
        self._program, self._today = program, today
        self._shelf, self._ballast = shelf, Ballast(folder, storage, reserve)
        self._counters, self._playtime = Counters(folder, storage), Playtime(clock)
        self._forget()

    def open(self) -> tuple[Record, ...]:
        """Return the records of the newest session, which goes on; empty if there is none.

        They are on the card, in a new file, unless there is :attr:`trouble`.
        What follows the last valid record of a file is copied to ``*.tail`` (at most 1 MiB), and
        a file without a single one is renamed to ``*.unreadable``; then the next older is tried.
        """
        self._leave_file()
        self._forget()
        self.trouble, self.notices, self.set_aside = None, [], None
        for name in self._journals():
            found = read(self._storage, self._folder / name)
            if found.error:
                self.notices.append(f"{name} cannot be read to its end: {found.error}")
            fault = found.fault
            if fault is None:
                return self._resume(name, found)
            if not found.error:
                self._set_aside(name, fault)
        return ()

    def begin(self, record: Record) -> None:
        """Start a new session with ``record``, in a new file, and remove the oldest files."""
        line = encode(record)
        self._leave_file()
        self._forget()
        self._begun = self._today()
        self._playtime.begin()
        self._add(line)
        self._save()
        if self.trouble is None:
            self._tidy()
            self._ballast.lay()

    def append(self, record: Record) -> None:
        """Add ``record`` to the session; it is on the card on return unless :attr:`trouble`."""
        line = encode(self._playtime.stamped(record))
        if not self._session:
            raise JournalError("no session to append to: begin one first")
        self._add(line)
        self._save()

    def sessions(self) -> Iterator[tuple[Record, ...]]:
        """The header and the records of every file that can be read, the newest first.

        A session that went on in another file may come again as far as it was then.
        """
        for name in self._journals():
            found = read(self._storage, self._folder / name)
            if found.fault is None:
                yield tuple(map(unstamped, found.lines))

    def retry(self) -> None:
        """Try to save what is not saved yet; nothing happens without :attr:`trouble`."""
        if self.trouble is not None and self._session:
            self._save()

    def close(self) -> None:
        """End the session here, after a last try to save it; closing twice is fine."""
        self.retry()
        self._leave_file()
        self._forget()

    def _forget(self) -> None:
        self._session: list[bytes] = []
        self._length = 0
        self._first: int | None = None
        self._begun = ""
        self._descriptor: int | None = None

    def _add(self, line: bytes) -> None:
        self._session.append(line)
        self._length += len(line)

    def _resume(self, name: str, found: Segment) -> tuple[Record, ...]:
        for line in found.written[1:]:
            self._add(line)
        self._first = session_of(found.header, numbers([name])[name])
        self._begun = begun_on(found.header)
        self._playtime.begin(seconds(found.lines[1:]) or 0)
        if found.tail:
            self.notices.append(keep_tail(self._storage, self._folder, name, found.tail))
        self._save()
        if self.trouble is None and not self.notices:
            self._tidy()
        return tuple(map(unstamped, found.lines[1:]))

    def _set_aside(self, name: str, fault: str) -> None:
        told = keep_unreadable(self._storage, self._folder, name, fault)
        self.notices.append(told)
        self.set_aside = self.set_aside or told

    def _save(self) -> None:
        try:
            self._write()
        except OSError as error:
            self._leave_file()
            self.trouble = f"not saved: {reason(error)}"
            if error.errno in FULL and self._ballast.drop():
                self.notices.append("the card is full: what was held back for that is in use")
                self._save()
        else:
            self.trouble = None

    def _write(self) -> None:
        if self._length > SESSION_LIMIT:
            raise OSError(f"a game may take {SESSION_LIMIT} bytes, begin another one")
        if self._descriptor is None:
            self._descriptor = self._new_file()
        else:
            append(self._storage, self._descriptor, self._session[-1])

    def _leave_file(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):  # whatever was acknowledged is on the card already
                self._storage.close(self._descriptor)
            self._descriptor = None

    def _new_file(self) -> int:
        taken = numbers(self._storage.names(self._folder)).values()
        number = max([0, self._counters.before - 1, *taken]) + 1
        name, first = file_name(number), self._first or number
        descriptor = create(
            self._storage, self._folder, name, b"".join([self._header(name, first), *self._session])
        )
        self._first = first
        return descriptor

    def _header(self, name: str, first: int) -> bytes:
        date = self._today()
        dated: Record = {"date": date, "begun": self._begun or date} if date else {}
        about: Record = {"program": self._program, "file": name, "session": first}
        return encode({"tableside": FORMAT, **about, **dated})

    def _tidy(self) -> None:
        """Count what is older than this session, then remove what there is no room for."""
        try:
            self._counters.count(self._first or 0)
            self._shelf.tidy(self._storage, self._folder)
        except OSError as error:  # a card that fills up in the end says so when it is written to
            self.notices.append(f"older games are not counted, or not removed: {reason(error)}")
        if self._counters.fault:
            self.notices.append(self._counters.fault)

    def _journals(self) -> Sequence[str]:
        try:
            return newest_first(numbers(self._storage.names(self._folder)))
        except OSError as error:
            self.notices.append(f"{self._folder} cannot be read: {reason(error)}")
            return ()
