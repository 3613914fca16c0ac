"""Every confirmed throw and move, on the card before it is acknowledged.

A session is a list of records. It lives in numbered files that are only ever appended to; each of
their lines is a record as :mod:`firmware_host.records` writes it::

    76b7756e {"file":"000001.journal","program":"0.1.0","tableside":1}
    3f9ed81c {"move":"e3-e5"}

The first line of a file is its header, the others are one session from its first record on: no
file needs another one. A file gets its name only when it is whole and on the card, and is never
written to again after a failure or a restart; the session then goes on in the next file, which
begins with all of it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Final

from firmware_host.errors import JournalError
from firmware_host.records import LINE_LIMIT, Record, decode, encode
from firmware_host.storage import OS_STORAGE, Storage

FORMAT: Final = 1
TAIL_LIMIT: Final = 1024 * 1024
FILES_KEPT: Final = 20
FILE_NAME: Final = re.compile(r"(?P<number>[0-9]{6,})\.journal(\..+)?")


@dataclass(frozen=True, slots=True)
class _Contents:
    """The valid lines of a file, the beginning of what follows them, and why reading stopped."""

    lines: Sequence[Record]
    tail: bytes = b""
    error: str = ""

    @property
    def fault(self) -> str | None:
        """What keeps the lines from being a session; None if they are one."""
        version = self.lines[0].get("tableside") if self.lines else None
        if version is None:
            return "does not begin like a journal"
        if type(version) is not int or version != FORMAT:
            return f"is a journal of format {version}, expected {FORMAT}"
        return None if len(self.lines) > 1 else "has no whole record"


class Journal:
    """The record of what happened at the table, in ``folder``.

    ``program`` is the version that a file's header names. A failing card never stops a session:
    :attr:`trouble` is one line while the newest records are not saved and None when all of them
    are; :attr:`notices` are sentences about what :meth:`open` could not read. Only a
    :class:`JournalError` is ever raised. One program at a time may use the folder, from one
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
        self, folder: Path, storage: Storage = OS_STORAGE, *, program: str = "unknown"
    ) -> None:
        self.trouble: str | None = None
        self.notices: list[str] = []
        self._folder = folder
        self._storage = storage
        self._program = program
        self._session: list[bytes] = []
        self._descriptor: int | None = None

    def open(self) -> tuple[Record, ...]:
        """Return the records of the newest session, which goes on; empty if there is none.

        What follows the last valid record of a file is copied to ``*.tail`` (at most 1 MiB), and
        a file without a single one is renamed to ``*.unreadable``; then the next older is tried.
        """
        self._forget()
        self.trouble = None
        for name in self._journals():
            found = self._read(name)
            if found.error:
                self.notices.append(f"{name} cannot be read to its end: {found.error}")
            fault = found.fault
            if fault is None:
                return self._resume(name, found)
            if not found.error:
                self._set_unreadable(name, fault)
        return ()

    def begin(self, record: Record) -> None:
        """Start a new session with ``record``, in a new file, and remove the oldest files."""
        line = encode(record)
        self._forget()
        self._session = [line]
        self._save()
        if self.trouble is None:
            self._remove_oldest()

    def append(self, record: Record) -> None:
        """Add ``record`` to the session; it is on the card on return unless :attr:`trouble`."""
        line = encode(record)
        if not self._session:
            raise JournalError("no session to append to: begin one first")
        self._session.append(line)
        self._save()

    def retry(self) -> None:
        """Try to save what is not saved yet; nothing happens without :attr:`trouble`."""
        if self.trouble is not None and self._session:
            self._save()

    def close(self) -> None:
        """End the session here, after a last try to save it; closing twice is fine."""
        self.retry()
        self._forget()

    def _forget(self) -> None:
        self._leave_file()
        self._session = []

    def _resume(self, name: str, found: _Contents) -> tuple[Record, ...]:
        records = tuple(found.lines[1:])
        self._session = [encode(record) for record in records]
        if found.tail:
            self._set_aside(name, found.tail)
        if found.tail or found.error:
            self._save()
        return records

    def _save(self) -> None:
        try:
            if self._descriptor is None:
                self._descriptor = self._new_file()
            else:
                self._write(self._descriptor, self._session[-1])
        except OSError as error:
            self._leave_file()
            self.trouble = f"not saved: {_reason(error)}"
        else:
            self.trouble = None

    def _leave_file(self) -> None:
        if self._descriptor is not None:
            with suppress(OSError):  # whatever was acknowledged is on the card already
                self._storage.close(self._descriptor)
            self._descriptor = None

    def _write(self, descriptor: int, data: bytes) -> None:
        written = self._storage.write(descriptor, data)
        if written != len(data):
            raise OSError(f"only {written} of {len(data)} bytes were written")
        self._storage.sync(descriptor)

    def _new_file(self) -> int:
        numbers = _numbers(self._storage.names(self._folder)).values()
        name = _file_name(max(numbers, default=0) + 1)
        header = encode({"tableside": FORMAT, "program": self._program, "file": name})
        return self._create(name, b"".join(chain([header], self._session)))

    def _create(self, name: str, data: bytes) -> int:
        """Write a file whole under a draft name, then give it ``name``; returns its descriptor."""
        draft = self._folder / f"{name}.new"
        descriptor = self._storage.open_new(draft)
        try:
            self._write(descriptor, data)
            self._storage.rename(draft, name)
            self._storage.sync_folder(self._folder)
        except OSError:
            with suppress(OSError):
                self._storage.close(descriptor)
            with suppress(OSError):
                self._storage.remove(draft)
            raise
        return descriptor

    def _remove_oldest(self) -> None:
        with suppress(OSError):  # a card that fills up in the end says so when it is written to
            numbers = _numbers(self._storage.names(self._folder))
            kept = [numbers[name] for name in _newest_first(numbers)[:FILES_KEPT]]
            for name in numbers:
                if numbers[name] < kept[-1]:
                    self._storage.remove(self._folder / name)

    def _journals(self) -> Sequence[str]:
        try:
            return _newest_first(_numbers(self._storage.names(self._folder)))
        except OSError as error:
            self.notices.append(f"{self._folder} cannot be read: {_reason(error)}")
            return ()

    def _read(self, name: str) -> _Contents:
        lines: list[Record] = []
        try:
            with self._storage.read(self._folder / name) as file:
                while line := file.readline(LINE_LIMIT):
                    record = decode(line)
                    if record is None:
                        return _Contents(lines, line + file.read(TAIL_LIMIT - len(line)))
                    lines.append(record)
        except OSError as error:
            return _Contents(lines, error=_reason(error))
        return _Contents(lines)

    def _set_aside(self, name: str, tail: bytes) -> None:
        try:
            aside = self._free_name(f"{name}.tail")
            descriptor = self._storage.open_new(self._folder / aside)
            try:
                self._write(descriptor, tail)
            finally:
                self._storage.close(descriptor)
        except OSError as error:
            kept = f"it stays there ({_reason(error)})"
        else:
            kept = f"it is kept in {aside}"
        self.notices.append(f"{name} ends in something that is no record: {kept}")

    def _set_unreadable(self, name: str, fault: str) -> None:
        try:
            aside = self._free_name(f"{name}.unreadable")
            self._storage.rename(self._folder / name, aside)
        except OSError as error:
            kept = f"it stays there ({_reason(error)})"
        else:
            kept = f"it is kept as {aside}"
        self.notices.append(f"{name} {fault}: {kept}")

    def _free_name(self, wanted: str) -> str:
        taken = set(self._storage.names(self._folder))
        names = chain([wanted], (f"{wanted}{number}" for number in count(2)))
        return next(name for name in names if name not in taken)


def _numbers(names: Iterable[str]) -> dict[str, int]:
    """The files that a journal made or set aside, with the number each begins with."""
    found = ((name, FILE_NAME.fullmatch(name)) for name in names)
    return {name: int(match["number"]) for name, match in found if match}


def _file_name(number: int) -> str:
    return f"{number:06}.journal"


def _newest_first(numbers: Mapping[str, int]) -> list[str]:
    """The journals that were not set aside, the highest number first."""
    journals = [name for name, number in numbers.items() if name == _file_name(number)]
    return sorted(journals, key=numbers.__getitem__, reverse=True)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
