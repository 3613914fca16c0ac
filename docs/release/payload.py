"""Fill the folder that becomes the Debian package: ``python -m docs.release.payload FOLDER``.

Whatever a program can write is written here from its one source: manual page, completion, licences
and the list of parts. Units and rules are files in ``debian``, as they are on the table; of the
units, those of features are taken as far as the program has the features.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from docs.release import parts, version
from docs.release.bill import bill
from docs.release.completion import SHELLS, completion
from docs.release.copyright import copyright_file
from docs.release.man_page import man_page
from docs.writer.lists import about_feature
from firmware_host.base.registry import feature_names
from firmware_host.setup import paths
from firmware_host.setup.choices import SERVICES_BESIDE, UNITS_OF_FEATURES

ROOT: Final = Path(__file__).parents[2]
CONSTRAINTS: Final = ROOT / "constraints.txt"
TEXTS: Final = ROOT / "debian" / "licences"
PUBLIC_KEY: Final = ROOT / "debian" / "update-key.pem"
"""The public part of the key with which releases are signed, once there is such a key."""

DOCUMENTS: Final = "usr/share/doc/tableside"
UNITS: Final = "usr/lib/systemd/system"
COMMAND: Final = """\
#!/usr/bin/python3 -s
import os
import sys

# the place of this version, also when it was started through a link
LIB = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "lib")
sys.path[:1] = [LIB]
# games that the owner has installed, for every version; they hide nothing of Python
GAMES = "/opt/tableside/games"
sys.path.append(GAMES)
# for the processes of its own that it starts
os.environ |= {"PYTHONPATH": LIB, "TABLESIDE_GAMES": GAMES}

try:
    import msgspec
except ImportError:
    sys.exit(
        "tableside needs a 64-bit Debian 12 or 13, such as Raspberry Pi OS (64-bit):"
        f" expected Python 3.11 or 3.13 on arm64 or amd64, got {sys.implementation.cache_tag}"
        f" on {os.uname().machine} with {64 if sys.maxsize > 2**32 else 32} bits"
    )

from firmware_host.cli.main import main

sys.exit(main())
"""
"""The command of a version: it needs no installation, only the folder ``lib`` beside its own."""


def texts(release: version.Release) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of ``release`` that is written by the program."""
    yield "usr/share/man/man1/tableside.1", man_page(release.version, release.date)
    yield f"{DOCUMENTS}/features", "".join(f"{line}\n" for line in features())
    for unit in units():
        yield f"{UNITS}/{unit}", (ROOT / "debian" / unit).read_text(encoding="utf-8")
    for shell, path in SHELLS.items():
        yield path, completion(shell)


def features() -> Iterator[str]:
    """Yield a line for each feature of the program: its name, and what it is."""
    for name in feature_names():
        yield f"{name}: {about_feature(name)}"


def units() -> tuple[str, ...]:
    """Return the units of features, which are in the package if the features are."""
    return (*UNITS_OF_FEATURES, *(each.unit for each in SERVICES_BESIDE))


def fill(folder: Path, release: version.Release) -> None:
    """Fill ``folder`` with everything that is in the package of ``release``."""
    home = folder / paths.RELEASES.lstrip("/") / release.version
    with TemporaryDirectory() as scratch:
        wheels = Path(scratch)
        parts.download(parts.closure(), CONSTRAINTS, wheels)
        parts.build(ROOT, CONSTRAINTS, wheels)
        inside = parts.unpack(wheels, home / "lib")
    command = home / "bin" / "tableside"
    _write(command, COMMAND)
    command.chmod(0o755)
    share = home / Path(paths.SHARED).name
    _write(share, (ROOT / "debian" / share.name).read_text(encoding="utf-8"))
    for path, text in texts(release):
        _write(folder / path, text)
    if PUBLIC_KEY.exists():
        _write(folder / DOCUMENTS / PUBLIC_KEY.name, PUBLIC_KEY.read_text(encoding="ascii"))
    _write(folder / DOCUMENTS / "copyright", copyright_file(inside, TEXTS))
    _write(folder / DOCUMENTS / "tableside.cdx.json", bill(inside, release))


def newest(root: Path = ROOT) -> version.Release:
    """Return the release that the sources in ``root`` are."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    return version.releases(changelog, version.source_date(root))[0]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    fill(Path(sys.argv[1]), newest())
