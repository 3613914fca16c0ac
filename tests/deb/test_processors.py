"""The program of the package on the processors of a Raspberry Pi, which are emulated."""

import shutil
import signal
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.deb.chroot import Chroot
from tests.deb.conftest import GAME_BY_ITSELF, can_install, need, unpacked
from tests.deb.packages import Packages
from tests.deb.roots import EMULATORS, SYSTEMS

EMULATED = tuple(name for name, (_, processor, _) in SYSTEMS.items() if processor in EMULATORS)
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


@pytest.mark.parametrize("name", EMULATED)
def test_its_program_runs_on_the_processors_of_a_raspberry_pi(
    name: str, tmp_path: Path, installed: Install
) -> None:
    release, processor, _ = SYSTEMS[name]
    other = unpacked(tmp_path / "root", name, is_pi=False)
    python = (*emulator_in(other, EMULATORS[processor]), "/usr/bin/python3")
    copy_program(installed(release), other)
    started = (*python, f"{PROGRAM}/current/bin/tableside")
    assert other.run(*started, "--version").startswith("tableside ")
    assert "game 1: " in other.run(*started, *GAME_BY_ITSELF[1:])


def test_the_emulated_pi_zero_refuses_what_is_built_for_armv7(tmp_path: Path) -> None:
    """What runs on it is for ARMv6, so a game that is played on it shows something."""
    other = unpacked(tmp_path / "root", "bookworm-armhf", is_pi=False)
    python = (*emulator_in(other, EMULATORS["armel"]), "/usr/bin/python3")
    assert other.attempt(*python, "-c", "").returncode == -signal.SIGILL


def emulator_in(other: Chroot, command: tuple[str, ...]) -> tuple[str, ...]:
    """Put the emulator into the system ``other``; return its ``command`` there."""
    name, *options = command
    need(name)
    shutil.copy(str(shutil.which(name)), other.at("/usr/bin"))
    return (f"/usr/bin/{name}", *options)


def copy_program(here: Chroot, other: Chroot) -> None:
    """Copy the program from ``here`` to ``other``, and what Python has compiled of all modules.

    An emulator would compile them for minutes, and to the same bytes.
    """
    shutil.copytree(here.at(PROGRAM), other.at(PROGRAM), symlinks=True)
    for compiled in here.at("/usr/lib").glob("python3*/**/__pycache__"):
        modules = other.folder / compiled.parent.relative_to(here.folder)
        if modules.is_dir():
            shutil.copytree(compiled, modules / "__pycache__")
