"""Build the systems that the Debian package is tested on: ``python -m tests.deb.roots [NAME ...]``.

Without a name all are built but the one with KiCad. Each is a small Debian in a tar file. Its
packages are fetched from the archive that this system uses; the tests themselves need no network.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests import debian
from tests.debian import ImageError, run

EMULATORS: Final[Mapping[str, str]] = {
    "arm64": "qemu-aarch64-static",
    "armhf": "qemu-arm-static",
}
"""What emulates the processors of a Raspberry Pi: with 64 bits, and with 32 bits."""

FOR_ALL: Final = {
    "debootstrap": "debootstrap",
    "dh": "debhelper",
    "dpkg-buildpackage": "dpkg-dev",
    "unshare": "util-linux",
}
"""The commands that every test needs, and Debian's packages with them."""

FOR_SOME: Final = {
    "lintian": "lintian",
    **dict.fromkeys(EMULATORS.values(), "qemu-user-static"),
}
"""Those that some tests need."""

PYTHON: Final = "python3,python3-pil,python3-cbor2"
WHOLE: Final = f"{PYTHON},python3-venv,python3-spidev,systemd,udev,bash-completion"
SYSTEMS: Final[Mapping[str, tuple[str, str, str]]] = {
    "bookworm": ("bookworm", "amd64", WHOLE),
    "trixie": ("trixie", "amd64", WHOLE),
    # debootstrap does not see that python3-cffi-backend is needed under another name
    "trixie-card": ("trixie", "amd64", f"{WHOLE},cloud-init,python3-cffi-backend"),
    **{
        f"{release}-{processor}": (release, processor, PYTHON)
        for processor in EMULATORS
        for release in ("bookworm", "trixie")
    },
}
"""The systems: each with its release, its processor and its packages. Those of other processors
are unpacked and not installed: their programs run on an emulator."""


KICAD: Final = "trixie-kicad"
"""A system with KiCad, for the circuit board: 1.3 GB, so it is built only where it is named."""
LARGE: Final[Mapping[str, Sequence[str]]] = {KICAD: ("kicad", "kicad-symbols", "kicad-footprints")}
"""What apt adds, because debootstrap does not see all that it needs."""
UNREAD: Final = ("var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/locale")


def tar_of(name: str) -> Path:
    """Return the path of the system ``name``."""
    made_of = repr(SYSTEMS[name]) if name in SYSTEMS else repr(LARGE[name])
    return debian.cache("roots", made_of.encode()) / f"{name}.tar"


def trouble(tools: Mapping[str, str] = FOR_ALL) -> str | None:
    """Return why the package cannot be tested here with ``tools``; None if it can."""
    if os.geteuid() != 0:
        return "only root can install packages in another system: run as root"
    try:
        debian.check_host(tools)
        run(["unshare", "--net", "true"], Path("/"))
    except ImageError as error:
        return str(error)
    return None


def build(name: str) -> None:
    """Build the system ``name``; ImageError says what is missing."""
    release, processor, packages = SYSTEMS.get(name, ("trixie", "amd64", "python3"))
    with TemporaryDirectory() as scratch:
        root = Path(scratch, "root")
        options = ["--variant=minbase", f"--include={packages}", f"--arch={processor}"]
        foreign = [] if processor not in EMULATORS else ["--foreign"]
        where = [release, str(root), debian.mirror()]
        run(["debootstrap", *options, *foreign, *where], Path(scratch))
        if foreign:
            for package in sorted(root.glob("var/cache/apt/archives/*.deb")):
                subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
        if name in LARGE:
            _add(root, LARGE[name])
        for folder in UNREAD if name in LARGE else UNREAD[:2]:
            shutil.rmtree(root / folder)
        tar = tar_of(name)
        tar.parent.mkdir(parents=True, exist_ok=True)
        run(["tar", "-C", str(root), "-cf", f"{tar}.new", "."], Path(scratch))
        Path(f"{tar}.new").replace(tar)


def _add(root: Path, packages: Sequence[str]) -> None:
    """Let apt install ``packages`` in the system in ``root``, without what they recommend."""
    options = ["--yes", "--no-install-recommends", "--option=Dpkg::Options::=--force-unsafe-io"]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["chroot", str(root), "apt-get", "update"], root, quiet)
    run(["chroot", str(root), "apt-get", "install", *options, *packages], root, quiet)


def is_there(name: str) -> bool:
    """Return whether the system ``name`` is there, after building it if it was not.

    What cannot be built is said; the tests of that system are skipped.
    """
    if tar_of(name).exists():
        return True
    print(f"building {name}, once", flush=True)
    try:
        build(name)
    except ImageError as error:
        print(f"{name} cannot be built, so its tests are skipped: {error}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    names = sys.argv[1:]
    if unknown := set(names) - {*SYSTEMS, *LARGE}:
        sys.exit(f"expected {', '.join((*SYSTEMS, *LARGE))}, not {' '.join(unknown)}")
    if problem := trouble(FOR_ALL if names else {**FOR_ALL, **FOR_SOME}):
        sys.exit(f"skipped: {problem}")
    found = [is_there(name) for name in names or SYSTEMS]
    sys.exit(0 if any(found) else 1)
