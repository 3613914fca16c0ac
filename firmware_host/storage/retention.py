"""The room that a journal takes on the card: which old files stay, and a reserve.

:class:`Retention` keeps so many games, so many bytes and so many days. :class:`Reserve` is a file
without meaning that is deleted when the card is full, so that the present game can go on.
"""

import errno
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, Self

from firmware_host.storage.filesystem import Storage, replace_file
from firmware_host.storage.history import iso_day
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.segments import file_name, numbers, read_header, session_of

DATED_SESSIONS: Final = 2
"""The newest sessions that decide what day it is: the clock may have been wrong during one."""

RESERVE_NAME: Final = "ballast"
"""The name in release 0.1.0; another one would leave the old file on the card for ever."""

RESERVE_SIZE: Final = 1024 * 1024
"""Bytes: a game of some five thousand actions takes a fifth of it."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT)
"""The errors of a card that has no room, or none for this user."""


@dataclass(frozen=True)
class JournalFile:
    """A file of a journal: its ``name`` and ``number``, its ``size`` in bytes, and its ``header``.

    The header is empty if the file is damaged.
    """

    name: str
    number: int
    size: int
    header: JournalRecord

    @classmethod
    def read(cls, storage: Storage, folder: Path, name: str, number: int) -> Self:
        """Look at the file ``name`` in ``folder``; raise OSError if it has disappeared."""
        path = folder / name
        header = read_header(storage, path) if name == file_name(number) else {}
        return cls(name, number, storage.size(path), header)

    @property
    def session(self) -> int | str:
        """The number that all files of a session share; the file's name if it has no header."""
        return session_of(self.header, self.number) if self.header else self.name

    @property
    def day(self) -> date | None:
        """The day in the header; None if there is none."""
        day = iso_day(self.header.get("date"))
        return None if day is None else date.fromisoformat(day)


@dataclass(frozen=True)
class Retention:
    """How much stays on the card: ``sessions``, ``size`` in bytes of all files, and ``days``."""

    sessions: int = 50
    size: int = 4 * 1024 * 1024
    days: int = 400

    def apply(self, storage: Storage, folder: Path) -> None:
        """Remove the surplus files of the journal in ``folder``; raise OSError on failure."""
        numbered = numbers(storage.names(folder))
        names = sorted(numbered, key=numbered.__getitem__, reverse=True)
        files = [JournalFile.read(storage, folder, name, numbered[name]) for name in names]
        for name in self.surplus(files):
            storage.remove(folder / name)

    def surplus(self, files: Sequence[JournalFile]) -> Iterator[str]:
        """Yield the names of those among ``files`` (the newest first) that exceed the limits.

        The first file always stays. Only the newest file of a session stays, because it holds the
        whole session. When a file exceeds a limit, all older ones go with it.

        >>> files = [JournalFile(str(n), n, 40, {"session": n // 2}) for n in (5, 4, 3, 1)]
        >>> list(Retention().surplus(files)), list(Retention(size=100).surplus(files))
        (['4'], ['4', '1'])
        """
        newest: dict[object, JournalFile] = {}
        for file in files:
            newest.setdefault(file.session, file)
        count = self._within_limits(list(newest.values()))
        kept = {file.name for file in list(newest.values())[: max(count, 1)]}
        return (file.name for file in files if file.name not in kept)

    def _within_limits(self, files: Sequence[JournalFile]) -> int:
        """Return how many of ``files``, the newest file of each session, can stay."""
        today = _today(files)
        size = sessions = 0
        for count, file in enumerate(files):
            size += file.size
            sessions += bool(file.header)
            if size > self.size or sessions > self.sessions or self._is_past(file.day, today):
                return count
        return len(files)

    def _is_past(self, day: date | None, today: date | None) -> bool:
        return day is not None and today is not None and (today - day).days > self.days


DEFAULT_RETENTION: Final = Retention()


def _today(files: Sequence[JournalFile]) -> date | None:
    """Return the earliest day that the newest sessions name; None if there are too few."""
    days = [file.day for file in files if file.day is not None][:DATED_SESSIONS]
    return min(days) if len(days) == DATED_SESSIONS else None


class Reserve:
    """A file of ``size`` bytes in ``folder`` that only takes room; no file if ``size`` is 0."""

    def __init__(self, folder: Path, storage: Storage, size: int = RESERVE_SIZE) -> None:
        self._folder, self._storage, self._size = folder, storage, size

    def take(self) -> None:
        """Write the file if it does not exist; do nothing if the card has no room for it."""
        with suppress(OSError):
            if self._size and RESERVE_NAME not in self._storage.names(self._folder):
                # random bytes, which no file system can compress
                data = random.Random(self._size).randbytes(self._size)
                replace_file(self._storage, self._folder, RESERVE_NAME, data)

    def release(self) -> bool:
        """Delete the file; return whether there was one."""
        try:
            self._storage.remove(self._folder / RESERVE_NAME)
            self._storage.sync_folder(self._folder)
        except OSError:
            return False
        return True
