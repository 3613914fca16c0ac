"""The files of a journal (its segments): their names, their content, and damaged ones.

A file may be torn, damaged or malicious. So reading is bounded, and what is not a session is
described in a sentence. What cannot be read is never deleted: it is kept under another name. That
is true also when the card fails: what was read until then is not taken for the whole.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

from msgspec import Struct

from firmware_host.base.errors import reason
from firmware_host.storage.filesystem import NOT_A_FILE, Storage, append, read_again
from firmware_host.storage.records import LINE_LIMIT, JournalRecord, decode

FORMAT: Final = 1
FILE_LIMIT: Final = 4 * 1024 * 1024
"""Bytes of a file: some twenty times the longest game of random play."""
SESSION_LIMIT: Final = FILE_LIMIT - LINE_LIMIT
"""Bytes of a session; the rest of the file is room for the header."""
TAIL_LIMIT: Final = 1024 * 1024
"""Bytes of a damaged end of a file that are kept."""
FILE_NAME: Final = re.compile(r"(?P<number>[0-9]{6,})\.journal(\..+)?")
SET_ASIDE: Final = re.compile(r"[0-9]{6,}\.journal\.unreadable[0-9]*")

Content = TypeVar("Content")


class UnreadableFileError(OSError):
    """A file that the card does not give back: its name is in ``filename``."""

    @classmethod
    def of(cls, error: OSError, path: Path) -> "UnreadableFileError":
        """Return ``error`` as the error of the file at ``path``."""
        return cls(error.errno, reason(error), path.name)

    def __str__(self) -> str:
        """Return a sentence that names the file."""
        return f"{self.filename} cannot be read: {self.strerror}"


class Segment(Struct, frozen=True):
    """The content of a file: its valid lines, and the ``tail`` after them.

    ``lines`` are the records; ``written`` are the same lines as bytes. With an ``error`` of the
    card there is at most the header. ``is_missing`` is true if there is no such file.
    """

    lines: Sequence[JournalRecord]
    written: Sequence[bytes]
    tail: bytes = b""
    error: UnreadableFileError | None = None
    is_missing: bool = False
    is_too_long: bool = False

    @property
    def header(self) -> JournalRecord:
        """The first line; empty if there is none."""
        return self.lines[0] if self.lines else {}

    @property
    def fault(self) -> str | None:
        """Why the lines are not a session; None if they are one."""
        if self.error is not None:
            return f"cannot be read: {self.error.strerror}"
        version = self.header.get("tableside")
        if version is None:
            return "does not begin with the header of a journal"
        if type(version) is not int or version != FORMAT:
            return f"is a journal of format {version}, expected {FORMAT}"
        if self.is_too_long:
            return f"is longer than {FILE_LIMIT} bytes"
        return None if len(self.lines) > 1 else "has no complete record"


def read_segment(storage: Storage, path: Path) -> Segment:
    """Return the content of the file at ``path``, up to :data:`FILE_LIMIT` bytes.

    If the card fails, read the file again; if that does not help, return the ``error``.
    """
    try:
        return read_again(lambda: _read_lines(storage, path))
    except OSError as error:
        unreadable = UnreadableFileError.of(error, path)
        header: JournalRecord = {}
        with suppress(OSError):
            header = read_header(storage, path)
        is_missing = isinstance(error, NOT_A_FILE)
        return Segment([header] if header else [], [], error=unreadable, is_missing=is_missing)


def _read_lines(storage: Storage, path: Path) -> Segment:
    lines: list[JournalRecord] = []
    written: list[bytes] = []
    room = FILE_LIMIT
    with storage.read(path) as file:
        while line := file.readline(LINE_LIMIT):
            record = decode(line)
            if record is None:
                tail = line + file.read(TAIL_LIMIT - len(line))
                return Segment(lines, written, tail)
            room -= len(line)
            if room < 0:
                return Segment(lines, written, is_too_long=True)
            lines.append(record)
            written.append(line)
    return Segment(lines, written)


def read_header(storage: Storage, path: Path) -> JournalRecord:
    """Return the first line of the file at ``path``; empty if there is no header.

    Raise UnreadableFileError if the card fails again and again.
    """
    return _look(storage, path, _first, {})


def read_last(storage: Storage, path: Path) -> JournalRecord:
    """Return the last valid line in the last 64 KiB of the file at ``path``; empty if none is.

    Errors are as in :func:`read_header`.
    """
    return _look(storage, path, _last, {})


def _look(
    storage: Storage, path: Path, look: Callable[[BinaryIO], Content], nothing: Content
) -> Content:
    """Return what ``look`` finds in the file at ``path``; ``nothing`` if there is no file."""

    def read() -> Content:
        with storage.read(path) as file:
            return look(file)

    try:
        return read_again(read)
    except NOT_A_FILE:
        return nothing
    except OSError as error:
        raise UnreadableFileError.of(error, path) from None


def _first(file: BinaryIO) -> JournalRecord:
    return decode(file.readline(LINE_LIMIT)) or {}


def _last(file: BinaryIO) -> JournalRecord:
    file.seek(max(0, file.seek(0, SEEK_END) - LINE_LIMIT))
    lines = file.read(LINE_LIMIT).splitlines(keepends=True)
    return next(filter(None, map(decode, reversed(lines))), {})


def session_of(header: JournalRecord, number: int) -> int:
    """Return the number of the session in the file ``number`` with ``header``.

    Old files, from before sessions had numbers, do not name it: their own number is used.

    >>> session_of({"session": 5}, 7), session_of({}, 7)
    (5, 7)
    """
    session = header.get("session")
    return session if type(session) is int else number


def numbers(names: Iterable[str]) -> dict[str, int]:
    """Return the files that a journal wrote or kept as damaged, each with its number.

    >>> numbers(["000001.journal", "000002.journal.tail", "lock"])
    {'000001.journal': 1, '000002.journal.tail': 2}
    """
    found = ((name, FILE_NAME.fullmatch(name)) for name in names)
    return {name: int(match["number"]) for name, match in found if match}


def file_name(number: int) -> str:
    """Return the name of the file ``number``.

    >>> file_name(7)
    '000007.journal'
    """
    return f"{number:06}.journal"


def newest_first(numbered: Mapping[str, int]) -> list[str]:
    """Return the names of the journal files without the damaged ones, the newest first."""
    journals = [name for name, number in numbered.items() if name == file_name(number)]
    return sorted(journals, key=numbered.__getitem__, reverse=True)


def set_aside_last(numbered: Mapping[str, int]) -> list[str]:
    """Return the unreadable files that are newer than every journal file, the newest first.

    >>> set_aside_last({"000001.journal": 1, "000002.journal.unreadable": 2})
    ['000002.journal.unreadable']
    >>> set_aside_last({"000003.journal": 3, "000002.journal.unreadable": 2})
    []
    """
    newest = max((numbered[name] for name in newest_first(numbered)), default=0)
    later = [
        name
        for name, number in numbered.items()
        if number > newest and SET_ASIDE.fullmatch(name) is not None
    ]
    return sorted(later, key=numbered.__getitem__, reverse=True)


def keep_tail(storage: Storage, folder: Path, name: str, tail: bytes) -> str:
    """Copy the ``tail`` of the file ``name`` to ``*.tail``; return a sentence that says so."""

    def copy(copy_name: str) -> None:
        descriptor = storage.open_new(folder / copy_name)
        try:
            append(storage, descriptor, tail)
        finally:
            storage.close(descriptor)

    where = _keep(storage, folder, f"{name}.tail", copy)
    return f"{name} ends in something that is not a record: {where}"


def keep_unreadable(storage: Storage, folder: Path, name: str, fault: str) -> str:
    """Rename the file ``name`` to ``*.unreadable``; return a sentence with its ``fault``."""

    def rename(new_name: str) -> None:
        storage.rename(folder / name, new_name)

    return f"{name} {fault}: {_keep(storage, folder, f'{name}.unreadable', rename)}"


def _keep(storage: Storage, folder: Path, wanted: str, keep_as: Callable[[str], None]) -> str:
    """Call ``keep_as`` with the ``wanted`` name or, if it is taken, the next free one like it."""
    try:
        name = free_name(storage, folder, wanted)
        keep_as(name)
    except OSError as error:
        return f"it stays there ({reason(error)})"
    return f"it is kept as {name}"


def free_name(storage: Storage, folder: Path, wanted: str) -> str:
    """Return the ``wanted`` name or, if it is taken in ``folder``, the next free one like it."""
    taken = set(storage.names(folder))
    names = chain([wanted], (f"{wanted}{number}" for number in count(2)))
    return next(name for name in names if name not in taken)
