"""The room that a journal takes on the card: which old files stay, and a reserve.

:class:`Retention` keeps so many games and so many bytes. The age of a game does not matter: the
clock of a Raspberry Pi can be wrong by years. :class:`Portion` bounds how many files a start looks
at. :class:`Reserve` is a file without meaning that is deleted when the card is full, so that the
present game can go on.
"""

import errno
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from msgspec import Struct

from firmware_host.storage.filesystem import Storage, read_again, replace_file
from firmware_host.storage.history import goes_on
from firmware_host.storage.records import JournalRecord
from firmware_host.storage.segments import (
    FILE_LIMIT,
    TAIL_LIMIT,
    UnreadableFileError,
    file_name,
    numbers,
    read_header,
    read_last,
    read_segment,
    session_of,
)

RESERVE_NAME: Final = "ballast"
"""The name in release 0.1.0; another one would leave the old file on the card for ever."""

RESERVE_SIZE: Final = 1024 * 1024
"""Bytes: a game of some five thousand actions takes a fifth of it."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT)
"""The errors of a card that has no room, or none for this user."""


UNPLAYED: Final = frozenset(("tableside", "begin"))
"""Names in the header of a file and in the first record of a game: nothing has been played yet."""


class JournalFile(Struct, frozen=True):
    """A file of a journal: its ``name`` and ``number``, its ``size`` in bytes, and its ``header``.

    The header is empty if the file is damaged. ``is_left`` is true if the game in it was left after
    something had been played, and can go on; also if the card does not give back its end.
    """

    name: str
    number: int
    size: int
    header: JournalRecord
    is_left: bool = False

    @classmethod
    def read(
        cls, storage: Storage, folder: Path, name: str, number: int, known: Self | None = None
    ) -> Self:
        """Look at the file ``name`` in ``folder``, unless it has the size of what is ``known``.

        Raise OSError if it has disappeared, UnreadableFileError if its header cannot be read.
        """
        path = folder / name
        size = storage.size(path)
        if known is not None and known.size == size:
            return known
        header = read_header(storage, path) if name == file_name(number) else {}
        return cls(name, number, size, header, is_left=bool(header) and _is_left(storage, path))

    @property
    def session(self) -> int | str:
        """The number that all files of a session share; the file's name if it has no header."""
        return session_of(self.header, self.number) if self.header else self.name

    @property
    def age(self) -> tuple[int, int]:
        """The number of the session, then that of the file: the larger, the newer."""
        return session_of(self.header, self.number), self.number


def _is_left(storage: Storage, path: Path) -> bool:
    try:
        last = read_last(storage, path)
    except UnreadableFileError:
        return True  # nobody knows: it stays as long as one that can go on
    return bool(last) and goes_on(last) and not UNPLAYED & last.keys()


PORTION_FILES: Final = 1000
PORTION_BYTES: Final = 4 * 1024 * 1024
"""The most of the oldest files that are read at once: a second of a fast computer."""


class Portion(Struct, frozen=True):
    """The ``files`` of a journal that are counted and removed at once, the newest first.

    These are all files, unless there are very many: then the oldest and the newest of them. So a
    start takes as long with 100,000 files as with some thousand, and each start and each new game
    removes some of the oldest. Of all sessions below ``end``, every file is there; None means that
    no file is left out.
    """

    files: Sequence[JournalFile]
    end: int | None = None

    @classmethod
    def read(cls, storage: Storage, folder: Path, known: "Portion | None" = None) -> Self:
        """Look at the files in ``folder`` that are not yet ``known`` as they are.

        Raise OSError if one has disappeared, UnreadableFileError if a header cannot be read.
        """
        numbered = numbers(storage.names(folder))
        names = sorted(numbered, key=numbered.__getitem__, reverse=True)
        before = {file.name: file for file in known.files} if known is not None else {}

        def look(name: str) -> JournalFile:
            return JournalFile.read(storage, folder, name, numbered[name], before.get(name))

        if len(names) <= 2 * PORTION_FILES:
            return cls([*map(look, names)])
        newest, oldest = [*map(look, names[:PORTION_FILES])], _oldest(names, look)
        end = max((file.age[0] for file in oldest if file.header), default=0)
        return cls((*newest, *oldest), end)

    @property
    def names(self) -> Sequence[str]:
        """The names of the files."""
        return [file.name for file in self.files]

    def has_all_of(self, file: JournalFile) -> bool:
        """Return whether no file of the session of ``file`` is left out."""
        return self.end is None or file.age[0] < self.end


def _oldest(names: Sequence[str], look: Callable[[str], JournalFile]) -> Sequence[JournalFile]:
    """Return the oldest of the files ``names`` (the newest first) that are read at once."""
    oldest: list[JournalFile] = []
    room = PORTION_BYTES
    for name in names[: -PORTION_FILES - 1 : -1]:
        oldest[:0] = [look(name)]
        room -= oldest[0].size
        if room < 0:
            break
    return oldest


class Retention(Struct, frozen=True):
    """How much stays on the card: ``sessions``, and ``size`` in bytes of all files.

    The newest ``left`` of the games that were left and can go on stay before all others. The first
    ``at_least`` sessions in this order stay even if they take more than ``size``.
    """

    sessions: int = 50
    left: int = 30
    size: int = 4 * 1024 * 1024
    at_least: int = 20

    def apply(
        self, storage: Storage, folder: Path, portion: Portion, gone: list[JournalFile]
    ) -> Sequence[str]:
        """Remove the surplus files among ``portion`` in ``folder``; raise OSError on failure.

        Remove only what was read completely. An older file of a session is removed only if the
        newer one has all that it has. The newest file of each session that is removed is added to
        ``gone``. Return sentences about files that stay because they cannot be read.
        """
        files = portion.files
        surplus = set(self.surplus(files))
        newest = _newest_of_each_session(files)
        notices: list[str] = []
        for file in (file for file in files if file.name in surplus):
            newer = newest[file.session]
            is_surplus = newer.name in surplus and portion.has_all_of(file)
            if newer is file and not is_surplus:
                continue
            try:
                content = _read_whole(storage, folder, file)
                if is_surplus or _holds(storage, folder, files, newer, file, content):
                    storage.remove(folder / file.name)
                    gone += [file] if newer is file else []
            except UnreadableFileError as error:
                notices.append(f"{error}: it is not removed")
        return notices

    def surplus(self, files: Sequence[JournalFile]) -> Iterator[str]:
        """Yield the names of those among ``files`` (the newest first) that exceed the limits.

        The first file always stays. Only the newest file of a session stays, because it holds the
        whole session. When a file exceeds a limit, those of all sessions after it go with it: the
        newest games that were left come first, then the others, each from the newest on.

        >>> files = [JournalFile(str(n), n, 40, {"session": n // 2}) for n in (5, 4, 3, 1)]
        >>> list(Retention().surplus(files)), list(Retention(size=100, at_least=1).surplus(files))
        (['4'], ['4', '1'])
        """
        newest = [*_newest_of_each_session(files).values()]
        present = files[:1]
        older = sorted(newest[1:], key=lambda file: file.age, reverse=True)
        left = [file for file in older if file.is_left][: self.left]
        ordered = [*present, *left, *(file for file in older if file not in left)]
        kept = {file.name for file in ordered[: max(self._within_limits(ordered), 1)]}
        return (file.name for file in files if file.name not in kept)

    def _within_limits(self, files: Sequence[JournalFile]) -> int:
        """Return how many of ``files``, the newest file of each session, can stay."""
        size = sessions = 0
        for count, file in enumerate(files):
            size += file.size
            sessions += bool(file.header)
            is_too_large = size > self.size and sessions > self.at_least
            if sessions > self.sessions or is_too_large:
                return count
        return len(files)


def _newest_of_each_session(files: Sequence[JournalFile]) -> dict[object, JournalFile]:
    newest: dict[object, JournalFile] = {}
    for file in files:
        newest.setdefault(file.session, file)
    return newest


def _holds(
    storage: Storage,
    folder: Path,
    files: Sequence[JournalFile],
    newer: JournalFile,
    older: JournalFile,
    content: bytes,
) -> bool:
    """Return whether ``newer`` has all the ``content`` of ``older``, apart from the header.

    A damaged end of the older file has to be among ``files`` as a tail.
    """
    if max(older.size, newer.size) > FILE_LIMIT:
        return False
    records = _without_header(_read_whole(storage, folder, newer))
    if records.startswith(_without_header(content)):
        return True
    found = read_segment(storage, folder / older.name)
    if found.error is not None:
        raise found.error
    is_kept = any(
        file.name.startswith(f"{older.name}.tail") and file.size == len(found.tail) < TAIL_LIMIT
        for file in files
    )
    return is_kept and records.startswith(b"".join(found.written[1:]))


def _without_header(content: bytes) -> bytes:
    return content.partition(b"\n")[2]


def _read_whole(storage: Storage, folder: Path, file: JournalFile) -> bytes:
    """Read ``file`` to its end; return at most :data:`FILE_LIMIT` bytes of it."""

    def read() -> bytes:
        with storage.read(folder / file.name) as opened:
            content = opened.read(FILE_LIMIT)
            for _ in range(file.size // FILE_LIMIT):
                opened.read(FILE_LIMIT)
            return content or b""  # a pipe gives None

    try:
        return read_again(read)
    except OSError as error:
        raise UnreadableFileError.of(error, folder / file.name) from None


DEFAULT_RETENTION: Final = Retention()


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
