"""The versions on the card: their folders, how one is put there, and the links that say which runs.

What an update does to the card before the switch is data, so that it can be tried at every step:

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

import os
import re
import subprocess
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from firmware_host.base.errors import reason
from firmware_host.setup.machine import PATH
from firmware_host.setup.paths import CURRENT, RELEASES, TRUSTED, UPDATES
from firmware_host.setup.update.disk import UpdateDisk, exists, point, remove_tree
from firmware_host.setup.update.record import UpdateError

FOLDER = RELEASES.rpartition("/")[2]

BACK = f"{CURRENT}.back"
"""A link to the version before, from the switch to the end of the trial."""

UNPACKED: Final = f"{UPDATES}/unpacked"
"""Where a version is unpacked, and where an old one is taken apart: nothing here is ever run."""

RUBBISH: Final = f"{UPDATES}/rubbish"

EXECUTABLE, PLAIN = 0o755, 0o644

VERSION = re.compile(r"[0-9][0-9A-Za-z.+~-]{0,63}")
"""A version of tableside; it has no epoch, because it is also the name of a folder."""


class Releases:
    """The versions on ``disk``. Methods raise OSError when the card fails."""

    def __init__(self, disk: UpdateDisk) -> None:
        self._disk = disk

    @property
    def current(self) -> str | None:
        """The version that runs; None if the program was not installed from a package."""
        return self._named(CURRENT)

    @property
    def trusted(self) -> str | None:
        """The version that last stood its trial."""
        return self._named(TRUSTED)

    @property
    def all(self) -> Collection[str]:
        """Every version that is on the card."""
        return tuple(self._disk.names(RELEASES))

    def run(self, version: str) -> None:
        """Let ``version`` be what runs from the next start on."""
        self._point(CURRENT, version)

    def trust(self, version: str) -> None:
        """Let ``version`` be what carries updates out, and what comes back."""
        self._point(TRUSTED, version)

    def plan_return(self, version: str) -> None:
        """Prepare the way back to ``version``, so that going it needs no room on the card."""
        remove_tree(self._disk, BACK)
        self._disk.make_link(BACK, f"{FOLDER}/{version}")

    def come_back(self) -> None:
        """Let the trusted version run again, if another one runs."""
        trusted = self.trusted
        if trusted is None or trusted == self.current:
            return
        if self._named(BACK) == trusted:
            self._disk.rename(BACK, CURRENT)
            self._disk.sync_folder(CURRENT.rpartition("/")[0])
        else:
            self.run(trusted)

    def keep_only(self, versions: Collection[str | None]) -> None:
        """Remove what updates have left, and all versions but ``versions`` and those in use."""
        used = {*versions, self.current, self.trusted}
        for path in (UNPACKED, RUBBISH, BACK):
            Clear(path).do(self._disk)
        for version in self.all:
            if version not in used:
                for operation in removing(version):
                    operation.do(self._disk)

    def prepare(self) -> None:
        """Make the folder of the updates."""
        if not exists(self._disk, UPDATES):
            self._disk.make_folder(UPDATES)
            self._disk.sync_folder(UPDATES.rpartition("/")[0])

    def _point(self, link: str, version: str) -> None:
        if not self._disk.is_folder(f"{RELEASES}/{version}"):
            raise UpdateError(
                "unreadable", f"expected the folder {RELEASES}/{version}, there is none"
            )
        point(self._disk, link, f"{FOLDER}/{version}")

    def _named(self, link: str) -> str | None:
        folder, _, version = (self._disk.target(link) or "").rpartition("/")
        is_ours = folder == FOLDER and VERSION.fullmatch(version) is not None
        return version if is_ours else None


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


class Clear(Struct, frozen=True):
    """Remove what an update that did not end has left at ``path``."""

    path: str

    def do(self, disk: UpdateDisk) -> None:
        remove_tree(disk, self.path)


class MakeFolder(Struct, frozen=True):
    """Make the folder at ``path``."""

    path: str

    def do(self, disk: UpdateDisk) -> None:
        disk.make_folder(self.path)


class WriteFile(Struct, frozen=True):
    """Write ``data`` to a new file at ``path``."""

    path: str
    data: bytes
    mode: int

    def do(self, disk: UpdateDisk) -> None:
        disk.write(self.path, self.data, self.mode)


class MakeLink(Struct, frozen=True):
    """Make a link to ``target`` at ``path``."""

    path: str
    target: str

    def do(self, disk: UpdateDisk) -> None:
        disk.make_link(self.path, self.target)


class Settle(Struct, frozen=True):
    """Wait until everything so far is on the card."""

    def do(self, disk: UpdateDisk) -> None:
        disk.sync()


class Publish(Struct, frozen=True):
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


def is_newer(version: str, than: str) -> bool:
    """Return whether Debian takes ``version`` for newer than the version ``than``.

    UpdateError where there is no dpkg to say so.

    >>> is_newer("0.10.0", "0.9.1"), is_newer("1.0~rc1", "1.0"), is_newer("1.0-10", "1.0-2")
    (True, False, True)
    """
    command = ("dpkg", "--compare-versions", version, "gt", than)
    try:
        ended = subprocess.run(command, env=environment(), stderr=subprocess.DEVNULL, check=False)
    except OSError as error:
        raise without_dpkg(error) from error
    return ended.returncode == 0


def environment() -> Mapping[str, str]:
    """Return the environment in which programs of the system are found."""
    return {**os.environ, "PATH": PATH, "LC_ALL": "C.UTF-8"}


def without_dpkg(error: OSError) -> UpdateError:
    """Return why there are no updates where dpkg cannot be run because of ``error``."""
    return UpdateError(
        "system",
        f"expected dpkg, which reads packages and compares versions, but {reason(error)}: updates "
        "are for Raspberry Pi OS and other systems of Debian",
    )
