"""The image of the simulated machine: kernel, device tree, module, and MicroPython beside it.

``python -m tests.machine.image`` builds it, once, into a cache folder. Sources are Debian's own
packages, fetched from the archive that this system uses, without root and without a change to it.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests import debian
from tests.debian import Archive, ImageError, run

KERNEL = Path(__file__).with_name("kernel")
"""What the kernel is made of besides its sources."""

SOURCE_PACKAGE, SOURCE_TAR = "linux-source-6.1", "linux-source-6.1.tar.xz"
RELEASES = (("deb", "bookworm"), ("deb-src", "trixie"))
"""The releases of Debian that have that package, and the sources of MicroPython 1.25."""

TOOLS: Mapping[str, str] = {
    "apt-get": "apt", "bc": "bc", "bison": "bison", "dpkg-deb": "dpkg", "flex": "flex",
    "gcc": "gcc libc6-dev", "make": "make", "patch": "patch", "perl": "perl", "strip": "binutils",
    "tar": "tar", "xz": "xz-utils",
}  # fmt: skip
"""The commands that building needs, and the packages they come in."""

UNUSED = """
    arch/arm*/*.[chS] arch/[lmnopr]*/*.[chS] arch/s[hp3]*/*.[chS] *.dts *.dtsi
    drivers/clk/*.[chS] drivers/gpu/*.[chS] drivers/hwmon/*.[chS] drivers/iio/*.[chS]
    drivers/infiniband/*.[chS] drivers/media/*.[chS] drivers/net/*/*.[chS]
    drivers/platform/*.[chS] drivers/scsi/*.[chS] drivers/staging/*.[chS]
    drivers/video/backlight/*.[chS]
    sound/*.[chS] Documentation/*.rst Documentation/*.yaml tools/perf/* tools/testing/*
""".split()
"""Sources that User-Mode Linux does not compile."""

WITHOUT = "MICROPY_PY_SSL=0 MICROPY_PY_BTREE=0 MICROPY_PY_FFI=0 MICROPY_PY_BLUETOOTH=0".split()
"""Parts of MicroPython whose libraries Debian leaves out of its source package."""

FILES = ("linux.uml", "pi4.dtb", "i2c_oled_sim.ko", "micropython")


def folder() -> Path:
    """Where the image of these sources is, or will be: in the user's cache folder."""
    made_of = sorted(path for path in KERNEL.iterdir() if path.name != "init.sh")
    return debian.cache("machine", b"".join(path.read_bytes() for path in made_of))


def is_built() -> bool:
    """Whether the image of these sources is there."""
    return all((folder() / name).exists() for name in FILES)


def build() -> Path:
    """Build the image, saying what is done; return its folder. ImageError if that cannot be."""
    debian.check_host(TOOLS)
    home = folder()
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="build-", dir=home.parent) as scratch:
        work = Path(scratch)
        archive = Archive(work / "apt", RELEASES)
        image = work / "image"
        image.mkdir()
        _build_kernel(archive, work, image)
        _build_micropython(archive, work, image)
        for name in FILES:
            (image / name).replace(home / name)
    return home


def _build_kernel(archive: Archive, work: Path, image: Path) -> None:
    source, made = work / "linux", work / "made"
    source.mkdir()
    made.mkdir()
    _tell("unpacking the kernel's sources")
    excluded = [f"--exclude=*/{pattern}" for pattern in UNUSED]
    tar = ["tar", "xf", str(_kernel_tar(archive, work)), "--strip-components=1", "--wildcards"]
    run([*tar, *excluded], source)
    run(["patch", "-s", "-p1", "-i", str(KERNEL / "uml-6.1.patch")], source)
    _tell("building the kernel, which takes some minutes")
    make = ["make", "-s", "-C", str(source), "ARCH=um", f"O={made}", f"-j{os.cpu_count() or 1}"]
    run([*make, "tinyconfig"], source)
    merge = ["./scripts/kconfig/merge_config.sh", "-m", "-O", str(made), str(made / ".config")]
    run([*merge, str(KERNEL / "config")], source)
    run([*make, "olddefconfig"], source)
    _check_config(made / ".config")
    run([*make, "linux", "modules"], source)
    module = shutil.copytree(KERNEL, made / "module")
    run([*make, f"M={module}", "modules"], source)
    run(["strip", "-o", str(image / "linux.uml"), str(made / "linux")], work)
    tree = ["-q", "-O", "dtb", "-o", str(image / "pi4.dtb"), str(KERNEL / "pi4.dts")]
    run([str(made / "scripts" / "dtc" / "dtc"), *tree], work)
    shutil.copy(module / "i2c_oled_sim.ko", image)


def _kernel_tar(archive: Archive, work: Path) -> Path:
    """The kernel's sources: the system's, or those in the package."""
    installed = Path("/usr/src") / SOURCE_TAR
    if installed.exists():
        return installed
    _tell(f"fetching {SOURCE_PACKAGE}")
    archive.fetch(f"download {SOURCE_PACKAGE}", work)
    (package,) = work.glob(f"{SOURCE_PACKAGE}_*.deb")
    run(["dpkg-deb", "-x", str(package), str(work / "package")], work)
    return work / "package" / "usr" / "src" / SOURCE_TAR


def _build_micropython(archive: Archive, work: Path, image: Path) -> None:
    _tell("fetching and building MicroPython")
    port = debian.unpack_source(archive, "micropython", work) / "ports" / "unix"
    run(["make", "-s", f"-j{os.cpu_count() or 1}", *WITHOUT, "FROZEN_MANIFEST="], port)
    built = port / "build-standard" / "micropython"
    run(["strip", "-o", str(image / "micropython"), str(built)], work)


def _check_config(made: Path) -> None:
    """ImageError if the kernel's own rules have dropped something that was asked for."""
    given = set(made.read_text(encoding="utf-8").splitlines())
    asked = (KERNEL / "config").read_text(encoding="utf-8").splitlines()
    if dropped := [line for line in asked if line.startswith("CONFIG_") and line not in given]:
        raise ImageError(f"this kernel cannot have {', '.join(dropped)}: see kernel/config")


def _tell(text: str) -> None:
    print(f"machine: {text}", flush=True)


def main() -> int:
    """Build the image unless it is there; return the exit code."""
    if is_built():
        _tell(f"the image is there: {folder()}")
        return 0
    begun = time.monotonic()
    try:
        home = build()
    except ImageError as error:
        print(f"machine: {error}", file=sys.stderr)
        return 1
    _tell(f"built in {time.monotonic() - begun:.0f} s: {home}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
