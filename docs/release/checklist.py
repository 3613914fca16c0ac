"""Everything that must be true before a release: ``make release``.

The checks run in order. Those that build run only if all before them passed. What is published is
then in ``build/release``, with the sums of all files.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from docs.release import parts
from docs.release.package import build
from docs.release.payload import DOCUMENTS, ROOT
from docs.release.version import SECTION, UNRELEASED
from docs.writer.lists import updated
from docs.writer.manual import FOLDER, generated, stale
from firmware_host.install.update.obstacles import UpdateError
from firmware_host.install.update.sums import SIGNED, SUMS, read_key

RELEASE: Final = Path("build", "release")
KEY: Final = "RELEASE_KEY"
"""In the environment: the file with the key of whoever publishes."""

SIGNING: Final = ("openssl", "pkeyutl", "-sign", "-rawin")
LARGEST: Final = 8_000_000
"""Bytes of the package, so that it is quickly copied to a Pi."""

VERSION: Final = re.compile(r"\d+\.\d+\.\d+")


class ReleaseError(Exception):
    """The release is not ready; the text says what is missing, and what to do."""


def version_of(root: Path) -> str:
    """Return the version in pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def check_version(root: Path) -> str:
    """Check that the version is new."""
    version = version_of(root)
    if not VERSION.fullmatch(version):
        raise ReleaseError(
            f"expected three numbers in pyproject.toml, such as 1.2.3, not {version}"
        )
    if f"v{version}" in _git(root, "tag").split():
        raise ReleaseError(f"v{version} is released already: raise the version in pyproject.toml")
    return version


def check_changelog(root: Path) -> str:
    """Check that the newest section of the changelog is about this version."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    name, day = next(iter(SECTION.findall(changelog)), ("", ""))
    if name == UNRELEASED:
        raise ReleaseError(
            f"give the section {UNRELEASED} of CHANGELOG.md the version and the date"
        )
    if name != version_of(root):
        raise ReleaseError(
            f"CHANGELOG.md begins with {name}, pyproject.toml has {version_of(root)}"
        )
    if day > f"{datetime.now(UTC):%Y-%m-%d}":
        raise ReleaseError(f"CHANGELOG.md says {day}, which is still to come")
    return f"{name} of {day}"


def check_citation(root: Path) -> str:
    """Check that CITATION.cff names the same release as the changelog."""
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    stated = tuple(re.findall(r"^(?:version|date-released): (\S+)$", citation, re.MULTILINE))
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = next(found for found in SECTION.findall(changelog) if found[0] != UNRELEASED)
    if stated != newest:
        raise ReleaseError(f"CITATION.cff has {stated}, CHANGELOG.md {newest}")
    return " of ".join(stated)


def check_sources(root: Path) -> str:
    """Check that everything is committed."""
    changed = _git(root, "status", "--porcelain").splitlines()
    if changed:
        raise ReleaseError(f"commit or remove {len(changed)} files first: {changed[0][3:]} ...")
    return _git(root, "rev-parse", "--short", "HEAD").strip()


def check_manual(root: Path) -> str:
    """Check that the generated pages of the manual are those of this program."""
    wrong = [name for name, text in generated().items() if _text(FOLDER / name) != text]
    wrong += [str(path) for path, text in updated().items() if _text(path) != text]
    if wrong or stale():
        raise ReleaseError(f"{len(wrong)} pages are older than the program: make docs, then commit")
    return f"{len(generated())} pages"


def make_wheel(root: Path) -> str:
    """Build the wheel."""
    folder = root / RELEASE
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    parts.build(root, root / "constraints.txt", folder)
    (wheel,) = folder.glob("*.whl")
    return _with_size(wheel)


def make_package(root: Path) -> str:
    """Build the Debian package, and put its list of parts beside it."""
    package = shutil.copy(build(root, root / "build" / "deb"), root / RELEASE)
    (listed,) = (root / "build" / "deb").glob(f"source/debian/tableside/{DOCUMENTS}/*.cdx.json*")
    shutil.copy(listed, root / RELEASE)
    if Path(package).stat().st_size > LARGEST:
        raise ReleaseError(f"{_with_size(Path(package))}, expected {LARGEST:,} at most")
    if shutil.which("lintian"):
        _run(root, "lintian", "--allow-root", "--fail-on=error,warning", str(package))
    return _with_size(Path(package))


def make_sums(root: Path) -> str:
    """Write the sums of all files."""
    files = sorted(path for path in (root / RELEASE).iterdir() if path.name not in (SUMS, SIGNED))
    sums = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (root / RELEASE / SUMS).write_text("".join(sums), encoding="ascii")
    return f"{len(files)} files in {RELEASE}"


def make_signature(root: Path) -> str:
    """Sign the sums with the key that :data:`KEY` names, as tables check it."""
    key = os.environ.get(KEY)
    if not key:
        return f"none; {KEY}=key.pem make release signs the sums"
    folder = root / RELEASE
    (folder / SIGNED).unlink(missing_ok=True)
    try:
        read_key(_run(root, "openssl", "pkey", "-in", key, "-pubout"))
    except UpdateError as error:
        raise ReleaseError(f"expected a key of Ed25519 in {key}, as tables know it") from error
    _run(root, *SIGNING, "-inkey", key, "-in", str(folder / SUMS), "-out", str(folder / SIGNED))
    return SIGNED


Step = Callable[[Path], str]
CHECKS: Final[Mapping[str, Step]] = {
    "version": check_version,
    "changelog": check_changelog,
    "citation": check_citation,
    "sources": check_sources,
    "manual": check_manual,
}
BUILDS: Final[Mapping[str, Step]] = {
    "wheel": make_wheel,
    "package": make_package,
    "sums": make_sums,
    "signature": make_signature,
}


def passes(steps: Mapping[str, Step], root: Path) -> bool:
    """Carry out all ``steps`` and print a line for each; return whether all passed."""
    is_ready = True
    for name, step in steps.items():
        try:
            print(f"{name}: ok, {step(root)}")
        except (ReleaseError, OSError, subprocess.CalledProcessError) as error:
            print(f"{name}: failed: {error}")
            is_ready = False
    return is_ready


def _with_size(path: Path) -> str:
    return f"{path.name}, {path.stat().st_size:,} bytes"


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _git(root: Path, *words: str) -> str:
    return _run(root, "git", *words)


def _run(root: Path, *words: str) -> str:
    return subprocess.run(words, cwd=root, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    if not (passes(CHECKS, ROOT) and passes(BUILDS, ROOT)):
        sys.exit("not ready: correct what failed and type make release again")
    print(f"ready: type git tag v{version_of(ROOT)}, and publish what is in {RELEASE}")
