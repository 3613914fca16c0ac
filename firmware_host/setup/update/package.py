"""A Debian package, read as untrusted bytes: what it says of itself, and the files in it.

``dpkg-deb`` takes it apart; the archives of ``tar`` in it (deb(5)) are read as they come, and what
they announce is refused before it is read. Only what the package has in the folder of its version
is an update; the rest is for ``apt``.

Beside a package are published checksums, and a signature under them:
``SHA256SUMS`` is what ``sha256sum`` writes. ``SHA256SUMS.sig`` is a signature of its bytes by
Ed25519, 64 bytes, as OpenSSL writes it. If the installation knows a key, only a file signed by it
is taken: then nobody else can give the table a program. Without a key the checksum shows that the
file came whole, not from whom.
"""

import os
import subprocess
import tarfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, Final, Self

from msgspec import Struct

from firmware_host.base.signature import is_signed, read_key
from firmware_host.setup.paths import RELEASES, UPDATE_KEY
from firmware_host.setup.update.record import UpdateError
from firmware_host.setup.update.releases import (
    EXECUTABLE,
    PLAIN,
    VERSION,
    PackageEntry,
    environment,
    without_dpkg,
)
from hardware.untrusted_input import harmless, written

PACKAGE: Final = "tableside"
CONTROL_FILES: Final = "--ctrl-tarfile"
FILES: Final = "--fsys-tarfile"
"""Options of dpkg-deb, each for one of the two archives."""

LONGEST: Final = 64 << 20
"""The largest package that is read, in bytes; one of tableside has some eight million."""

CONTROL: Final = 256 << 10
LARGEST_FILE: Final = 32 << 20
"""Bytes of one file in it: it is in memory while it is written."""

LARGEST_VERSION: Final = 512 << 20
"""Bytes of all files of a version, whatever the package says; tableside has some 22 million."""

LONGEST_PATH: Final = 4096
LONGEST_PART: Final = 255
"""Bytes that Linux allows for a path and for a name in it."""

KIB: Final = 1024
SLACK: Final = 4 << 20
"""Bytes that a package may have more than it says: its size is rounded, file by file."""

LONGEST_REASON: Final = 300
LONGEST_NUMBER: Final = 12
"""Digits of a number in the control file."""

CONTENT: Final = frozenset({tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE})
"""The kinds of members that a package has; all others only say more of the member that follows."""

DAMAGED = (tarfile.TarError, EOFError, OSError, ValueError, RecursionError)
"""What reading damaged bytes raises; RecursionError for a chain of headers that has no end."""


class BoundedHeader(tarfile.TarInfo):
    """A header in an archive; ValueError before more than a package needs is read because of it."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = super().frombuf(buf, encoding, errors)
        most = LARGEST_FILE if header.type in CONTENT else LONGEST_PATH
        if not 0 <= header.size <= most:
            raise ValueError(f"{header.name} is to have {header.size} bytes")
        return header


class UpdatePackage(Struct, frozen=True):
    """The package in ``data`` with the ``fields`` of its control file."""

    fields: Mapping[str, str]
    data: bytes

    @classmethod
    def read(cls, data: bytes) -> "UpdatePackage":
        """Read the package in ``data``; UpdateError says what is wrong with it."""
        with _Explaining():
            package = cls(_fields(_control(data)), data)
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
        prefix = f".{RELEASES}/{self.version}/"
        most = min(self.installed_bytes, LARGEST_VERSION) + SLACK
        there, folders = set[str](), {""}
        with _Explaining(), _archive(self.data, FILES) as archive:
            for member in _bounded(archive, most):
                path = member.name.removeprefix(prefix)
                if path == member.name:
                    continue
                if path in there or not _is_in(path, folders):
                    raise ValueError(f"{written(path)} does not belong into it")
                there.add(path)
                folders |= {path} if member.isdir() else set()
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
                f"expected a whole Debian package of {PACKAGE}, but it cannot be read "
                f"({harmless(str(error), LONGEST_REASON)}): download it again",
            ) from error


@contextmanager
def _archive(data: bytes, which: str) -> Iterator[tarfile.TarFile]:
    """Yield an archive of the package ``data``, taken apart by dpkg-deb while it is read.

    ValueError, with what dpkg-deb says, if the package is not whole.
    """
    command = ("dpkg-deb", which, "-")
    with os.fdopen(os.memfd_create("package"), "wb+") as file:
        file.write(data)
        file.seek(0)
        with _started(command, file) as process:
            try:
                with tarfile.open(
                    fileobj=process.stdout, mode="r|", tarinfo=BoundedHeader
                ) as archive:
                    yield archive
            except tarfile.TarError:
                _check_end(process)
                raise
            else:
                _check_end(process)
            finally:
                process.kill()


def _check_end(process: "subprocess.Popen[bytes]") -> None:
    """Raise ValueError unless ``process`` ends well, and without much more after the archive."""
    assert process.stdout is not None
    assert process.stderr is not None
    if len(process.stdout.read(SLACK)) == SLACK:
        raise ValueError("there is more after its end")
    said = process.stderr.read(LONGEST_PATH).decode("utf-8", "replace")
    if process.wait():
        raise ValueError(said.strip() or "dpkg-deb cannot read it")


def _started(command: Sequence[str], file: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start ``command``, which reads ``file``; UpdateError where there is no dpkg."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(command, stdin=file, stdout=pipe, stderr=pipe, env=environment())
    except OSError as error:
        raise without_dpkg(error) from error


def _bounded(archive: tarfile.TarFile, most: int) -> Iterator[tarfile.TarInfo]:
    """Yield the members of ``archive``; ValueError before they have more bytes than ``most``.

    As in the field Installed-Size, each takes a KiB at least.
    """
    for member in archive:
        most -= max(member.size, KIB)
        if most < 0 or not 0 <= member.size <= LARGEST_FILE:
            raise ValueError(f"{member.name} is more than it says it has")
        yield member


def _is_in(path: str, folders: Collection[str]) -> bool:
    """Return whether ``path`` is a plain name in one of ``folders``.

    A link is no folder, and no path has two spellings: so nothing is written beside the version.
    """
    folder, _, name = path.rpartition("/")
    is_name = name not in ("", ".", "..") and len(os.fsencode(name)) <= LONGEST_PART
    return folder in folders and is_name and name.isprintable()


def _control(data: bytes) -> str:
    with _archive(data, CONTROL_FILES) as archive:
        found = ""
        for member in _bounded(archive, SLACK):
            if member.name == "./control" and member.isreg() and member.size <= CONTROL:
                found = _content(archive, member).decode("utf-8")
        return found


def _fields(text: str) -> Mapping[str, str]:
    lines = (line.partition(":") for line in text.splitlines() if not line.startswith((" ", "#")))
    return {name: value.strip() for name, _, value in lines if value}


def _entry(archive: tarfile.TarFile, member: tarfile.TarInfo, path: str) -> PackageEntry:
    if member.isdir():
        return PackageEntry(path)
    if member.issym():
        if not member.linkname or not member.linkname.isprintable():
            raise ValueError(f"{path} leads nowhere")
        return PackageEntry(path, target=member.linkname)
    data = _content(archive, member)
    return PackageEntry(path, data, EXECUTABLE if member.mode & 0o100 else PLAIN)


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member) if member.type in CONTENT and not member.sparse else None
    if file is None:
        raise ValueError(f"{member.name} is neither a file nor a folder nor a link")
    data = file.read()
    if len(data) != member.size:
        raise EOFError(f"{member.name} is cut off")
    return data


SUMS, SIGNED = "SHA256SUMS", "SHA256SUMS.sig"
LONGEST_SUMS: Final = 64 << 10


def _key(text: str) -> bytes:
    """Return the key in ``text``, which the installation knows; UpdateError if there is none."""
    try:
        return read_key(text)
    except ValueError:
        raise UpdateError(
            "signature",
            f"expected a public key of Ed25519 in {UPDATE_KEY}, there is none: "
            "copy the published one there, or remove the file",
        ) from None


def check_sum(
    name: str, data: bytes, sums: bytes | None, signature: bytes | None, key: str | None
) -> None:
    """Check ``data``, the file ``name``, against the text of ``SHA256SUMS`` and its ``signature``.

    ``key`` is the text of the key that the installation knows, None if it knows none. UpdateError
    says what is missing or wrong.
    """
    if sums is None:
        raise UpdateError("checksum", f"expected the file {SUMS} beside {name}: copy it there too")
    if key is not None and not is_signed(sums, signature or b"", _key(key)):
        raise UpdateError(
            "signature",
            f"expected {SIGNED} with a signature of {SUMS} by the key in {UPDATE_KEY}, "
            f"{'there is none' if signature is None else 'this one is by somebody else'}: "
            "take all files from the same release",
        )
    expected = _listed(sums, name)
    found = sha256(data).hexdigest()
    if expected is None:
        raise UpdateError("checksum", f"expected a line for {name} in {SUMS}, there is none")
    if found != expected:
        raise UpdateError(
            "checksum", f"{name}: expected SHA-256 {expected}, got {found}: download it again"
        )


def _listed(sums: bytes, name: str) -> str | None:
    """Return the checksum of the file ``name``; None if it is not in ``sums``."""
    for line in sums.decode("utf-8", "replace").splitlines():
        digest, _, file = line.partition(" ")
        if file.lstrip(" *").rpartition("/")[2] == name:
            return digest.lower()
    return None
