"""Find the folder for saved games, and lock it so that only one program at a time uses it.

A folder of another version is brought to the format of this one, with a copy of what was there.
The file ``format`` says the format; without one it is 1, as since release 0.1.0.
Before a migration to format 2 all files are copied to ``before-2`` in the folder. One rule makes
every moment safe: **while the format is 1 and there is a ``before-2``, the copy is what counts**.
So a migration that was interrupted begins again from the copy, and an older version takes it back.
"""

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from firmware_host.base.errors import StateFolderError, left_on_signals, reason
from firmware_host.setup.paths import FOR_UPDATER
from firmware_host.setup.update.disk import (
    NEW,
    PRIVATE,
    UpdateDisk,
    remove_tree,
    replace_with,
)
from firmware_host.storage.filesystem import OS_STORAGE
from hardware.untrusted_input import read_untrusted

LOCK_NAME = "lock"
FORMAT_FILE = "format"
FORMAT = 1
"""The format of the folders that this version writes; MIGRATIONS lead to it from the others."""
PID_BYTES = 20
FORMAT_DIGITS, FORMAT_BYTES = 6, 64
TEMPORARY = "tableside-games-"
"""The beginning of the names of temporary state folders."""
NEW_SECONDS: Final = 60.0
"""A temporary folder of that age has been locked by its program, or is left."""


def find(option: str | None, environ: Mapping[str, str]) -> Path:
    """Return the folder for saved games as :func:`locate` does, for a program that reads it.

    StateFolderError also if a newer version has written it.
    """
    folder = locate(option, environ)
    refuse_newer(folder)
    return folder


def locate(option: str | None, environ: Mapping[str, str]) -> Path:
    """Return the folder for saved games; nothing is created.

    The first that is set wins: ``option`` (the value of ``--state-dir``), ``$STATE_DIRECTORY``
    (the first of several separated by colons, as systemd writes them),
    ``$XDG_STATE_HOME/tableside`` (only if absolute, as the XDG base directory specification says),
    then ``~/.local/state/tableside``. Raise StateFolderError if ``option`` is empty or if there is
    no home folder.

    >>> locate(None, {"STATE_DIRECTORY": "/var/lib/tableside:/var/lib/other"}).as_posix()
    '/var/lib/tableside'
    """
    if option == "":
        raise StateFolderError("--state-dir: expected the path of a folder, got an empty one")
    if option is not None:
        return Path(option)
    if from_systemd := environ.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(from_systemd)
    from_xdg = Path(environ.get("XDG_STATE_HOME", ""))
    base = from_xdg if from_xdg.is_absolute() else _home(environ) / ".local" / "state"
    return base / "tableside"


def read_format(text: bytes | None) -> int:
    """Return the format that the ``text`` of :data:`FORMAT_FILE` names: 1 if there is no file.

    StateFolderError if it names none.
    """
    if text is None:
        return 1
    word = text.strip()
    if not word.isdigit() or len(word) > FORMAT_DIGITS:
        raise StateFolderError(
            f"expected a number in the file {FORMAT_FILE} of the folder with the games, got "
            f"{word[:20]!r}: write the number there that the newest of its copies before-N has"
        )
    return int(word)


def refuse_newer(folder: Path) -> None:
    """Raise StateFolderError if a newer version has written ``folder``."""
    try:
        text: bytes | None = read_untrusted(folder / FORMAT_FILE, FORMAT_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        text = None
    except OSError as error:
        raise StateFolderError(
            f"{folder / FORMAT_FILE} cannot be read: {reason(error)}: write the number there that "
            "the newest of its copies before-N has, or remove it if there is no copy"
        ) from None
    found = read_format(text)
    if found > FORMAT:
        raise StateFolderError(
            f"{folder} has games of format {found}, this version reads up to format {FORMAT}: use "
            f"the newer version, or name the copy with --state-dir {folder}/before-{found}"
        )


def _home(environ: Mapping[str, str]) -> Path:
    if home := environ.get("HOME"):
        return Path(home)
    try:
        return Path.home()
    except RuntimeError as error:
        raise StateFolderError(
            "expected a home folder to keep games in, found none: name a folder with --state-dir"
        ) from error


@contextmanager
def hold(folder: Path) -> Iterator[Path]:
    """Lock ``folder`` for this program while the ``with`` block runs; yield the folder.

    The folder and the folders around it are created if they do not exist, with mode 0700; then
    their names are on the card. A file
    ``lock`` inside (mode 0600) has an advisory lock and the number of the process that holds it.
    The system releases the lock when that process ends, in whatever way. Raise StateFolderError if
    the folder cannot be created or written to, or if another program holds it.
    """
    descriptor = _open_lock(folder)
    try:
        _lock(descriptor, folder)
        yield folder
    finally:
        with suppress(OSError):  # the system releases the lock even if it reports an error
            os.close(descriptor)


@contextmanager
def temporary_folder(within: Path | None = None) -> Iterator[Path]:
    """Make an empty state folder ``within`` a folder; delete it when the ``with`` block ends.

    None: where the system keeps temporary files.

    Delete folders that programs left behind which were killed. A program that still runs holds a
    lock on its folder. SIGTERM and SIGHUP end this one with SystemExit meanwhile, so that nothing
    is left.
    """
    from tempfile import TemporaryDirectory, gettempdir

    around = Path(gettempdir()) if within is None else within
    for left in around.glob(f"{TEMPORARY}*"):
        _remove_unused(left)
    with (
        left_on_signals(),
        TemporaryDirectory(prefix=TEMPORARY, dir=around) as name,
        _locked(Path(name)),
    ):
        (Path(name) / LOCK_NAME).touch(0o600)  # from now on it can be seen that nobody is about it
        yield Path(name)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold a lock on ``folder`` itself; raise OSError if another program does."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _remove_unused(folder: Path) -> None:
    with suppress(OSError):
        if _is_made(folder) and folder.stat().st_uid == os.geteuid():
            with _locked(folder):
                shutil.rmtree(folder)


def _is_made(folder: Path) -> bool:
    """Return whether the program that made ``folder`` has come to lock it: it may be new.

    Versions before 0.3.0 put no lock file into some.
    """
    return (folder / LOCK_NAME).exists() or time.time() - folder.stat().st_mtime > NEW_SECONDS


def _open_lock(folder: Path) -> int:
    try:
        for each in reversed([folder, *folder.parents]):
            _make(each)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(0, "it is not writable")
        return os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unusable(folder, error) from error


def _make(folder: Path) -> None:
    """Make ``folder`` unless it exists, so that a power cut does not take it away again."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
        return
    OS_STORAGE.sync_folder(folder.parent)


def _lock(descriptor: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise StateFolderError(
            f"{folder} is in use by {_holder(descriptor)}: "
            "end that one first, or choose another folder with --state-dir"
        ) from error
    except OSError as error:
        raise _unusable(folder, error) from error
    with suppress(OSError):  # on a full card the lock holds, only without the number
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)


def _holder(descriptor: int) -> str:
    with suppress(OSError):
        pid = os.pread(descriptor, PID_BYTES, 0).strip()
        if pid.isdigit():
            return f"process {pid.decode('ascii')}"
    return "another program"


def _unusable(folder: Path, error: OSError) -> StateFolderError:
    return StateFolderError(
        f"cannot keep games in {folder}: {reason(error)}; "
        "choose a folder you may write to with --state-dir"
    )


Files = Mapping[str, bytes]
Migration = Callable[[Files], Files]

MIGRATIONS: Final[Mapping[int, Migration]] = {}
"""What makes format n+1 of the files of format n; every format since 1 must be there."""

LARGEST: Final = 1 << 30
NOT_GAMES: Final = (LOCK_NAME, FORMAT_FILE)


@contextmanager
def hold_games(folder: Path, comes_back: bool = False) -> Iterator[Path]:
    """Lock ``folder`` as :func:`hold` does, in our format.

    ``comes_back`` takes back what a newer version has made of it. StateFolderError, also if that
    is not possible.
    """
    with hold(folder):
        disk, place = UpdateDisk(), str(folder.absolute())
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
    return read_format(disk.read(f"{folder}/{FORMAT_FILE}", FORMAT_BYTES))


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
