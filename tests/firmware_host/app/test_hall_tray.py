"""At the table: dice with magnets, read by a tray of Hall sensors at the simulated peer."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from hardware.simulated.hall_dice import BuiltTray, HallReading, HallTrayDice
from tests.table import Begin

LOTS = [(0, 1)] * 4


@pytest.fixture
def hands(begin: Begin) -> Iterator[Hands]:
    hands = begin(Setup("thaayam", {"seats": 2}), has_hall_tray=True)
    with closing(hands.world):
        hands.world.run_for(2.0)
        yield hands


def tray_of(hands: Hands) -> HallTrayDice:
    peer = hands.world.pi.peer
    assert peer is not None
    assert isinstance(peer.dice, HallTrayDice)
    return peer.dice


def throw(hands: Hands, *faces: int) -> None:
    hands.world.run_until(hands.world.pi.throw(faces, LOTS) + 1.0)


def throws(hands: Hands) -> list[str]:
    return [str(action) for action in hands.world.app.table.game.playing.actions]


def test_a_throw_that_is_not_clear_is_asked_for_again(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as doubt:
        doubt.setattr(BuiltTray, "read", lambda tray, thrown: HallReading(None, 10, 0))
        throw(hands, 0, 1, 1, 1)
    assert "Not readable. Throw again" in hands.world.app.words
    assert throws(hands) == []
    throw(hands, 0, 1, 1, 1)
    assert throws(hands) == ["3"]


def test_people_are_told_which_sensor_is_dead_and_when_it_works_again(hands: Hands) -> None:
    tray = tray_of(hands)
    tray.sensor_words = ["dead=0000000000100000"]
    hands.world.run_for(1.0)
    assert "the sensor in row 2, column 4 is dead" in hands.world.app.words
    tray.sensor_words = []
    hands.world.run_for(1.0)
    assert "Dice tray in order again" in hands.world.app.words


def test_the_hands_of_the_simulator_throw_again_what_is_not_clear(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, doubts = BuiltTray.read, [HallReading(None, 10, 0)]
    monkeypatch.setattr(
        BuiltTray, "read", lambda tray, thrown: doubts.pop() if doubts else read(tray, thrown)
    )
    hands.throw("3")
    assert throws(hands) == ["3"]
