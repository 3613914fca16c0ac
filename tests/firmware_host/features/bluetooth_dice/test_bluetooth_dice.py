"""Bluetooth dice at the table: paired, asked for, lost and found; nothing is lost with them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import games
from firmware_host.app.request import Request
from firmware_host.features.bluetooth_dice.feature import notices
from firmware_host.features.bluetooth_dice.scenes import NO_RADIO, DiceList, PairDie, SearchDice
from firmware_host.features.bluetooth_dice.simulated import VirtualDice
from firmware_host.features.bluetooth_dice.store import DiceFile, DiceHere
from firmware_host.screens.lists import ListView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table.scene import Cover, Show
from firmware_host.table.scenes.throw import AwaitThrow
from hardware.simulated.virtual_dice import VirtualDie
from hardware.wiring.wiring import load
from tests.firmware_host.features.bluetooth_dice.asked import with_dice
from tests.table import words

SETUP = Setup("thaayam", {"seats": 2})


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    """Hands at a table with four GoDice."""
    request = Request(
        games, load("waveshare-oled-hat"), "en", tmp_path, SETUP, facts=with_dice("godice", 6)
    )
    hands = Hands(World(request, 1))
    hands.world.run_for(2.0)
    yield hands
    hands.world.close()


def dice(hands: Hands) -> tuple[VirtualDie, ...]:
    lying = hands.world.other_dice
    assert isinstance(lying, VirtualDice)
    return lying.dice


def throw(hands: Hands, *faces: int) -> None:
    for die, face in zip(dice(hands), faces, strict=True):
        die.throw(face)
    hands.world.run_for(3.0)


def awaited(hands: Hands) -> ThrowView:
    view = hands.world.view
    assert isinstance(view, ThrowView), hands.world.app.words
    return view


def actions(hands: Hands) -> list[str]:
    return [str(action) for action in hands.world.app.table.game.playing.actions]


def test_a_cocked_die_is_named_and_blinks(hands: Hands) -> None:
    for die in dice(hands)[:3]:
        die.throw(1)
    dice(hands)[3].throw(is_cocked=True)
    heard = len(dice(hands)[3].heard)
    hands.world.run_for(3.0)
    assert "Leans: no. 4. Throw it again" in words(hands)
    assert len(dice(hands)[3].heard) > heard
    dice(hands)[3].throw(2)
    hands.world.wait_for(lambda: isinstance(hands.world.view, ThrownView))
    assert "dice: 1 1 1 2" in words(hands)
    assert len(actions(hands)) == 1


def test_a_die_that_was_not_thrown_is_named(hands: Hands) -> None:
    for die in dice(hands)[:3]:
        die.throw(1)
    hands.world.run_for(7.0)
    assert "Still to throw: no. 4" in words(hands)


def test_a_die_that_was_only_moved_is_named(hands: Hands) -> None:
    for die in dice(hands)[:3]:
        die.throw(1)
    hands.world.run_for(2.0)
    dice(hands)[3].knock()
    hands.world.run_for(1.0)
    assert "Only moved: no. 4. Throw it" in words(hands)


def test_a_die_that_rolled_twice_is_asked_about(hands: Hands) -> None:
    for die in dice(hands)[:3]:
        die.throw(1)
    hands.world.run_for(2.5)
    dice(hands)[0].throw(2)
    dice(hands)[3].throw(1)
    hands.world.run_for(3.0)
    assert "Is this your throw?" in words(hands)
    assert actions(hands) == []
    hands.press("ok")
    assert len(actions(hands)) == 1


def test_a_die_out_of_reach_is_told_until_it_is_back(hands: Hands) -> None:
    dice(hands)[2].take_away()
    hands.world.run_for(1.0)
    assert "Out of reach: die no. 3" in words(hands)
    hands.world.run_for(5.0)
    assert "Out of reach: no. 3" in words(hands)
    dice(hands)[2].bring_back()
    hands.world.run_for(12.0)
    assert awaited(hands).dice == "waiting"
    throw(hands, 1, 2, 3, 4)
    assert len(actions(hands)) == 1


def test_a_throw_that_is_awaited_follows_what_the_table_is_told_of_its_dice(hands: Hands) -> None:
    table, now = hands.world.app.table, hands.world.clock()
    here = table.context.fact(DiceHere).paired
    gone = replace(here, dice=(replace(here.dice[0], is_here=False), *here.dice[1:]))
    table.learn(DiceHere(gone), now)
    assert isinstance(table.scene, AwaitThrow)
    assert (table.scene.state, table.scene.which) == ("away", (0,))
    table.learn(DiceHere(here), now)
    assert table.scene == AwaitThrow("waiting")


def test_a_throw_can_be_typed_while_a_die_is_away(hands: Hands) -> None:
    dice(hands)[2].take_away()
    hands.world.run_for(6.0)
    hands.press("up")
    hands.press("ok")
    assert len(actions(hands)) == 1


def test_a_low_battery_is_told_once(hands: Hands) -> None:
    dice(hands)[1].percent = 12
    dice(hands)[1].take_away()
    hands.world.run_for(1.0)
    dice(hands)[1].bring_back()
    told = hands.world.wait_for(lambda: "Battery low: die no. 2 (12 %)" in words(hands), 15.0)
    assert told


def test_a_bump_after_a_throw_changes_nothing(hands: Hands) -> None:
    throw(hands, 1, 2, 3, 4)
    before = actions(hands)
    dice(hands)[0].knock()
    hands.world.run_for(5.0)
    assert actions(hands) == before


def unpaired(hands: Hands) -> None:
    """Remove all dice by the list, as people do."""
    for _ in range(4):
        hands.world.app.table.run(Show(DiceList()))
        hands.world.run_for(0.2)
        hands.press("ok")
        hands.press("ok")


def test_dice_are_removed_and_paired_again_at_the_table(hands: Hands, tmp_path: Path) -> None:
    unpaired(hands)
    assert DiceFile(tmp_path).read() == ()
    hands.world.app.table.run(Show(DiceList()))
    hands.press("ok")
    hands.world.run_for(2.0)
    assert "Roll the die that is to be no. 1. Dice found: 4." in words(hands)
    dice(hands)[2].throw()
    hands.world.run_for(2.0)
    assert "GoDice Blue has rolled; it blinks. Is it yours?" in words(hands)
    hands.press("ok")
    assert isinstance(hands.world.view, ListView)
    hands.press("down")
    hands.press("ok")
    assert isinstance(hands.world.view, ListView)
    assert "1: Blue" in words(hands)
    kept = DiceFile(tmp_path).read()
    assert [(die.address, die.sides) for die in kept] == [(dice(hands)[2].address, 4)]


def test_somebody_elses_die_is_not_taken(hands: Hands, tmp_path: Path) -> None:
    unpaired(hands)
    hands.world.app.table.run(Show(DiceList()))
    hands.press("ok")
    hands.world.run_for(2.0)
    dice(hands)[0].throw()
    hands.world.run_for(2.0)
    hands.press("back")
    assert "Roll the die that is to be no. 1" in words(hands)
    assert DiceFile(tmp_path).read() == ()
    hands.press("back")
    assert isinstance(hands.world.view, ListView)
    assert not hands.world.app.table.context.fact(DiceHere).paired.is_searching


def test_a_die_of_the_table_is_not_paired_twice(hands: Hands) -> None:
    hands.world.app.table.run(SearchDice(is_on=True), Cover(PairDie()))
    dice(hands)[1].throw()
    hands.world.run_for(2.0)
    assert "That is no. 2 already. Roll another die." in words(hands)
    assert isinstance(hands.world.view, NoteView)


def test_the_guiding_line_names_the_keys_that_the_display_names(hands: Hands) -> None:
    table = hands.world.app.table
    for die in dice(hands)[1:]:
        die.take_away()
    table.run(SearchDice(is_on=True), Cover(PairDie()))
    hands.world.run_for(1.0)
    assert "Back: done" in words(hands)
    assert str(hands.world.view.prompt) == "Roll the die; `back`: done"


def test_nobody_searches_for_dice_after_the_screen_was_left(hands: Hands) -> None:
    table = hands.world.app.table
    table.run(SearchDice(is_on=True), Cover(PairDie()))
    hands.world.run_for(0.5)
    hands.world.run_for(70.0)
    assert not table.context.fact(DiceHere).paired.is_searching


def test_bluetooth_that_does_not_work_is_told_and_so_is_its_return(hands: Hands) -> None:
    table, now = hands.world.app.table, hands.world.clock()
    well = table.context.fact(DiceHere).paired
    blocked = replace(well, fault="no Bluetooth: blocked: sudo rfkill unblock bluetooth")
    assert [str(each) for each in notices(well, blocked)] == ["Bluetooth does not work"]
    assert [str(each) for each in notices(blocked, well)] == ["Bluetooth works again"]
    assert not list(notices(well, replace(blocked, is_searching=True)))
    table.learn(DiceHere(replace(blocked, dice=well.dice[:1])), now)
    assert [str(each.help) for each in DiceList().entries(table.context)][1:] == [NO_RADIO]
