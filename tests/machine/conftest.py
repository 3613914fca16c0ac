"""The simulated machine at the start of a test: at rest, with everything plugged in."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.simulated_table import World
from hardware.wiring.wiring import load
from tests.machine.boot import INSIDE
from tests.machine.double import Double
from tests.machine.panel import Panel, set_parameter
from tests.machine.pins import Pins, Switches
from tests.machine.program import Program

HEADER = range(2, 28)

if INSIDE not in os.environ:
    # on the computer around it there is nothing to be tested
    collect_ignore_glob = ["real_time/*", "virtual_time/*"]

Start = Callable[..., Program]
Play = Callable[..., Program]
MakeDouble = Callable[..., Double]


@pytest.fixture
def pins() -> Iterator[Pins]:
    """The header with nothing closed but the cup contact."""
    pins = Pins()
    cup = load("generic").lines["cup"]
    for pin in HEADER:
        pins.drive(pin, pin != cup)
    yield pins
    pins.close()


@pytest.fixture
def panel() -> Iterator[Panel]:
    """The display, plugged in; its bus takes no time."""
    for name, value in (("fail_next", 0), ("cut_at", 0), ("bus_hz", 0), ("present", 1)):
        set_parameter(name, value)
    panel = Panel()
    yield panel
    set_parameter("present", 1)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start ``tableside`` with some words; what still runs after the test is ended."""
    programs: list[Program] = []

    def started(*words: str, cwd: Path = tmp_path, **options: object) -> Program:
        log = tmp_path / f"said-{len(programs)}.log"
        programs.append(Program(words, cwd, log, **options))
        return programs[-1]

    yield started
    codes = [program.end() for program in programs if program.is_running]
    assert codes == [0] * len(codes), [program.said for program in programs]


@pytest.fixture
def play(start: Start, tmp_path: Path) -> Play:
    """Start ``tableside play`` with some words, in English, its games in a folder of the test."""

    def played(*words: str, wiring: str = "generic", **options: object) -> Program:
        kept = str(tmp_path / "kept")
        always = ("--wiring", wiring, "--state-dir", kept, "--language", "en")
        return start("play", *always, *words, **options)

    return played


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk that cannot be written to."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def double(pins: Pins, panel: Panel, tmp_path: Path) -> Iterator[MakeDouble]:
    """Make the double of a table with the games, or one game, and perhaps another wiring."""

    worlds: list[World] = []

    def made(setup: Setup | None = None, wired: str = "generic") -> Double:
        folder = tmp_path / "double"
        folder.mkdir(exist_ok=True)
        wiring = load(wired)
        request = Request(games, wiring, "en", folder, setup)
        worlds.append(World(request, seed=1))
        return Double(worlds[-1], Switches(wiring.lines, pins), panel, tmp_path)

    yield made
    for world in worlds:
        world.close()
