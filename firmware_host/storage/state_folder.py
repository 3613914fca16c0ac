"""Where saved games live, and the lock that gives the folder to one program at a time."""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware_host.errors import StateFolderError, reason

LOCK_NAME = "lock"
PID_BYTES = 20


def find(option: str | None, environ: Mapping[str, str]) -> Path:
    """Return the folder for saved games; nothing is created.

    The first that is set wins: ``option`` (the value of ``--state-dir``), ``$STATE_DIRECTORY``
    (the first of several joined by colons, as systemd gives them), ``$XDG_STATE_HOME/tableside``
    (only if absolute, as the XDG base directory specification says), then
    ``~/.local/state/tableside``. StateFolderError if ``option`` is empty or there is no home.

    >>> find(None, {"STATE_DIRECTORY": "/var/lib/tableside:/var/lib/other"}).as_posix()
    '/var/lib/tableside'
    """
    if option is not None:
        return _named(option)
    if from_systemd := environ.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(from_systemd)
    from_xdg = Path(environ.get("XDG_STATE_HOME", ""))
    base = from_xdg if from_xdg.is_absolute() else _home(environ) / ".local" / "state"
    return base / "tableside"


def _named(option: str) -> Path:
    if not option:
        raise StateFolderError("--state-dir: expected the path of a folder, not an empty one")
    return Path(option)


def _home(environ: Mapping[str, str]) -> Path:
    if home := environ.get("HOME"):
        return Path(home)
    try:
        return Path.home()
    except RuntimeError as error:
        raise StateFolderError(
            "no home folder to keep games in: name a folder with --state-dir"
        ) from error


@contextmanager
def hold(folder: Path) -> Iterator[Path]:
    """Keep ``folder`` to this program while the ``with`` block runs; yields the folder.

    It is created if it is not there, as are the folders around it, with mode 0700. A file ``lock``
    inside (mode 0600) carries an advisory lock and the number of the process that has it; the
    system lets go of the lock when that process ends, however it ends. StateFolderError if the
    folder cannot be created or written to, or if another program holds it.
    """
    descriptor = _opened(folder)
    try:
        _lock(descriptor, folder)
        yield folder
    finally:
        os.close(descriptor)


def _opened(folder: Path) -> int:
    try:
        for each in reversed([folder, *folder.parents]):
            each.mkdir(mode=0o700, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(0, "it is not writable")
        return os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unusable(folder, error) from error


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
    with suppress(OSError):  # on a full card the lock still holds, it only has no name on it
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
