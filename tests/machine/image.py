"""The image of the simulated machine: kernel, device tree, module, and MicroPython beside it.

``python -m tests.machine.image`` builds it, once, into a cache folder. Sources are Debian's own
packages, fetched from the archive that this system uses, without root and without a change to it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

KERNEL = Path(__file__).with_name("kernel")
"""What the kernel is made of besides its sources."""

SOURCE_PACKAGE, SOURCE_TAR = "linux-source-6.1", "linux-source-6.1.tar.xz"
RELEASES = {"deb": "bookworm", "deb-src": "trixie"}
"""The releases of Debian that have that package, and the sources of MicroPython 1.25."""

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

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
    drivers/platform/*.[chS] drivers/scsi/*.[chS] drivers/staging/*.[chS] drivers/video/*.[chS]
    sound/*.[chS] Documentation/*.rst Documentation/*.yaml tools/perf/* tools/testing/*
""".split()
"""Sources that User-Mode Linux does not compile."""

WITHOUT = "MICROPY_PY_SSL=0 MICROPY_PY_BTREE=0 MICROPY_PY_FFI=0 MICROPY_PY_BLUETOOTH=0".split()
"""Parts of MicroPython whose libraries Debian leaves out of its source package."""

FILES = ("linux.uml", "pi4.dtb", "i2c_oled_sim.ko", "micropython")


class ImageError(Exception):
    """The image cannot be built; the text says what to do."""


def folder() -> Path:
    """Where the image of these sources is, or will be: in the user's cache folder."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "tableside" / "machine" / _key()


def is_built() -> bool:
    """Whether the image of these sources is there."""
    return all((folder() / name).exists() for name in FILES)


def build() -> Path:
    """Build the image, saying what is done; return its folder. ImageError if that cannot be."""
    _check_host()
    home = folder()
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="build-", dir=home.parent) as scratch:
        work = Path(scratch)
        archive = _Archive(work / "apt")
        image = work / "image"
        image.mkdir()
        _build_kernel(archive, work, image)
        _build_micropython(archive, work, image)
        for name in FILES:
            (image / name).replace(home / name)
    return home


class _Archive:
    """Debian's archive with package lists of its own in ``home``, apart from the system's."""

    def __init__(self, home: Path) -> None:
        for name in ("state/lists/partial", "cache/archives/partial"):
            (home / name).mkdir(parents=True)
        mirror = _mirror()
        sources = [
            f"{kind} [signed-by={KEYRING}] {mirror} {release} main\n"
            for kind, release in RELEASES.items()
        ]
        (home / "sources.list").write_text("".join(sources), encoding="ascii")
        (home / "apt.conf").write_text(
            f'Dir::Etc::sourcelist "{home}/sources.list"; Dir::Etc::sourceparts "-";\n'
            f'Dir::State "{home}/state"; Dir::State::status "/dev/null";\n'
            f'Dir::Cache "{home}/cache"; APT::Sandbox::User "";\n',
            encoding="utf-8",
        )
        self._environment = {"APT_CONFIG": str(home / "apt.conf")}
        self.fetch("update", home)

    def fetch(self, what: str, into: Path) -> None:
        """Let apt-get do ``what`` in the folder ``into``."""
        _run(["apt-get", "-qq", *what.split()], into, self._environment)


def _build_kernel(archive: _Archive, work: Path, image: Path) -> None:
    source, made = work / "linux", work / "made"
    source.mkdir()
    made.mkdir()
    _tell("unpacking the kernel's sources")
    excluded = [f"--exclude=*/{pattern}" for pattern in UNUSED]
    tar = ["tar", "xf", str(_kernel_tar(archive, work)), "--strip-components=1", "--wildcards"]
    _run([*tar, *excluded], source)
    _run(["patch", "-s", "-p1", "-i", str(KERNEL / "uml-6.1.patch")], source)
    _tell("building the kernel, which takes some minutes")
    make = ["make", "-s", "-C", str(source), "ARCH=um", f"O={made}", f"-j{os.cpu_count() or 1}"]
    _run([*make, "tinyconfig"], source)
    merge = ["./scripts/kconfig/merge_config.sh", "-m", "-O", str(made), str(made / ".config")]
    _run([*merge, str(KERNEL / "config")], source)
    _run([*make, "olddefconfig"], source)
    _check_config(made / ".config")
    _run([*make, "linux", "modules"], source)
    module = shutil.copytree(KERNEL, made / "module")
    _run([*make, f"M={module}", "modules"], source)
    _run(["strip", "-o", str(image / "linux.uml"), str(made / "linux")], work)
    tree = ["-q", "-O", "dtb", "-o", str(image / "pi4.dtb"), str(KERNEL / "pi4.dts")]
    _run([str(made / "scripts" / "dtc" / "dtc"), *tree], work)
    shutil.copy(module / "i2c_oled_sim.ko", image)


def _kernel_tar(archive: _Archive, work: Path) -> Path:
    """The kernel's sources: the system's, or those in the package."""
    installed = Path("/usr/src") / SOURCE_TAR
    if installed.exists():
        return installed
    _tell(f"fetching {SOURCE_PACKAGE}")
    archive.fetch(f"download {SOURCE_PACKAGE}", work)
    (package,) = work.glob(f"{SOURCE_PACKAGE}_*.deb")
    _run(["dpkg-deb", "-x", str(package), str(work / "package")], work)
    return work / "package" / "usr" / "src" / SOURCE_TAR


def _build_micropython(archive: _Archive, work: Path, image: Path) -> None:
    _tell("fetching and building MicroPython")
    archive.fetch("source --download-only micropython", work)
    (tar,) = work.glob("micropython_*.orig.tar.xz")
    source = work / "micropython"
    source.mkdir()
    _run(["tar", "xf", str(tar), "--strip-components=1"], source)
    port = source / "ports" / "unix"
    _run(["make", "-s", f"-j{os.cpu_count() or 1}", *WITHOUT, "FROZEN_MANIFEST="], port)
    built = port / "build-standard" / "micropython"
    _run(["strip", "-o", str(image / "micropython"), str(built)], work)


def _key() -> str:
    """A name that changes with what the kernel is made of."""
    made_of = sorted(path for path in KERNEL.iterdir() if path.name != "init.sh")
    return hashlib.sha256(b"".join(path.read_bytes() for path in made_of)).hexdigest()[:12]


def _check_host() -> None:
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        raise ImageError("the machine is built and runs on Linux on x86-64 only")
    missing = {package for tool, package in TOOLS.items() if shutil.which(tool) is None}
    if missing:
        raise ImageError(f"packages are missing: sudo apt install {' '.join(sorted(missing))}")
    if not KEYRING.exists():
        raise ImageError("the keys of Debian's archive are missing: install debian-archive-keyring")


def _check_config(made: Path) -> None:
    """ImageError if the kernel's own rules have dropped something that was asked for."""
    given = set(made.read_text(encoding="utf-8").splitlines())
    asked = (KERNEL / "config").read_text(encoding="utf-8").splitlines()
    if dropped := [line for line in asked if line.startswith("CONFIG_") and line not in given]:
        raise ImageError(f"this kernel cannot have {', '.join(dropped)}: see kernel/config")


def _mirror() -> str:
    """Where this system has its Debian packages from."""
    form = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"]
    found = subprocess.run(form, capture_output=True, text=True, check=True).stdout.splitlines()
    mirrors = [line.partition(" ")[2] for line in found if line.startswith("Debian ")]
    main = [mirror for mirror in mirrors if "security" not in mirror]
    if not main:
        raise ImageError("apt knows no archive of Debian: run apt-get update, or build on Debian")
    return main[0]


def _run(command: Sequence[str], where: Path, more: Mapping[str, str] | None = None) -> None:
    """Run ``command`` in ``where``; ImageError with its last words if it fails."""
    done = subprocess.run(
        command, cwd=where, env=os.environ | (more or {}), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )  # fmt: skip
    if done.returncode != 0:
        last = "\n".join(done.stdout.splitlines()[-10:])
        raise ImageError(f"{' '.join(command[:3])} ... failed:\n{last}")


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
