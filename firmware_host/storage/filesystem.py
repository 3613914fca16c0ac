"""The calls to the system that reach the card, and files written whole or not at all.

Tests put a simulated card in the place of :data:`OS_STORAGE`: one that loses power at any call.

A file that people name for what a command writes is a new one: nothing of theirs is lost by it.
"""

import errno
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final, Protocol, TypeVar

from msgspec import Struct

from firmware_host.base.errors import UsageError, reason
from hardware.untrusted_input import NotAFileError, open_untrusted

READS: Final = 3
"""How often something is read that cannot be read at once: the contacts of a card can flicker."""

NOT_A_FILE: Final = (FileNotFoundError, IsADirectoryError, NotAFileError)
"""Errors that reading again does not change, and after which no content is lost."""

Content = TypeVar("Content")


class Storage:
    """The calls to the system that reach the card; each raises OSError when it fails."""

    def names(self, folder: Path) -> Sequence[str]:
        """Return the names of the files in ``folder``, in any order."""
        return os.listdir(folder)  # noqa: PTH208 - a path for each of 100,000 files takes a second

    def size(self, path: Path) -> int:
        """Return the size of the file at ``path`` in bytes."""
        return path.stat().st_size

    def read(self, path: Path) -> BinaryIO:
        """Open the file at ``path`` for reading; OSError if it is something else."""
        return open_untrusted(path)

    def open_new(self, path: Path) -> int:
        """Create the file ``path`` (mode 0600), which must not exist; return its descriptor."""
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o600)

    def write(self, descriptor: int, data: bytes) -> int:
        """Write ``data`` at the end once; return the number of bytes written, maybe fewer."""
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        """Return only when the file's bytes and its length are on the card."""
        getattr(os, "fdatasync", os.fsync)(descriptor)  # macOS has no fdatasync

    def sync_folder(self, folder: Path) -> None:
        """Return only when the names in ``folder`` are on the card."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def rename(self, path: Path, name: str) -> None:
        """Rename the file at ``path`` within its folder."""
        path.rename(path.with_name(name))

    def remove(self, path: Path) -> None:
        """Remove the file at ``path``."""
        path.unlink()

    def close(self, descriptor: int) -> None:
        """Close a descriptor from :meth:`open_new`."""
        os.close(descriptor)


OS_STORAGE: Final = Storage()


def read_again(read: Callable[[], Content]) -> Content:
    """Return what ``read`` returns; if it raises OSError, call it up to :data:`READS` times.

    There is no pause between the calls: the system reads the card anew each time.
    """
    for _ in range(READS - 1):
        try:
            return read()
        except NOT_A_FILE:
            raise
        except OSError:
            continue
    return read()


def write_whole(storage: Storage, descriptor: int, data: bytes) -> None:
    """Write all of ``data`` at the end of a file, which is still to be synced; OSError if not.

    Only a full card takes a part of the data, so that error has the errno of a full card.
    """
    written = storage.write(descriptor, data)
    if written != len(data):
        raise OSError(errno.ENOSPC, f"only {written} of {len(data)} bytes were written")


def append(storage: Storage, descriptor: int, data: bytes) -> None:
    """Write all of ``data`` at the end of a file; when this returns, it is on the card.

    Raise OSError if it is not.
    """
    write_whole(storage, descriptor, data)
    storage.sync(descriptor)


class CardSync(Protocol):
    """Syncs one file at a time; what was begun has to be joined before anything else is done."""

    def begin(self, storage: Storage, descriptor: int) -> None:
        """Begin to sync a file; OSError if that has failed already."""

    def join(self) -> None:
        """Return when what was begun, if anything, is on the card; OSError if it failed."""

    def close(self) -> None:
        """Release what syncs; closing twice is fine."""


class SyncAtOnce:
    """Syncs while the caller waits, as where time is virtual."""

    def begin(self, storage: Storage, descriptor: int) -> None:
        storage.sync(descriptor)

    def join(self) -> None:
        return

    def close(self) -> None:
        return


class SyncBeside:
    """Syncs in a thread, which begins with the first file, while the caller does something else.

    A card that never answers does not keep the program from ending. The caller waits until the
    thread is about to call the system: else that would only be its turn milliseconds later.
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._is_begun = False
        self._asked: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._called: SimpleQueue[None] = SimpleQueue()
        self._answers: SimpleQueue[OSError | None] = SimpleQueue()

    def begin(self, storage: Storage, descriptor: int) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="card sync", daemon=True)
            self._thread.start()
        self._is_begun = True
        self._asked.put(lambda: storage.sync(descriptor))
        self._called.get()

    def join(self) -> None:
        if self._is_begun:
            error = self._answers.get()
            self._is_begun = False
            if error is not None:
                raise error

    def close(self) -> None:
        if self._thread is not None:
            self._asked.put(None)
            self._thread = None

    def _work(self) -> None:
        while (sync := self._asked.get()) is not None:
            self._called.put(None)
            try:
                sync()
            except OSError as error:
                self._answers.put(error)
            else:
                self._answers.put(None)


def create(storage: Storage, folder: Path, name: str, data: bytes) -> int:
    """Write a whole file under a draft name, then rename it to ``name``; return its descriptor.

    Replace a file that has the name already. If the new one is not on the card, remove the draft
    and raise OSError.
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
    """Replace the content of the file ``name`` with ``data``.

    After a power cut the file has either the old or the new content. Raise OSError if the new one
    is not on the card.
    """
    with suppress(FileNotFoundError):  # a power cut can leave a draft
        storage.remove(folder / f"{name}.new")
    storage.close(create(storage, folder, name, data))


OVERWRITE: Final = "--overwrite"
LOOKED_AT: Final = 64 * 1024
"""Bytes in which a file that a command has made is known again."""


class NewFile(Struct, frozen=True):
    """The file ``path``, which is to be written.

    One that is there already stays, unless it ``is_to_go``, or has the bytes ``own``: then the same
    command has made it.
    """

    path: Path
    is_to_go: bool = False
    own: bytes = b""

    def check(self) -> None:
        """Raise UsageError if there is a file that has to stay; ask before long work."""
        if self.path.is_file() and not (self.is_to_go or self._is_own()):
            raise UsageError(
                f"{self.path}: expected a new file, but there is one: name another, or give"
                f" {OVERWRITE} to replace it"
            )

    def write(self, content: bytes) -> None:
        """Write ``content``; UsageError if there is a file that has to stay, OSError as usual."""
        self.check()
        with self.path.open("wb" if self.path.exists() else "xb") as file:
            file.write(content)

    def _is_own(self) -> bool:
        try:
            with open_untrusted(self.path) as file:
                return bool(self.own) and self.own in file.read(LOOKED_AT)
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be read: {reason(error)}") from None
