"""The packages that the tests install: the real one, and others that are made from it."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from docs.release.package import build

ROOT: Final = Path(__file__).parents[2]

Change = Callable[[Path], object]


def nothing(_: Path) -> None:
    """Leave a version as it is."""


class Packages:
    """The package (``first``), one built from the same (``second``), one of a ``newer`` version.

    Each is made when it is asked for first.
    """

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        self._folders, self._made = folders, dict[str, Path]()

    def __getitem__(self, name: str) -> Path:
        if name not in self._made:
            folder = self._folders.mktemp(name)
            self._made[name] = self._newer(folder) if name == "newer" else build(ROOT, folder)
        return self._made[name]

    def _newer(self, folder: Path) -> Path:
        first = self["first"]
        return repacked(first, f"{version_of(first)}+1", nothing, folder)


def repacked(package: Path, version: str, change: Change, folder: Path) -> Path:
    """Return ``package`` as one of ``version``, after a ``change`` to the program in it."""
    tree = folder / version
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    old, releases = version_of(package), Path("opt", "tableside", "releases")
    change((tree / releases / old).rename(tree / releases / version))
    for name, before, after in (
        ("control", f"Version: {old}\n", f"Version: {version}\n"),
        ("md5sums", f"{releases}/{old}/", f"{releases}/{version}/"),
    ):
        file = tree / "DEBIAN" / name
        file.write_text(file.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    made = folder / f"tableside_{version}_all.deb"
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--build", tree, made], check=True)
    shutil.rmtree(tree)
    return made


def version_of(package: Path) -> str:
    """Return the version in the name of the file ``package``."""
    return package.name.split("_")[1]
