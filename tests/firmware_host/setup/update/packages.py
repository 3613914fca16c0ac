"""Debian packages of versions that do as a test wants, made in memory."""

import io
import lzma
import tarfile
from collections.abc import Iterable, Mapping
from hashlib import sha256

from firmware_host.setup.paths import RELEASES
from firmware_host.setup.update.updater import HandedPackage

FIELDS = {
    "Package": "tableside",
    "Architecture": "arm64",
    "Installed-Size": "40",
    "Tableside-Releases": "bookworm trixie",
    "Tableside-State": "1",
}


def release(behaviour: str = "good", weight: int = 9000) -> Mapping[str, bytes | str | None]:
    """Return the files of a version that behaves in a way: bytes, targets of links, folders."""
    return {
        "bin": None,
        "bin/tableside": behaviour.encode(),
        "bin/python3": "/usr/bin/python3",
        "lib": None,
        "lib/games.py": bytes(range(256)) * (weight // 256),
        "lib/empty.py": b"",
    }


def package(
    version: str,
    files: Mapping[str, bytes | str | None] | None = None,
    /,
    **fields: str,
) -> bytes:
    """Return a package of ``version``; a name of a field has underscores for its dashes."""
    tree = {f".{RELEASES}/{version}": None} | {
        f".{RELEASES}/{version}/{path}": content
        for path, content in (release() if files is None else files).items()
    }
    data = _tar(tree | {"./usr/share/man/man1/tableside.1": b"manual"})
    return _deb(version, data, fields)


def of_members(version: str, members: Iterable[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    """Return a package of ``version`` whose archive of files has exactly these ``members``.

    What a member announces need not be what it has.
    """
    file = io.BytesIO()
    with lzma.open(file, "wb", preset=0) as archive:
        for member, data in members:
            archive.write(member.tobuf(tarfile.GNU_FORMAT))
            archive.write(data + bytes(-len(data) % tarfile.BLOCKSIZE))
        archive.write(bytes(2 * tarfile.BLOCKSIZE))
    return _deb(version, file.getvalue(), {})


def member(path: str, size: int, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    """Return the header of a member that announces ``size`` bytes."""
    made = tarfile.TarInfo(path)
    made.size, made.type = size, kind
    return made


def without_control_file() -> bytes:
    """Return a package that does not say of which program it is."""
    members = {"control.tar.xz": _tar({"./md5sums": b""}), "data.tar.xz": _tar({})}
    return _ar({"debian-binary": b"2.0\n", **members})


def handed(data: bytes, **more: object) -> HandedPackage:
    """Return the package ``data`` as it is handed in with a right checksum."""
    name = "tableside_0.2.0_arm64.deb"
    sums = f"{sha256(data).hexdigest()}  {name}\n".encode()
    return HandedPackage(name, data, **({"sums": sums} | more))  # type: ignore[arg-type]


def _deb(version: str, data: bytes, fields: Mapping[str, str]) -> bytes:
    about = FIELDS | {"Version": version}
    about |= {name.replace("_", "-"): value for name, value in fields.items()}
    control = "".join(f"{name}: {value}\n" for name, value in about.items() if value)
    return _ar(
        {
            "debian-binary": b"2.0\n",
            "control.tar.xz": _tar({"./control": control.encode()}),
            "data.tar.xz": data,
        }
    )


def _ar(members: Mapping[str, bytes]) -> bytes:
    text = b"!<arch>\n"
    for name, content in members.items():
        text += f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode()
        text += content + b"\n" * (len(content) % 2)
    return text


def _tar(tree: Mapping[str, bytes | str | None]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:xz", preset=0) as archive:
        for path, content in tree.items():
            member = tarfile.TarInfo(path)
            if content is None:
                member.type, member.mode = tarfile.DIRTYPE, 0o755
            elif isinstance(content, str):
                member.type, member.linkname = tarfile.SYMTYPE, content
            else:
                member.size = len(content)
                member.mode = 0o755 if path.endswith("/tableside") else 0o644
            data = io.BytesIO(content) if isinstance(content, bytes) else None
            archive.addfile(member, data)
    return file.getvalue()
