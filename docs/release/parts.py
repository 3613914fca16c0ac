"""The parts of the Debian package: pinned wheels, nearly all the same for every machine and Python.

What is compiled comes from Debian, or in one wheel for each system of :data:`SYSTEMS`: the names of
their modules differ, so one folder has them all and one package serves every system.
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from email import message_from_string
from importlib import metadata
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from docs.release.holders import holders
from firmware_host.cli.parser import EXTRAS, WEB

ROOT_PART: Final = "tableside"
OLDEST_PYTHON: Final = "3.11"

FROM_DEBIAN: Final[Mapping[str, str]] = {"cbor2": "python3-cbor2", "pillow": "python3-pil"}
"""Compiled parts that the program needs on every machine, and Debian's packages with them."""

LEFT_OUT: Final[Mapping[str, str]] = {
    "setuptools": "colorzero names it, but imports nothing of it",
}

ANY_WHEEL: Final = ("--only-binary=:all:",)
PURE: Final = (*ANY_WHEEL, "--platform=any", "--implementation=py", "--abi=none")
"""Options of pip: take only wheels without compiled code."""

COMPILED: Final = frozenset({"msgspec"})
"""Parts that are compiled, and that not every release of Debian has."""

SYSTEMS: Final = tuple(
    (f"--python-version={python}", f"--platform=manylinux2014_{processor}")
    for python in ("3.11", "3.13")
    for processor in ("aarch64", "x86_64")
)
"""Options of pip for Python and processor of each system: Debian 12 and 13, arm64 and amd64."""

BUILT: Final[Mapping[str, Mapping[str, str]]] = {"dbus-fast": {"SKIP_CYTHON": "1"}}
"""Parts whose wheels are compiled to be faster: they are built from their sources as plain Python,
with these variables."""

LICENCES: Final[Mapping[str, str]] = {
    "aiomqtt": "BSD-3-Clause",
    "markdown-it-py": "MIT",
    "mdit-py-plugins": "MIT",
    "mdurl": "MIT",
    "paho-mqtt": "BSD-3-Clause",
    "pyserial": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
}
"""Licences of parts whose metadata does not name one by its SPDX identifier."""

SPDX: Final = re.compile(r"(MIT|(BSD|PSF|Apache|MPL)-[\w.-]+)( AND OFL-[\d.]+)?")
LICENCE_FILE: Final = re.compile(r"[^/]+\.dist-info/(licenses/)?(LICEN[CS]E|COPYING|edl-v)[^/]*")


@dataclass(frozen=True)
class Part:
    """A part of the package: its ``name``, ``version``, SPDX ``licence`` and where its ``home`` is.

    ``texts`` are its licences in full, ``authors`` those whom its modules name as holders of the
    copyright. ``sha256`` is that of its wheel, ``folders`` are the files and folders at the top.
    ``file`` names the wheel of a compiled part: there are several of one name.
    """

    name: str
    version: str
    licence: str
    home: str
    sha256: str
    texts: tuple[str, ...]
    folders: tuple[str, ...]
    authors: tuple[str, ...] = ()
    file: str = ""


def package_extras() -> tuple[str, ...]:
    """Return the extras of the program that are in the package: those of its features too."""
    return ("simulator", WEB.name, *(each.name for each in EXTRAS))


def closure(root: str = ROOT_PART, extras: Sequence[str] | None = None) -> frozenset[str]:
    """Return the names of all packages that ``root`` with ``extras`` needs, without itself.

    Without ``extras`` it has those of the package.
    """
    found, waiting = set[str](), [(root, tuple(package_extras() if extras is None else extras))]
    while waiting:
        name, wanted = waiting.pop()
        for needed in map(Requirement, metadata.requires(name) or ()):
            other = canonicalize_name(needed.name)
            is_needed = needed.marker is None or any(
                needed.marker.evaluate({"python_version": OLDEST_PYTHON, "extra": extra})
                for extra in ("", *wanted)
            )
            if is_needed and other not in {*found, *FROM_DEBIAN, *LEFT_OUT}:
                found.add(other)
                waiting.append((other, tuple(needed.extras)))
    return frozenset(found)


def download(names: Collection[str], constraints: Path, folder: Path) -> None:
    """Put the wheels of ``names`` into ``folder``, in the versions that ``constraints`` pins."""
    pure = sorted({*names} - {*BUILT} - COMPILED)
    wanted = ("download", "--no-deps", f"--dest={folder}", f"--constraint={constraints}")
    _pip(*wanted, f"--python-version={OLDEST_PYTHON}", *PURE, *pure)
    if compiled := sorted({*names} & COMPILED):
        for system in SYSTEMS:
            _pip(*wanted, *ANY_WHEEL, *system, *compiled)
    for name in sorted({*names} & {*BUILT}):
        _build(name, constraints, folder, f"--no-binary={name}", **BUILT[name])


def build(sources: Path, constraints: Path, folder: Path, **environ: str) -> None:
    """Build the wheel of the program in ``sources`` into ``folder``, with more variables."""
    _build(str(sources), constraints, folder, **environ)


def unpack(folder: Path, target: Path) -> tuple[Part, ...]:
    """Unpack all wheels in ``folder`` into ``target``; return the parts, sorted by their names."""
    parts = []
    for path in sorted(folder.glob("*.whl")):
        with ZipFile(path) as wheel:
            names = [name for name in wheel.namelist() if ".data/" not in name]
            wheel.extractall(target, names)
        parts.append(read_part(path))
    return tuple(sorted(parts, key=lambda part: part.name))


def read_part(path: Path) -> Part:
    """Return the part in the wheel at ``path``; KeyError names it if its licence is unknown."""
    with ZipFile(path) as wheel:
        names = [name for name in wheel.namelist() if ".data/" not in name]
        (about,) = (name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        fields = message_from_string(wheel.read(about).decode())
        licences = sorted(name for name in names if LICENCE_FILE.fullmatch(name))
        texts = tuple(wheel.read(name).decode() for name in licences)
        modules = (wheel.read(name).decode() for name in names if name.endswith(".py"))
        authors = holders(modules)
    name = canonicalize_name(fields["Name"])
    stated = fields["License-Expression"] or fields["License"] or ""
    return Part(
        name,
        fields["Version"],
        stated if SPDX.fullmatch(stated) else LICENCES[name],
        fields["Home-page"] or _home(fields.get_all("Project-URL", ())),
        hashlib.sha256(path.read_bytes()).hexdigest(),
        texts,
        tuple(sorted({each.partition("/")[0] for each in names})),
        authors,
        path.name if name in COMPILED else "",
    )


def _build(what: str, constraints: Path, folder: Path, *options: str, **environ: str) -> None:
    # what builds it is pinned too: it leaves its version in the wheel
    pins = str(constraints)
    pinned = {"PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins}
    _pip("wheel", "--no-deps", f"--wheel-dir={folder}", *options, what, **(environ | pinned))


def _home(links: Sequence[str]) -> str:
    return next((link.partition(", ")[2] for link in links), "")


def _pip(*arguments: str, **environ: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True, env={**os.environ, **environ})
