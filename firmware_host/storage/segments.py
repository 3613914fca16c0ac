"""The files of a journal, its segments: how they are called, and what one of them holds.

A file may be torn, damaged or written by somebody who lies: what is read of it is bounded, and
whatever is no session is told in a sentence.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.errors import reason
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.records import LINE_LIMIT, Record, decode

FORMAT: Final = 1
FILE_LIMIT: Final = 4 * 1024 * 1024
"""Bytes of a file: some twenty times the longest game that random play has had."""
SESSION_LIMIT: Final = FILE_LIMIT - LINE_LIMIT
"""Bytes of a session, for there is a header before it."""
TAIL_LIMIT: Final = 1024 * 1024
FILE_NAME: Final = re.compile(r"(?P<number>[0-9]{6,})\.journal(\..+)?")


@dataclass(frozen=True, slots=True)
class Segment:
    """The valid lines of a file, the beginning of what follows them, and why reading stopped.

    ``lines`` are the records, ``written`` the same as they stand in the file.
    """

    lines: Sequence[Record]
    written: Sequence[bytes]
    tail: bytes = b""
    error: str = ""
    is_too_long: bool = False

    @property
    def header(self) -> Record:
        """Its first line; empty if there is none."""
        return self.lines[0] if self.lines else {}

    @property
    def fault(self) -> str | None:
        """What keeps the lines from being a session; None if they are one."""
        version = self.header.get("tableside")
        if version is None:
            return "does not begin like a journal"
        if type(version) is not int or version != FORMAT:
            return f"is a journal of format {version}, expected {FORMAT}"
        if self.is_too_long:
            return f"is longer than {FILE_LIMIT} bytes"
        return None if len(self.lines) > 1 else "has no whole record"


def read(storage: Storage, path: Path) -> Segment:
    """Return what the file at ``path`` holds, up to :data:`FILE_LIMIT` bytes of it."""
    lines: list[Record] = []
    written: list[bytes] = []
    room = FILE_LIMIT
    try:
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
    except OSError as error:
        return Segment(lines, written, error=reason(error))
    return Segment(lines, written)


def read_header(storage: Storage, path: Path) -> Record:
    """Return the first line of the file at ``path``; empty if it has none or cannot be read."""
    try:
        with storage.read(path) as file:
            return decode(file.readline(LINE_LIMIT)) or {}
    except OSError:
        return {}


def session_of(header: Record, number: int) -> int:
    """The number of the session in the file ``number`` with ``header``.

    Files from before sessions were numbered do not name it: there it is their own.

    >>> session_of({"session": 5}, 7), session_of({}, 7)
    (5, 7)
    """
    session = header.get("session")
    return session if type(session) is int else number


def numbers(names: Iterable[str]) -> dict[str, int]:
    """The files that a journal made or set aside, with the number each begins with.

    >>> numbers(["000001.journal", "000002.journal.tail", "lock"])
    {'000001.journal': 1, '000002.journal.tail': 2}
    """
    found = ((name, FILE_NAME.fullmatch(name)) for name in names)
    return {name: int(match["number"]) for name, match in found if match}


def file_name(number: int) -> str:
    """What the file ``number`` is called.

    >>> file_name(7)
    '000007.journal'
    """
    return f"{number:06}.journal"


def newest_first(numbered: Mapping[str, int]) -> list[str]:
    """The files that were not set aside, the highest number first."""
    journals = [name for name, number in numbered.items() if name == file_name(number)]
    return sorted(journals, key=numbered.__getitem__, reverse=True)
