"""The program of the package on the processors of a Raspberry Pi, which are emulated."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.deb.chroot import Chroot
from tests.deb.conftest import GAME_BY_ITSELF, can_install, need, unpacked
from tests.deb.packages import Packages
from tests.deb.roots import EMULATORS

PROGRAM = "/opt/tableside"

pytestmark = [pytest.mark.deep, can_install]

Install = Callable[[str], Chroot]


@pytest.fixture(scope="session")
def installed(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Install:
    """Install the package in a release of Debian on this computer, once for all processors."""

    @cache
    def once(release: str) -> Chroot:
        here = unpacked(tmp_path_factory.mktemp(release) / "root", release)
        here.install(packages["first"])
        here.run("sh", "-c", "python3 -m compileall -q /usr/lib/python3*")
        return here

    return once


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_its_program_runs_on_the_processor_of_a_raspberry_pi(
    release: str, tmp_path: Path, installed: Install
) -> None:
    other = unpacked(tmp_path / "root", f"{release}-arm64", is_pi=False)
    started = started_in(other, "arm64", installed(release))
    assert other.run(*started, "--version").startswith("tableside ")
    assert "game 1: " in other.run(*started, *GAME_BY_ITSELF[1:])


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_with_32_bits_one_line_says_what_it_needs(
    release: str, tmp_path: Path, installed: Install
) -> None:
    other = unpacked(tmp_path / "root", f"{release}-armhf", is_pi=False)
    ended = other.attempt(*started_in(other, "armhf", installed(release)), "--version")
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("tableside needs a 64-bit Debian")


def started_in(other: Chroot, processor: str, here: Chroot) -> tuple[str, ...]:
    """Put the emulator and the program of ``here`` into ``other``; return what starts it there."""
    emulator = EMULATORS[processor]
    need(emulator)
    shutil.copy(str(shutil.which(emulator)), other.at("/usr/bin"))
    copy_program(here, other)
    return (f"/usr/bin/{emulator}", "/usr/bin/python3", f"{PROGRAM}/current/bin/tableside")


def copy_program(here: Chroot, other: Chroot) -> None:
    """Copy the program from ``here`` to ``other``, and what Python has compiled of all modules.

    An emulator would compile them for minutes, and to the same bytes.
    """
    shutil.copytree(here.at(PROGRAM), other.at(PROGRAM), symlinks=True)
    for compiled in here.at("/usr/lib").glob("python3*/**/__pycache__"):
        modules = other.folder / compiled.parent.relative_to(here.folder)
        if modules.is_dir():
            shutil.copytree(compiled, modules / "__pycache__")
