"""The calls that reach the card during an update; tests put a card in their place that loses power.

Nothing is safe until :meth:`UpdateDisk.sync` or :meth:`UpdateDisk.sync_folder` returns, and
everything is written under a name that nobody reads, then renamed.
"""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from hardware.untrusted_input import open_untrusted

NEW = ".new"
"""Added to a name while the file or the link is made."""

PRIVATE = 0o600
"""The mode of the files between table and updater, and of games."""


class UpdateDisk:
    """The card with absolute paths, below ``root``; each call raises OSError when it fails."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def at(self, path: str) -> Path:
        """Return where this program finds ``path``."""
        return self._root / path.lstrip("/")

    def names(self, folder: str) -> Sequence[str]:
        """Return the names in ``folder``; none if it is not there or is no folder."""
        with suppress(FileNotFoundError, NotADirectoryError):
            return sorted(path.name for path in self.at(folder).iterdir())
        return ()

    def is_folder(self, path: str) -> bool:
        """Return whether there is a folder at ``path``, not a link to one."""
        return self.at(path).is_dir() and not self.at(path).is_symlink()

    def target(self, path: str) -> str | None:
        """Return what the link at ``path`` names; None if there is no link."""
        try:
            return os.readlink(self.at(path))  # noqa: PTH115 - a path would lose a final slash
        except OSError:
            return None

    def read(self, path: str, most: int) -> bytes | None:
        """Return at most ``most`` bytes of the file at ``path``; None if there is none.

        A link at ``path`` is no file: it may come from somebody else.
        """
        with suppress(FileNotFoundError), open_untrusted(self.at(path), os.O_NOFOLLOW) as file:
            # Python makes room for as many bytes as it is asked for: that may be more than a Pi has
            return file.read(min(most, os.fstat(file.fileno()).st_size))
        return None

    def free(self, path: str) -> int:
        """Return how many bytes can still be written below ``path``."""
        return shutil.disk_usage(self.at(path)).free

    def make_folder(self, path: str) -> None:
        """Make the folder at ``path``, which everybody may read."""
        self.at(path).mkdir(mode=0o755)
        self.at(path).chmod(0o755)

    def write(self, path: str, data: bytes, mode: int) -> None:
        """Make the file at ``path`` with ``data``; there must be none."""
        descriptor = os.open(self.at(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, mode)
            file.write(data)

    def make_link(self, path: str, target: str) -> None:
        """Make a link at ``path``; there must be nothing."""
        self.at(path).symlink_to(target)

    def rename(self, path: str, to: str) -> None:
        """Rename ``path``; a file or a link at ``to`` is replaced in one step."""
        self.at(path).rename(self.at(to))

    def remove(self, path: str) -> None:
        """Remove the file, the link or the empty folder at ``path``."""
        if self.is_folder(path):
            self.at(path).rmdir()
        else:
            self.at(path).unlink()

    def sync(self) -> None:
        """Return only when everything that was written and named is on the card."""
        os.sync()  # on Linux it waits; one for all files, for a card needs long for each

    def sync_folder(self, folder: str) -> None:
        """Return only when the names in ``folder`` are on the card."""
        descriptor = os.open(self.at(folder), os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def exists(disk: UpdateDisk, path: str) -> bool:
    """Return whether there is anything at ``path``."""
    folder, _, name = path.rpartition("/")
    return name in disk.names(folder or "/")


def replace_with(disk: UpdateDisk, path: str, data: bytes, mode: int = 0o644) -> None:
    """Put ``data`` into the file at ``path``; a power cut leaves the old or the new content."""
    _clear(disk, path + NEW)
    disk.write(path + NEW, data, mode)
    disk.sync()
    _rename(disk, path + NEW, path)


def point(disk: UpdateDisk, path: str, target: str) -> None:
    """Let the link at ``path`` name ``target``, in one step."""
    _clear(disk, path + NEW)
    disk.make_link(path + NEW, target)
    disk.sync()
    _rename(disk, path + NEW, path)


def remove_tree(disk: UpdateDisk, path: str) -> None:
    """Remove ``path`` with everything in it, if it is there."""
    if disk.is_folder(path):
        for name in disk.names(path):
            remove_tree(disk, f"{path}/{name}")
    if exists(disk, path):
        disk.remove(path)


def _clear(disk: UpdateDisk, path: str) -> None:
    """Remove what a power cut has left at ``path``."""
    if exists(disk, path):
        disk.remove(path)


def _rename(disk: UpdateDisk, path: str, to: str) -> None:
    disk.rename(path, to)
    disk.sync_folder(to.rpartition("/")[0])
