"""At the table: the lights of the board lead the hands, as bright as people wish, and rest."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table import idle
from firmware_host.table.effects import Prefer
from hardware.firmware.lamps import COLOURS
from hardware.wiring import wiring

Lit = dict[tuple[int, int], tuple[int, int, int]]


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    request = Request(games, wiring.load("generic"), "en", tmp_path, Setup("squadro"))
    hands = Hands(World(request, seed=1, senses=True))
    with closing(hands.world):
        hands.world.run_for(2.0)
        yield hands


def lit(hands: Hands) -> Lit:
    assert hands.world.pi.peer is not None
    return dict(hands.world.pi.peer.lit)


def begin_move(hands: Hands) -> None:
    """Set the board up and choose a move; the table then guides the hands."""
    while COLOURS["from"] not in lit(hands).values():
        hands.press("ok")
        hands.world.run_for(1.0)


def touch(hands: Hands) -> None:
    """Press keys that change nothing in the end."""
    for key in ("up", "back"):
        hands.press(key)
    hands.world.run_for(2.0)


def prefer(hands: Hands, glow: str) -> None:
    hands.world.app.table.run(Prefer({"board_lights": glow}, for_good=True))
    touch(hands)


def test_a_piece_is_led_from_its_field_to_its_target(hands: Hands) -> None:
    begin_move(hands)
    assert len(lit(hands)) == 2
    hands.world.run_for(1.0)
    assert COLOURS["to"] in lit(hands).values()


def test_lights_are_dimmed_and_switched_off_in_the_settings(hands: Hands) -> None:
    begin_move(hands)
    prefer(hands, "dim")
    assert 0 < max(max(colour) for colour in lit(hands).values()) <= 50
    prefer(hands, "off")
    assert lit(hands) == {}


def test_lights_go_dark_at_rest_and_come_back_with_a_touch(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "REST_SECONDS", 10.0)
    begin_move(hands)
    hands.world.run_for(11.0)
    assert lit(hands) == {}
    touch(hands)
    assert lit(hands)


def test_lights_go_dark_when_the_program_has_ended(hands: Hands) -> None:
    begin_move(hands)
    hands.world.close()
    hands.world.pi.timeline.run_due(hands.world.clock() + 6.0)
    assert lit(hands) == {}
