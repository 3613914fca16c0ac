"""Debian's packages and their sources, to build what tests run on.

They are fetched from the archive that this system uses, without root and without a change to it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

Releases = Iterable[tuple[str, str]]


class ImageError(Exception):
    """The image cannot be built; the text says what to do."""


class Archive:
    """Debian's archive with package lists of its own in ``home``, apart from the system's.

    ``releases`` are pairs of a kind, ``deb`` or ``deb-src``, and the name of a release.
    """

    def __init__(self, home: Path, releases: Releases) -> None:
        for name in ("state/lists/partial", "cache/archives/partial"):
            (home / name).mkdir(parents=True)
        archive = mirror()
        sources = [
            f"{kind} [signed-by={KEYRING}] {archive} {release} main\n" for kind, release in releases
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
        run(["apt-get", "-qq", *what.split()], into, self._environment)


def cache(name: str, made_of: bytes) -> Path:
    """Return the folder in the user's cache for the image ``name`` with the parts ``made_of``."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "tableside" / name / hashlib.sha256(made_of).hexdigest()[:12]


def check_host(tools: Mapping[str, str]) -> None:
    """Raise ImageError unless this is Debian on x86-64 with all ``tools``: commands, packages."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        raise ImageError("the image is built and used on Linux on x86-64 only")
    missing = {package for tool, package in tools.items() if shutil.which(tool) is None}
    if missing:
        raise ImageError(f"packages are missing: sudo apt install {' '.join(sorted(missing))}")
    if not KEYRING.exists():
        raise ImageError("the keys of Debian's archive are missing: install debian-archive-keyring")


def unpack_source(archive: Archive, package: str, work: Path) -> Path:
    """Fetch the sources of ``package``; return their folder in ``work``."""
    archive.fetch(f"source --download-only {package}", work)
    (tar,) = work.glob(f"{package}_*.orig.tar.xz")
    source = work / package
    source.mkdir()
    run(["tar", "xf", str(tar), "--strip-components=1"], source)
    return source


def run(command: Sequence[str], where: Path, more: Mapping[str, str] | None = None) -> None:
    """Run ``command`` in ``where``, with ``more`` variables; ImageError with its last words."""
    done = subprocess.run(
        command, cwd=where, env=os.environ | (more or {}), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )  # fmt: skip
    if done.returncode != 0:
        last = "\n".join(done.stdout.splitlines()[-10:])
        raise ImageError(f"{' '.join(command[:3])} ... failed:\n{last}")


def mirror() -> str:
    """Return where this system has its Debian packages from."""
    form = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"]
    found = subprocess.run(form, capture_output=True, text=True, check=True).stdout.splitlines()
    mirrors = [line.partition(" ")[2] for line in found if line.startswith("Debian ")]
    main = [each for each in mirrors if "security" not in each]
    if not main:
        raise ImageError("apt knows no archive of Debian: run apt-get update, or build on Debian")
    return main[0]
