"""What a journal asks of the system: files that are on the card when a call says so."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final, Protocol


class Storage(Protocol):
    """The calls to the system that a journal makes; each raises OSError when it fails."""

    def names(self, folder: Path) -> Sequence[str]:
        """The names of the files in ``folder``, in any order."""

    def read(self, path: Path) -> BinaryIO:
        """The file at ``path``, opened for reading."""

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

    def read(self, path: Path) -> BinaryIO:
        return path.open("rb")

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
