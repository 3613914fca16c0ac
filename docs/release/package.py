"""Build the Debian package in a copy of the sources: ``python -m docs.release.package``.

It ends in ``build/deb``. The same commit makes the same bytes, wherever it is built.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from docs.release import sources, version
from docs.release.payload import ROOT, newest

TARGET: Final = Path("build", "deb")
BUILD: Final = ("dpkg-buildpackage", "--build=binary", "--no-sign", "--no-check-builddeps")
TOOLS: Final = ("dpkg-buildpackage", "dh")
LAST_LINES: Final = 20
"""Of what a build has said, when it fails."""

NEEDED: Final = "the package needs: sudo apt install debhelper dpkg-dev"


class BuildError(Exception):
    """The package cannot be built; the text is what was said last."""


def build(root: Path, target: Path) -> Path:
    """Build the package of the sources in ``root`` below ``target``; return where it is.

    What is said meanwhile is in ``build.log`` below ``target``; its end is in a BuildError.
    """
    release = newest(root)
    copy = sources.copied(root, target / "source")
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    listed = version.releases(changelog, version.source_date(root))
    text = version.debian_changelog(listed, version.maintainer(root))
    (copy / "debian" / "changelog").write_text(text, encoding="utf-8")
    environ = {**sources.environ(root), "PYTHON": sys.executable, "LC_ALL": "C.UTF-8"}
    log = target / "build.log"
    with log.open("wb") as said:
        # the umask of whoever builds would be in the package
        done = subprocess.run(
            BUILD, cwd=copy, env=environ, stdout=said, stderr=said, umask=0o022, check=False
        )
    if done.returncode:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:]
        raise BuildError("\n".join([f"{BUILD[0]} ended with {done.returncode}:", *last]))
    return target / f"tableside_{release.version}_all.deb"


def can_build() -> bool:
    """Return whether what builds the package is installed."""
    return all(map(shutil.which, TOOLS))


if __name__ == "__main__":
    if not can_build():
        sys.exit(NEEDED)
    print(f"building the package takes a minute; what is said meanwhile: {TARGET}/build.log")
    try:
        built = build(ROOT, ROOT / TARGET)
    except BuildError as error:
        sys.exit(str(error))
    print(f"{built.relative_to(ROOT)}: {built.stat().st_size:,} bytes")
