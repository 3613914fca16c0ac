"""The program finds board, chip and display, and the doctor names what is missing."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.machine import image
from tests.machine.conftest import MakeDouble, Play, Start
from tests.machine.panel import Panel
from tests.machine.pins import OtherChip, Pins, plug_chip, unplug_chip

BACK = 5
HOLD_A_LINE = """
import lgpio, sys, time
lgpio.gpio_claim_input(lgpio.gpiochip_open({chip}), {pin})
print("held", flush=True)
time.sleep(600)
"""


@contextmanager
def held(chip: int, pin: int, folder: Path) -> Iterator[None]:
    """Let another program hold ``pin`` meanwhile."""
    words = [sys.executable, "-c", HOLD_A_LINE.format(chip=chip, pin=pin)]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        yield
        other.kill()


def examined(start: Start, *words: str) -> dict[str, str]:
    """What the doctor finds: the state of each check."""
    program = start("doctor", "--json", *words)
    code = program.wait()
    report = json.loads("\n".join(program.said))
    states = {row["check"]: row["state"] for row in report["checks"]}
    assert report["good"] == (code == 0) == ("failed" not in states.values())
    return states


def failures(states: dict[str, str]) -> list[str]:
    return [check for check, state in states.items() if state == "failed"]


@contextmanager
def without_chip(folder: Path) -> Iterator[None]:
    unplug_chip()
    yield
    plug_chip()


@contextmanager
def without_bus(folder: Path) -> Iterator[None]:
    subprocess.run(["rmmod", "i2c_oled_sim"], check=True)
    yield
    subprocess.run(["insmod", str(image.folder() / "i2c_oled_sim.ko")], check=True)


@contextmanager
def without_display(folder: Path) -> Iterator[None]:
    panel = Panel()
    panel.unplug()
    yield
    panel.plug()


@contextmanager
def without_a_line(folder: Path) -> Iterator[None]:
    with held(0, BACK, folder):
        yield


TAKEN: Mapping[str, Callable[[Path], AbstractContextManager[None]]] = {
    "GPIO devices": without_chip,
    "I2C": without_bus,
    "display address": without_display,
    "pins": without_a_line,
}


def test_the_doctor_finds_nothing_wrong(pins: Pins, panel: Panel, start: Start) -> None:
    states = examined(start)
    assert set(states.values()) <= {"ok", "not needed", "skipped"}
    assert states["display address"] == states["pins"] == states["GPIO chip"] == "ok"


@pytest.mark.usefixtures("pins", "panel")
@pytest.mark.parametrize("part", TAKEN)
def test_the_doctor_names_the_part_that_is_missing(part: str, start: Start, tmp_path: Path) -> None:
    with TAKEN[part](tmp_path):
        assert failures(examined(start)) == [part]


@pytest.mark.usefixtures("pins", "panel")
def test_the_doctor_names_a_peer_that_is_not_plugged_in(start: Start, tmp_path: Path) -> None:
    wiring = tmp_path / "linked.toml"
    wiring.write_text('profile = "generic"\n[link]\nfind = ["2e8a:0005"]\n', encoding="utf-8")
    assert failures(examined(start, "--wiring", str(wiring))) == ["link"]


@pytest.mark.usefixtures("pins", "panel")
def test_the_doctor_names_a_folder_that_cannot_be_written(start: Start, read_only: Path) -> None:
    assert failures(examined(start, "--state-dir", str(read_only / "kept"))) == ["state folder"]


def test_it_finds_chip_and_display_by_itself(play: Play, double: MakeDouble) -> None:
    hands = double()
    program = play()
    hands.meet()
    assert program.said == []


@pytest.fixture
def behind_another_chip() -> Iterator[None]:
    """The header's chip comes second, as on a Pi 5."""
    unplug_chip()
    other = OtherChip("gpio-brcmstb@107d508500")
    plug_chip()
    yield
    unplug_chip()
    other.close()
    plug_chip()


def test_it_finds_the_chip_by_its_label(
    behind_another_chip: None, pins: Pins, play: Play, double: MakeDouble
) -> None:
    assert pins.chip == 1
    hands = double()
    program = play()
    hands.press("down")
    hands.meet()
    assert program.said == []
