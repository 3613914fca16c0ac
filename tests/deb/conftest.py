"""What the tests of the package share: the package itself, and systems to install it in."""

import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.deb import roots
from tests.deb.chroot import Chroot
from tests.deb.packages import Packages

AMD64: Final = ("bookworm", "trixie")
A_GAME: Final = "/var/lib/tableside/000001.journal"
GAME_BY_ITSELF: Final = ("tableside", "simulate", "squadro", "--random", "7")

TROUBLE: Final = roots.trouble()

can_install: Final = pytest.mark.skipif(TROUBLE is not None, reason=f"{TROUBLE}")


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """The packages that the tests install."""
    return Packages(tmp_path_factory)


@pytest.fixture(params=AMD64)
def pi(request: pytest.FixtureRequest, tmp_path: Path) -> Chroot:
    """A system like that of a Raspberry Pi."""
    return unpacked(tmp_path / "root", request.param)


def unpacked(folder: Path, name: str, is_pi: bool = True) -> Chroot:
    """Unpack the system ``name``; skip the test if it has not been built."""
    if not roots.tar_of(name).exists():
        pytest.skip(f"the system {name} is not built: sudo make test-deb")
    return Chroot(folder, name, is_pi)


def need(command: str) -> None:
    """Skip the test if ``command`` is not installed."""
    if shutil.which(command) is None:
        pytest.skip(f"install {roots.FOR_SOME[command]}")
