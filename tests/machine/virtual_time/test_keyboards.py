"""A keyboard on the machine's kernel: read as keys, pulled out and plugged in again."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.simulator.simulated_table import World
from hardware.wiring.wiring import load
from tests.machine.conftest import Play
from tests.machine.double import Double
from tests.machine.keyboard import UINPUT, UinputKeyboard
from tests.machine.panel import Panel

WIRING = """
[display]
display = "ssd1306"
interface = "i2c"
[keyboards]
find = ["*"]
"""
PRESSES = 200
OUT = 3.0
"""Seconds for which the keyboard is out, and until the program has found it and said so."""


@pytest.fixture
def keyboard() -> Iterator[UinputKeyboard]:
    if not UINPUT.exists():
        pytest.skip("the machine's kernel has no uinput: build it again with 'make machine'")
    keyboard = UinputKeyboard()
    yield keyboard
    keyboard.unplug()


@pytest.fixture
def hands(keyboard: UinputKeyboard, panel: Panel, tmp_path: Path) -> Iterator[Double]:
    """Hands at a table that has nothing but a keyboard."""
    wired, folder = tmp_path / "keyboard.toml", tmp_path / "double"
    wired.write_text(WIRING, encoding="utf-8")
    folder.mkdir()
    world = World(Request(games, load(str(wired)), "en", folder), seed=1)
    yield Double(world, keyboard, panel, tmp_path)
    world.close()


def test_every_press_of_a_keyboard_counts_once(hands: Double, play: Play, tmp_path: Path) -> None:
    program = play(wiring=str(tmp_path / "keyboard.toml"))
    hands.meet()
    for number in range(PRESSES):
        hands.press("down" if number % 2 else "up")
    hands.meet()
    print(f"{PRESSES} presses of a keyboard at the kernel: each is one picture, to the last pixel")
    assert any("reading Big Keys" in line for line in program.said), program.said


def test_a_keyboard_that_is_pulled_out_with_a_key_down_goes_on_when_it_is_back(
    hands: Double, keyboard: UinputKeyboard, play: Play, panel: Panel, tmp_path: Path
) -> None:
    program = play(wiring=str(tmp_path / "keyboard.toml"))
    hands.meet()
    keyboard.drive("right", is_open=False)
    keyboard.unplug()
    time.sleep(OUT)
    assert any("no keyboard is plugged in" in line for line in program.said), program.said
    keyboard.plug()
    time.sleep(2 * OUT)
    panel.wait_until_still()
    hands.meet()
    for key in ("down", "down", "up", "hint"):
        hands.press(key)
    hands.meet()
    assert program.is_running
