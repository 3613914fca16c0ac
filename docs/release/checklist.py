"""Everything that must be true before a release: ``make release``.

All checks run, in order. Only if all of them passed is anything built, and the first step of that
which fails is the last. What is published is then in ``build/release``, with the sums of all files.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from filecmp import cmp
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from docs.release import parts, sources
from docs.release.package import NEEDED, BuildError, build, can_build
from docs.release.payload import DOCUMENTS, PUBLIC_KEY, ROOT
from docs.release.version import SECTION, UNRELEASED, maintainer
from docs.writer.lists import updated
from docs.writer.manual import generated, outdated, stale
from firmware_host.base.signature import read_key
from firmware_host.setup.update.package import SIGNED, SUMS

RELEASE: Final = Path("build", "release")
KEY: Final = "RELEASE_KEY"
"""In the environment: the file with the key of whoever publishes."""

SIGNING: Final = ("openssl", "pkeyutl", "-sign", "-rawin")
LINTIAN: Final = ("lintian", "--allow-root", "--fail-on=error,warning")
LARGEST: Final = 8_000_000
"""Bytes of the package, so that it is quickly copied to a Pi."""

STATES_VERSION: Final = Path("firmware_host", "__init__.py")
STATED: Final = re.compile(r'^__version__: Final = "(.+)"$', re.MULTILINE)
VERSION: Final = re.compile(r"\d+\.\d+\.\d+")
NOBODY: Final = ".invalid>"
"""The end of an address at which nobody can be reached (RFC 2606, section 2)."""

PLACEHOLDER: Final = (
    "put the name and the address of whoever answers for the package into the line Maintainer of "
    "debian/control, as Name <name@host>: {}"
)
ADDRESSES: Final[Mapping[str, re.Pattern[str]]] = {
    "README.md": re.compile(r"a place for questions: (\S+)"),
    "pyproject.toml": re.compile(r'^Homepage = "(.+)"$', re.MULTILINE),
    "debian/control": re.compile(r"^Homepage: (.+)$", re.MULTILINE),
}
"""The files that say where the project is, each in its own way."""

NOWHERE: Final = re.compile(r"https?://[^/]*\.invalid(/.*)?")
UNSIGNED: Final = (
    "tables that know debian/update-key.pem take nothing unsigned: "
    "name the file of its private part with RELEASE_KEY=key.pem make release"
)


class ReleaseError(Exception):
    """The release is not ready; the text says what is missing, and what to do."""


def version_of(root: Path) -> str:
    """Return the version that the program in ``root`` says it has."""
    text = (root / STATES_VERSION).read_text(encoding="utf-8")
    return next(iter(STATED.findall(text)), "none")


def check_version(root: Path) -> str:
    """Check that the version is new."""
    version = version_of(root)
    if not VERSION.fullmatch(version):
        raise ReleaseError(
            f"expected three numbers in {STATES_VERSION}, such as 1.2.3, not {version}"
        )
    if f"v{version}" in _git(root, "tag").split():
        raise ReleaseError(f"v{version} is released already: raise the version in {STATES_VERSION}")
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
            f"CHANGELOG.md begins with {name}, {STATES_VERSION} has {version_of(root)}"
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


def check_maintainer(root: Path) -> str:
    """Check that somebody answers for the package."""
    named = maintainer(root)
    if named.endswith(NOBODY):
        raise ReleaseError(PLACEHOLDER.format(f"{named} is a placeholder"))
    return named


def check_address(root: Path) -> str:
    """Check that people are told where the project is, and everywhere the same."""
    texts = {name: _text(root / name) or "" for name in ADDRESSES}
    found: dict[str, list[str]] = {
        name: shape.findall(texts[name]) for name, shape in ADDRESSES.items()
    }
    stated = {address for addresses in found.values() for address in addresses}
    if len(stated) != 1 or not all(found.values()) or NOWHERE.fullmatch(min(stated)):
        raise ReleaseError(
            f"put the address of the project into {', '.join(ADDRESSES)}, in place of "
            f"{', '.join(sorted(stated)) or 'nothing'}: the same in all of them"
        )
    return min(stated)


def check_key(root: Path) -> str:
    """Check that the key that :data:`KEY` names is the one that the package brings, if any."""
    key, public = os.environ.get(KEY), _text(root / PUBLIC_KEY.relative_to(ROOT))
    if not key and public is not None:
        raise ReleaseError(UNSIGNED)
    if not key:
        return f"none, so the sums are not signed; {KEY}=key.pem make release signs them"
    try:
        ours = read_key(_run(root, "openssl", "pkey", "-in", key, "-pubout"))
    except ValueError as error:
        raise ReleaseError(f"expected a key of Ed25519 in {key}, as tables know it") from error
    if public is not None and read_key(public) != ours:
        raise ReleaseError(f"{key} is not the private part of debian/update-key.pem")
    return key


def check_tools(root: Path) -> str:
    """Check that what builds the package is installed."""
    if not can_build():
        raise ReleaseError(NEEDED)
    return "debhelper and dpkg-dev"


def check_sources(root: Path) -> str:
    """Check that everything is committed."""
    changed = _git(root, "status", "--porcelain").splitlines()
    if changed:
        raise ReleaseError(f"commit or remove {len(changed)} files first: {changed[0][3:]} ...")
    return _git(root, "rev-parse", "--short", "HEAD").strip()


def check_manual(root: Path) -> str:
    """Check that the generated pages of the manual are those of this program."""
    wrong = outdated()
    wrong += [str(path) for path, text in updated().items() if _text(path) != text]
    if wrong or stale():
        raise ReleaseError(f"{len(wrong)} pages are older than the program: make docs, then commit")
    return f"{len(generated())} pages"


def make_wheel(root: Path) -> str:
    """Build the wheel."""
    folder = root / RELEASE
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return _with_size(build_wheel(root, root / "build" / "wheel", folder))


def make_package(root: Path) -> str:
    """Build the Debian package, and put its list of parts beside it."""
    package = shutil.copy(build(root, root / "build" / "deb"), root / RELEASE)
    (listed,) = (root / "build" / "deb").glob(f"source/debian/tableside/{DOCUMENTS}/*.cdx.json*")
    shutil.copy(listed, root / RELEASE)
    if Path(package).stat().st_size > LARGEST:
        raise ReleaseError(f"{_with_size(Path(package))}, expected {LARGEST:,} at most")
    return _with_size(Path(package))


def check_package(root: Path) -> str:
    """Let lintian look for mistakes in the package; those explained do not count."""
    if not shutil.which("lintian"):
        raise ReleaseError("lintian checks the package: sudo apt install lintian")
    (package,) = (root / RELEASE).glob("*.deb")
    _run(root, *LINTIAN, str(package))
    return "no error and no warning that is not explained in debian/tableside.lintian-overrides"


def check_bytes(root: Path) -> str:
    """Build wheel and package again in another folder, and check that they are the same."""
    with TemporaryDirectory() as scratch:
        again = Path(scratch)
        built = (build_wheel(root, again / "wheel", again), build(root, again / "deb"))
        differ = [each.name for each in built if not cmp(each, root / RELEASE / each.name, False)]
    if differ:
        raise ReleaseError(f"a second build has made other bytes: {', '.join(differ)}")
    return "wheel and package, built twice"


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
        return "none"
    folder = root / RELEASE
    _run(root, *SIGNING, "-inkey", key, "-in", str(folder / SUMS), "-out", str(folder / SIGNED))
    return SIGNED


Step = Callable[[Path], str]
CHECKS: Final[Mapping[str, Step]] = {
    "version": check_version,
    "changelog": check_changelog,
    "citation": check_citation,
    "maintainer": check_maintainer,
    "address": check_address,
    "key": check_key,
    "tools": check_tools,
    "sources": check_sources,
    "manual": check_manual,
}
BUILDS: Final[Mapping[str, Step]] = {
    "wheel": make_wheel,
    "package": make_package,
    "lintian": check_package,
    "same bytes": check_bytes,
    "sums": make_sums,
    "signature": make_signature,
}


def passes(steps: Mapping[str, Step], root: Path) -> bool:
    """Carry out all ``steps`` and print a line for each; return whether all passed."""
    is_ready = True
    for name, step in steps.items():
        try:
            print(f"{name}: ok, {step(root)}")
        except (ReleaseError, BuildError, OSError, subprocess.CalledProcessError) as error:
            print(f"{name}: failed: {error}")
            is_ready = False
    return is_ready


def builds(steps: Mapping[str, Step], root: Path) -> bool:
    """Carry out ``steps`` up to the first that fails; return whether all passed."""
    return all(passes({name: step}, root) for name, step in steps.items())


def build_wheel(root: Path, work: Path, into: Path) -> Path:
    """Build the wheel of a copy of ``root`` in the folder ``work``; return where it is ``into``."""
    copy = sources.copied(root, work / "source")
    parts.build(copy, root / "constraints.txt", into, **sources.environ(root))
    (wheel,) = into.glob("*.whl")
    return wheel


def _with_size(path: Path) -> str:
    return f"{path.name}, {path.stat().st_size:,} bytes"


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _git(root: Path, *words: str) -> str:
    return _run(root, "git", *words)


def _run(root: Path, *words: str) -> str:
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = f"{done.stdout}{done.stderr}".strip()
        raise ReleaseError(f"{words[0]} ended with {done.returncode}:\n{said}")
    return done.stdout


if __name__ == "__main__":
    if not (passes(CHECKS, ROOT) and builds(BUILDS, ROOT)):
        sys.exit("not ready: correct what failed and type make release again")
    print(f"ready: type git tag v{version_of(ROOT)}, and publish what is in {RELEASE}")
