"""At the table: dice that report their faces over the link."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from hardware.simulated.serial_peer import ReportingDice
from tests.table import LINKED_WIRING, Begin

TWO = Setup("thaayam", {"seats": 2})
LOTS = [(0, 1)] * 4


@pytest.fixture
def hands(begin: Begin, tmp_path: Path) -> Iterator[Hands]:
    path = tmp_path / "reported.toml"
    path.write_text(LINKED_WIRING.replace("tray", "dice"), "utf-8")
    hands = begin(TWO, profile=str(path))
    with closing(hands.world):
        hands.world.run_for(2.0)
        yield hands


def dice_of(hands: Hands) -> ReportingDice:
    peer = hands.world.pi.peer
    assert peer is not None
    assert peer.dice is not None
    return peer.dice


def throws(hands: Hands) -> list[str]:
    return [str(action) for action in hands.world.app.table.game.playing.actions]


def throw(hands: Hands, *faces: int) -> None:
    hands.world.run_until(hands.world.pi.throw(faces, LOTS) + 1.0)


def test_a_throw_counts_when_all_dice_lie(hands: Hands) -> None:
    assert "Throw the dice" in hands.world.app.words
    throw(hands, 0, 0, 0, 0)
    assert throws(hands) == ["8"]


def test_a_cocked_die_is_asked_for_again(hands: Hands) -> None:
    for name, face in zip("abc", (1, 1, 0), strict=True):
        dice_of(hands).set(name, "=", face, throws=1)
    dice_of(hands).set("d", "/")
    hands.world.run_for(1.0)
    assert "A die leans. Throw it again" in hands.world.app.words
    assert throws(hands) == []
    dice_of(hands).set("d", "=", 0, throws=1)
    hands.world.run_for(1.0)
    assert throws(hands) == ["2"]


def test_a_die_that_is_not_thrown_is_asked_about_and_the_throw_can_be_corrected(
    hands: Hands,
) -> None:
    for name in "abc":
        dice_of(hands).set(name, "=", 1, throws=1)
    hands.world.run_for(8.0)
    assert "Is this your throw?" in hands.world.app.words
    assert throws(hands) == []
    hands.press("up")
    assert "Enter your throw" in hands.world.app.words
    hands.press("ok")
    assert len(throws(hands)) == 1


def test_a_die_that_stays_away_is_missed(hands: Hands) -> None:
    dice_of(hands).set("a", "-")
    hands.world.run_for(8.0)
    assert "A die is missing" in hands.world.app.words


def test_without_the_cable_the_table_waits_for_the_dice(hands: Hands) -> None:
    hands.world.pi.faults.unplug("serial")
    hands.world.run_for(5.0)
    hands.press("ok")
    assert throws(hands) == []
    hands.world.pi.faults.plug("serial")
    hands.world.run_for(6.0)
    throw(hands, 1, 1, 1, 1)
    assert throws(hands) == ["4"]
