"""A card in memory for long runs: a storage for a journal, with faults that come and go."""

import errno
import io
import os
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import BinaryIO

from firmware_host.storage.filesystem import Storage

FOLDER = Path("card")


class Memory(Storage):
    """A :class:`~firmware_host.storage.filesystem.Storage` of one folder.

    :attr:`fault` is the errno with which every call fails, None while there is no fault;
    :attr:`room` is the number of free bytes.
    """

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.fault: int | None = None
        self.room = inf
        self._files = {name: bytearray(data) for name, data in (files or {}).items()}
        self._open: dict[int, bytearray] = {}
        self._opened = 0

    def copy(self) -> "Memory":
        """Return the same files on a card without faults."""
        return Memory({name: bytes(data) for name, data in self._files.items()})

    def copy_to(self, folder: Path) -> None:
        """Write the same files into ``folder`` of the real system."""
        for name, data in self._files.items():
            (folder / name).write_bytes(data)

    def mend(self) -> None:
        """End all faults."""
        self.fault, self.room = None, inf

    def names(self, folder: Path) -> Sequence[str]:
        self._check()
        return list(self._files)

    def size(self, path: Path) -> int:
        return len(self._file(path))

    def read(self, path: Path) -> BinaryIO:
        return io.BytesIO(bytes(self._file(path)))

    def open_new(self, path: Path) -> int:
        self._check()
        if path.name in self._files:
            raise _failure(errno.EEXIST)
        self._opened += 1
        self._open[self._opened] = self._files[path.name] = bytearray()
        return self._opened

    def write(self, descriptor: int, data: bytes) -> int:
        self._check()
        if len(data) > self.room:
            raise _failure(errno.ENOSPC)
        self.room -= len(data)
        self._open[descriptor] += data
        return len(data)

    def sync(self, descriptor: int) -> None:
        self._check()

    def sync_folder(self, folder: Path) -> None:
        self._check()

    def rename(self, path: Path, name: str) -> None:
        self._files[name] = self._file(path)
        del self._files[path.name]

    def remove(self, path: Path) -> None:
        self.room += len(self._file(path))
        del self._files[path.name]

    def close(self, descriptor: int) -> None:
        del self._open[descriptor]

    def _file(self, path: Path) -> bytearray:
        self._check()
        if path.name not in self._files:
            raise _failure(errno.ENOENT)
        return self._files[path.name]

    def _check(self) -> None:
        if self.fault is not None:
            raise _failure(self.fault)


def _failure(number: int) -> OSError:
    return OSError(number, os.strerror(number))
