"""A Debian package, read as untrusted bytes: what it says of itself, and the files in it.

A package is an archive of ``ar`` with two archives of ``tar`` in it (deb(5)). Only what the package
has in the folder of its version is an update; the rest is for ``apt``.
"""

import io
import lzma
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from firmware_host.install.paths import RELEASES
from firmware_host.install.update.obstacles import UpdateError
from firmware_host.install.update.operations import EXECUTABLE, PLAIN, PackageEntry
from firmware_host.install.update.versions import VERSION

PACKAGE: Final = "tableside"
MAGIC: Final = b"!<arch>\n"
HEADER, NAME, SIZE, MARK = 60, slice(0, 16), slice(48, 58), b"`\n"
LONGEST: Final = 64 << 20
"""The largest package that is read, in bytes; one of tableside has some eight million."""

CONTROL: Final = 256 << 10
KIB: Final = 1024
SLACK: Final = 4 << 20
"""Bytes that a package may have more than it says: its size is rounded, file by file."""

LONGEST_NUMBER: Final = 12
"""Digits of a number in the control file."""

DAMAGED = (tarfile.TarError, EOFError, KeyError, lzma.LZMAError, zlib.error, OSError, ValueError)


@dataclass(frozen=True)
class UpdatePackage:
    """The package in ``data`` with the ``fields`` of its control file."""

    fields: Mapping[str, str]
    data: bytes

    @classmethod
    def read(cls, data: bytes) -> "UpdatePackage":
        """Read the package in ``data``; UpdateError says what is wrong with it."""
        with _Explaining():
            members = _members(data)
            control = _only(members, "control.tar")
            _only(members, "data.tar")
            with tarfile.open(fileobj=io.BytesIO(control)) as archive:
                file = archive.extractfile("./control")
                text = file.read(CONTROL).decode("utf-8") if file else ""
            package = cls(_fields(text), data)
            if not VERSION.fullmatch(package.version):
                raise ValueError(f"its version is {package.version!r}")
            return package

    @property
    def name(self) -> str:
        return self.fields.get("Package", "")

    @property
    def version(self) -> str:
        return self.fields.get("Version", "")

    @property
    def architecture(self) -> str:
        return self.fields.get("Architecture", "")

    @property
    def systems(self) -> tuple[str, ...]:
        """The code names of the systems that it is for; empty if it does not say."""
        return tuple(self.fields.get("Tableside-Releases", "").split())

    @property
    def state_format(self) -> int | None:
        """The format of the state folder that it writes; None if it does not say."""
        return self._number("Tableside-State")

    @property
    def installed_bytes(self) -> int:
        """How much room its files take on the card."""
        return KIB * (self._number("Installed-Size") or 0)

    def entries(self) -> Iterator[PackageEntry]:
        """Yield what belongs to the folder of its version, folders before what is in them.

        UpdateError if the package is damaged, or has what no version needs.
        """
        prefix, left = f".{RELEASES}/{self.version}", self.installed_bytes + SLACK
        links: list[str] = []
        with _Explaining():
            data = io.BytesIO(_only(_members(self.data), "data.tar"))
            with tarfile.open(fileobj=data, mode="r|*") as archive:
                for member in archive:
                    path = member.name.removeprefix(prefix).strip("/")
                    if not f"{member.name}/".startswith(f"{prefix}/") or not path:
                        continue
                    left -= member.size
                    is_below_link = any(path.startswith(f"{link}/") for link in links)
                    if left < 0 or is_below_link or ".." in path.split("/"):
                        raise ValueError(f"{path} does not belong into it")
                    links += [path] * member.issym()
                    yield _entry(archive, member, path)

    def _number(self, name: str) -> int | None:
        """Return the number in the field ``name``; None if there is none."""
        text = self.fields.get(name, "")
        is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
        return int(text) if is_number else None


class _Explaining:
    """Turn every error about bytes into an UpdateError that says so."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DAMAGED):
            raise UpdateError(
                "unreadable",
                f"expected a whole Debian package of {PACKAGE}, but it cannot be read ({error}): "
                "download it again",
            ) from error


def _members(data: bytes) -> Mapping[str, bytes]:
    """Return the members of the ar archive ``data`` by name; ValueError if it is damaged."""
    if not data.startswith(MAGIC):
        raise ValueError("it does not begin as a package does")
    members, place = {}, len(MAGIC)
    while place < len(data):
        header = data[place : place + HEADER]
        if len(header) < HEADER or not header.endswith(MARK):
            raise ValueError("a header in it is cut off or damaged")
        size, place = int(header[SIZE]), place + HEADER
        content = data[place : place + size]
        if size < 0 or len(content) < size:
            raise ValueError("it is cut off")
        members[header[NAME].decode("ascii").strip().rstrip("/")] = content
        place += size + size % 2
    return members


def _only(members: Mapping[str, bytes], start: str) -> bytes:
    found = [content for name, content in members.items() if name.startswith(start)]
    if len(found) != 1:
        raise ValueError(f"it has {len(found)} members {start}")
    return found[0]


def _fields(text: str) -> Mapping[str, str]:
    lines = (line.partition(":") for line in text.splitlines() if not line.startswith((" ", "#")))
    return {name: value.strip() for name, _, value in lines if value}


def _entry(archive: tarfile.TarFile, member: tarfile.TarInfo, path: str) -> PackageEntry:
    if member.isdir():
        return PackageEntry(path)
    if member.issym():
        return PackageEntry(path, target=member.linkname)
    file = archive.extractfile(member) if member.isreg() else None
    if file is None:
        raise ValueError(f"{path} is neither a file nor a folder nor a link")
    data = file.read()
    if len(data) != member.size:
        raise EOFError(f"{path} is cut off")
    return PackageEntry(path, data, EXECUTABLE if member.mode & 0o100 else PLAIN)
