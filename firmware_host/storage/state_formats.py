"""Bring the folder with the games to the format of this version, with a copy of what was there.

The file ``format`` in the folder says its format; without one it is 1, as since release 0.1.0.
Before a migration to format 2 all files are copied to ``before-2`` in the folder. One rule makes
every moment safe: **while the format is 1 and there is a ``before-2``, the copy is what counts**.
So a migration that was interrupted begins again from the copy, and an older version takes it back.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from firmware_host.base.errors import StateFolderError, reason
from firmware_host.setup.paths import FOR_UPDATER
from firmware_host.setup.update.disk import (
    NEW,
    PRIVATE,
    OsUpdateDisk,
    UpdateDisk,
    remove_tree,
    replace_with,
)
from firmware_host.storage.state_folder import (
    FORMAT,
    FORMAT_FILE,
    LOCK_NAME,
    hold,
    read_format,
    refuse_newer,
)

Files = Mapping[str, bytes]
Migration = Callable[[Files], Files]

MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""What makes format n+1 of the files of format n; every format since 1 must be there."""

LARGEST: Final = 1 << 30
NOT_GAMES: Final = (LOCK_NAME, FORMAT_FILE)


@contextmanager
def hold_games(folder: Path, comes_back: bool = False) -> Iterator[Path]:
    """Lock ``folder`` as :func:`~firmware_host.storage.state_folder.hold` does, in our format.

    ``comes_back`` takes back what a newer version has made of it. StateFolderError, also if that
    is not possible.
    """
    with hold(folder):
        disk, place = OsUpdateDisk(), str(folder.absolute())
        try:
            if comes_back:
                bring_back(disk, place)
            bring_forward(disk, place)
        except OSError as error:
            if isinstance(error, StateFolderError):
                raise
            raise StateFolderError(
                f"{folder} cannot be brought to format {FORMAT}: {reason(error)}; "
                "the copy in it stays, see tableside doctor"
            ) from error
        refuse_newer(folder)
        yield folder


def bring_forward(
    disk: UpdateDisk,
    folder: str,
    to: int = FORMAT,
    migrations: Mapping[int, Migration] = MIGRATIONS,
) -> None:
    """Bring ``folder`` to the format ``to``, unless its format is newer; OSError if that fails."""
    while (now := format_of(disk, folder)) < to:
        copy = f"{folder}/before-{now + 1}"
        if not disk.is_folder(copy):
            _copy(disk, folder, copy)
        _fill(disk, folder, migrations[now](_files(disk, copy)))
        _set_format(disk, folder, now + 1)
        remove_tree(disk, f"{folder}/before-{now}")
    if now == to:
        _take_back(disk, folder, now)


def bring_back(disk: UpdateDisk, folder: str, to: int = FORMAT) -> bool:
    """Take back migrations of ``folder`` to formats above ``to``; return whether that was possible.

    What was written since stays in ``after-N`` beside it.
    """
    now = format_of(disk, folder)
    if now != to + 1 or not disk.is_folder(f"{folder}/before-{now}"):
        return False
    remove_tree(disk, f"{folder}/after-{now}")
    _copy(disk, folder, f"{folder}/after-{now}")
    _set_format(disk, folder, to)
    _take_back(disk, folder, to)
    return True


def format_of(disk: UpdateDisk, folder: str) -> int:
    """Return the format of ``folder``."""
    return read_format(disk.read(f"{folder}/{FORMAT_FILE}", 64))


def _take_back(disk: UpdateDisk, folder: str, to: int) -> None:
    """Let the copy before format ``to + 1`` be the games again, if there is one."""
    copy = f"{folder}/before-{to + 1}"
    if disk.is_folder(copy):
        _fill(disk, folder, _files(disk, copy))
        disk.rename(copy, copy + NEW)  # half of a copy must not look like one
        disk.sync_folder(folder)
        remove_tree(disk, copy + NEW)


def _copy(disk: UpdateDisk, folder: str, copy: str) -> None:
    """Copy the files in ``folder`` to the new folder ``copy``, whole or not at all."""
    remove_tree(disk, copy + NEW)
    disk.make_folder(copy + NEW)
    for name, data in _files(disk, folder).items():
        disk.write(f"{copy}{NEW}/{name}", data, PRIVATE)
    disk.sync()
    disk.rename(copy + NEW, copy)
    disk.sync_folder(folder)


def _fill(disk: UpdateDisk, folder: str, files: Files) -> None:
    """Let ``folder`` have these ``files`` and no others of a table."""
    there = _files(disk, folder)
    for name, data in files.items():
        if there.get(name) != data:
            replace_with(disk, f"{folder}/{name}", data, PRIVATE)
    for name in there.keys() - files.keys():
        disk.remove(f"{folder}/{name}")
    disk.sync_folder(folder)


def _set_format(disk: UpdateDisk, folder: str, number: int) -> None:
    replace_with(disk, f"{folder}/{FORMAT_FILE}", f"{number}\n".encode("ascii"), PRIVATE)


def _files(disk: UpdateDisk, folder: str) -> Files:
    """Return the files of a table in ``folder``, without drafts and what is for the updater."""
    files = {}
    for name in filter(_is_of_a_table, disk.names(folder)):
        if not disk.is_folder(f"{folder}/{name}"):
            data = disk.read(f"{folder}/{name}", LARGEST)
            if data is not None:
                files[name] = data
    return files


def _is_of_a_table(name: str) -> bool:
    return not (name in NOT_GAMES or name.endswith(NEW) or name.startswith(FOR_UPDATER))
