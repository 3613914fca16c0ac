"""Which of its older files a journal keeps: so many games, so many bytes, so many days."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, Self

from firmware_host.storage.endings import iso_day
from firmware_host.storage.filesystem import Storage
from firmware_host.storage.records import Record
from firmware_host.storage.segments import file_name, numbers, read_header, session_of

NEWEST: Final = 2
"""How many of the newest sessions tell what day it is: one alone may have had a wrong clock."""


@dataclass(frozen=True)
class KeptFile:
    """A file of a journal: its name with the number, its size in bytes, and its header.

    The header is empty if the file was set aside, or cannot be read.
    """

    name: str
    number: int
    size: int
    header: Record

    @classmethod
    def of(cls, storage: Storage, folder: Path, name: str, number: int) -> Self:
        """The file ``name`` in ``folder``; OSError if it is not there any more."""
        path = folder / name
        header = read_header(storage, path) if name == file_name(number) else {}
        return cls(name, number, storage.size(path), header)

    @property
    def session(self) -> int | str:
        """What all files of a session share; a file without a header has its name."""
        return session_of(self.header, self.number) if self.header else self.name

    @property
    def day(self) -> date | None:
        """The day that its header names; None if it names none."""
        day = iso_day(self.header.get("date"))
        return None if day is None else date.fromisoformat(day)


@dataclass(frozen=True)
class Shelf:
    """Room for so many ``sessions``, for files of ``size`` bytes in all, and for ``days``."""

    sessions: int = 50
    size: int = 4 * 1024 * 1024
    days: int = 400

    def tidy(self, storage: Storage, folder: Path) -> None:
        """Remove what there is no room for from the journal in ``folder``; OSError on failure."""
        numbered = numbers(storage.names(folder))
        names = sorted(numbered, key=numbered.__getitem__, reverse=True)
        files = [KeptFile.of(storage, folder, name, numbered[name]) for name in names]
        for name in self.surplus(files):
            storage.remove(folder / name)

    def surplus(self, files: Sequence[KeptFile]) -> Iterator[str]:
        """The names of those among ``files``, the newest first, that there is no room for.

        The first is always kept. Of a session only the newest file is: it holds all of it. Where
        there is no room for a file there is none for older ones.

        >>> files = [KeptFile(str(n), n, 40, {"session": n // 2}) for n in (5, 4, 3, 1)]
        >>> list(Shelf().surplus(files)), list(Shelf(size=100).surplus(files))
        (['4'], ['4', '1'])
        """
        newest: dict[object, KeptFile] = {}
        for file in files:
            newest.setdefault(file.session, file)
        room = self._room(list(newest.values()))
        kept = {file.name for file in list(newest.values())[: max(room, 1)]}
        return (file.name for file in files if file.name not in kept)

    def _room(self, files: Sequence[KeptFile]) -> int:
        """How many of ``files``, the newest file of each session, there is room for."""
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


def _today(files: Sequence[KeptFile]) -> date | None:
    """The earliest of the days that the newest sessions name; None if there are too few."""
    days = [file.day for file in files if file.day is not None][:NEWEST]
    return min(days) if len(days) == NEWEST else None


USUAL_SHELF: Final = Shelf()
