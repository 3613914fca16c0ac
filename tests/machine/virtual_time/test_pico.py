"""The firmware for a Pico, in its own MicroPython behind the USB cable."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import check_board
from firmware_host.simulator.simulated_table import World
from games.core import random_action
from hardware.wiring.wiring import load
from tests.machine import usb
from tests.machine.conftest import Play
from tests.machine.double import SensingDouble
from tests.machine.kept import session_in
from tests.machine.panel import Panel
from tests.machine.pico import Pico
from tests.machine.program import Program

WIRING = """
[display]
display = "ssd1306"
interface = "i2c"
[link]
find = ["2e8a:0005"]
brings = ["keys", "tray", "board"]
"""
SETUP = Setup("thaayam", {"seats": 2})
WORDS = ("thaayam", "--option", "seats=2", "--first", "white")
BOARD = (5, 5)


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    pico = Pico(BOARD, tmp_path)
    yield pico
    pico.unplug()


@pytest.fixture
def hands(pico: Pico, panel: Panel, tmp_path: Path) -> Iterator[SensingDouble]:
    """Hands at a table whose keys, tray and board are at the Pico, which is plugged in."""
    wired, folder = tmp_path / "linked.toml", tmp_path / "double"
    wired.write_text(WIRING, encoding="utf-8")
    folder.mkdir()
    request = Request(games, load(str(wired)), "en", folder, SETUP)
    world = World(request, seed=1, senses=True)
    hands = SensingDouble(world, pico, panel, tmp_path, rng=random.Random(1))
    pico.plug()
    yield hands
    world.close()


@pytest.fixture
def program(hands: SensingDouble, play: Play, tmp_path: Path) -> Program:
    """The program at that table, which shows its first picture."""
    program = play(*WORDS, wiring=str(tmp_path / "linked.toml"))
    hands.meet()
    return program


def act(hands: SensingDouble, count: int, rng: random.Random) -> None:
    """Throw and play ``count`` times at random."""
    for _ in range(count):
        hands.follow()
        hands.look_up()
        action = random_action(hands.state, rng)
        if isinstance(hands.world.view, ThrowView):
            hands.throw(str(action))
        else:
            hands.play(str(action))
    hands.follow()
    hands.meet()


def test_throws_moves_and_pieces_arrive_over_the_cable(
    hands: SensingDouble, program: Program, tmp_path: Path
) -> None:
    act(hands, 30, random.Random(3))
    check_board(hands)
    assert program.end() == 0
    assert program.said == []
    session = session_in(tmp_path / "kept")
    assert list(map(str, session.actions)) == list(map(str, hands.actions))
    assert str(session.state) == str(hands.state)
    print(f"thaayam by the cable, seed 3: {len(hands.actions)} actions, {hands.moves} by pieces")


def test_a_cable_unplugged_while_the_dice_roll_is_no_throw(
    hands: SensingDouble, program: Program, pico: Pico, tmp_path: Path
) -> None:
    act(hands, 4, random.Random(3))
    faults, taken = hands.world.pi.faults, len(hands.actions)
    for seconds in (0.3, 0.6):
        hands.look_up()
        hands.follow()
        hands.meet()
        hands.world.pi.throw((1, 0, 1, 1), [die.faces for die in hands.state.game.dice])
        hands.world.run_for(seconds)
        faults.unplug("serial")
        pico.unplug()
        hands.world.run_for(2.0)
        faults.plug("serial")
        pico.plug()
        hands.world.run_for(10.0)
        hands.meet()
    assert len(session_in(tmp_path / "kept").actions) == taken
    assert program.is_running


def test_noise_on_the_cable_changes_nothing(
    hands: SensingDouble, program: Program, tmp_path: Path
) -> None:
    rng = random.Random(5)
    for _ in range(10):
        for end in (usb.DEVICE, usb.HOST):
            usb.say_to(end, rng.randbytes(rng.randint(1, 300)))
        act(hands, 1, rng)
    session = session_in(tmp_path / "kept")
    assert list(map(str, session.actions)) == list(map(str, hands.actions))
    assert program.is_running
