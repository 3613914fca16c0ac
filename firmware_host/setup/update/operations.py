"""What an update does to the card before the switch, as data.

>>> entries = [PackageEntry("bin"), PackageEntry("bin/tableside", b"#!")]
>>> for each in unpacking("0.2.0", entries):
...     print(type(each).__name__, getattr(each, "path", ""))
Clear /opt/tableside/update/unpacked
MakeFolder /opt/tableside/update/unpacked
MakeFolder /opt/tableside/update/unpacked/bin
WriteFile /opt/tableside/update/unpacked/bin/tableside
Settle
Publish /opt/tableside/update/unpacked
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from firmware_host.setup.paths import RELEASES, UPDATES
from firmware_host.setup.update.disk import UpdateDisk, remove_tree

UNPACKED: Final = f"{UPDATES}/unpacked"
"""Where a version is unpacked, and where an old one is taken apart: nothing here is ever run."""

RUBBISH: Final = f"{UPDATES}/rubbish"

EXECUTABLE, PLAIN = 0o755, 0o644


class PackageEntry(NamedTuple):
    """A file, a folder or a link of a version.

    ``path`` is relative to the folder of the version. ``data`` is None for a folder, ``target``
    None unless it is a link.
    """

    path: str
    data: bytes | None = None
    mode: int = PLAIN
    target: str | None = None


class Operation(Protocol):
    """One change of the card, or the wait until the changes before are safe."""

    def do(self, disk: UpdateDisk) -> None:
        """Carry it out; OSError if that fails."""


@dataclass(frozen=True)
class Clear:
    """Remove what an update that did not end has left at ``path``."""

    path: str

    def do(self, disk: UpdateDisk) -> None:
        remove_tree(disk, self.path)


@dataclass(frozen=True)
class MakeFolder:
    """Make the folder at ``path``."""

    path: str

    def do(self, disk: UpdateDisk) -> None:
        disk.make_folder(self.path)


@dataclass(frozen=True)
class WriteFile:
    """Write ``data`` to a new file at ``path``."""

    path: str
    data: bytes
    mode: int

    def do(self, disk: UpdateDisk) -> None:
        disk.write(self.path, self.data, self.mode)


@dataclass(frozen=True)
class MakeLink:
    """Make a link to ``target`` at ``path``."""

    path: str
    target: str

    def do(self, disk: UpdateDisk) -> None:
        disk.make_link(self.path, self.target)


@dataclass(frozen=True)
class Settle:
    """Wait until everything so far is on the card."""

    def do(self, disk: UpdateDisk) -> None:
        disk.sync()


@dataclass(frozen=True)
class Publish:
    """Give the complete folder at ``path`` its name ``to``, and wait until it has it."""

    path: str
    to: str

    def do(self, disk: UpdateDisk) -> None:
        disk.rename(self.path, self.to)
        disk.sync_folder(self.to.rpartition("/")[0])


def unpacking(version: str, entries: Iterable[PackageEntry]) -> Iterator[Operation]:
    """Yield what puts ``version`` with its ``entries`` among the releases, whole or not at all."""
    yield Clear(UNPACKED)
    yield MakeFolder(UNPACKED)
    for entry in entries:
        path = f"{UNPACKED}/{entry.path}"
        if entry.target is not None:
            yield MakeLink(path, entry.target)
        elif entry.data is None:
            yield MakeFolder(path)
        else:
            yield WriteFile(path, entry.data, entry.mode)
    yield Settle()
    yield Publish(UNPACKED, f"{RELEASES}/{version}")


def removing(version: str) -> Iterator[Operation]:
    """Yield what removes ``version``: first its name, so that no part of a folder has one."""
    yield Clear(RUBBISH)
    yield Publish(f"{RELEASES}/{version}", RUBBISH)
    yield Clear(RUBBISH)
