"""What a journal asks of the system: files that are on the card when a call says so."""

import errno
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, Protocol


class Storage(Protocol):
    """The calls to the system that a journal makes; each raises OSError when it fails."""

    def names(self, folder: Path) -> Sequence[str]:
        """The names of the files in ``folder``, in any order."""

    def size(self, path: Path) -> int:
        """How many bytes the file at ``path`` has."""

    def read(self, path: Path) -> BinaryIO:
        """The file at ``path``, opened for reading; what is no file does not keep it waiting."""

    def open_new(self, path: Path) -> int:
        """Create the file ``path`` (mode 0600), which must not exist; returns its descriptor."""

    def write(self, descriptor: int, data: bytes) -> int:
        """Write once at the end; returns how many bytes were taken, which may be too few."""

    def sync(self, descriptor: int) -> None:
        """Return only when the file's bytes and its length are on the card."""

    def sync_folder(self, folder: Path) -> None:
        """Return only when the names in ``folder`` are on the card."""

    def rename(self, path: Path, name: str) -> None:
        """Give the file at ``path`` another name in its folder."""

    def remove(self, path: Path) -> None:
        """Remove the file at ``path``."""

    def close(self, descriptor: int) -> None:
        """Close a descriptor from :meth:`open_new`."""


class OsStorage:
    """The :class:`Storage` of the operating system."""

    def names(self, folder: Path) -> Sequence[str]:
        return [path.name for path in folder.iterdir()]

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def read(self, path: Path) -> BinaryIO:
        return open(path, "rb", opener=_at_once)

    def open_new(self, path: Path) -> int:
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)

    def write(self, descriptor: int, data: bytes) -> int:
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        getattr(os, "fdatasync", os.fsync)(descriptor)  # macOS has no fdatasync

    def sync_folder(self, folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def rename(self, path: Path, name: str) -> None:
        path.rename(path.with_name(name))

    def remove(self, path: Path) -> None:
        path.unlink()

    def close(self, descriptor: int) -> None:
        os.close(descriptor)


OS_STORAGE: Final = OsStorage()


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def append(storage: Storage, descriptor: int, data: bytes) -> None:
    """Write all of ``data`` at the end, on the card when this returns; OSError if it is not.

    That not all was written is the errno of a full card: nothing else does so to a file.
    """
    written = storage.write(descriptor, data)
    if written != len(data):
        raise OSError(errno.ENOSPC, f"only {written} of {len(data)} bytes were written")
    storage.sync(descriptor)


def create(storage: Storage, folder: Path, name: str, data: bytes) -> int:
    """Write a file whole under a draft name, then give it ``name``; returns its descriptor.

    A file that had the name is replaced. OSError if it is not on the card; the draft is removed.
    """
    draft = folder / f"{name}.new"
    descriptor = storage.open_new(draft)
    try:
        append(storage, descriptor, data)
        storage.rename(draft, name)
        storage.sync_folder(folder)
    except OSError:
        with suppress(OSError):
            storage.close(descriptor)
        with suppress(OSError):
            storage.remove(draft)
        raise
    return descriptor


def replace_file(storage: Storage, folder: Path, name: str, data: bytes) -> None:
    """Let ``data`` be in the file ``name``: after a power cut it is the old one or the new one.

    OSError if it is not on the card.
    """
    with suppress(FileNotFoundError):  # left by a power cut
        storage.remove(folder / f"{name}.new")
    storage.close(create(storage, folder, name, data))
