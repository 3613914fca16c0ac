"""The program throws for machine seats, if people have chosen that."""

import pytest

from firmware_host.screens.moves import PassView
from firmware_host.screens.throw import ProgramThrowsView, ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.scenes.why_not import PASS_SECONDS
from games.actions import Throw
from tests.table import Begin, lines, point_at, put, take, words

MACHINE_FIRST = Setup("thaayam", {"seats": 2}, 0, ("friend", "person"))


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """Hands at a table where a machine begins."""
    hands = begin(MACHINE_FIRST)
    assert isinstance(hands.world.view, ProgramThrowsView)
    return hands


def test_whoever_throws_the_dice_throws_for_the_machine(hands: Hands) -> None:
    hands.throw("3")
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == ["3"]


def test_whoever_begins_to_enter_a_throw_enters_it_for_the_machine(hands: Hands) -> None:
    hands.press("up")
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert view.typed is not None
    hands.world.run_for(10)
    hands.press("ok")
    session = hands.world.app.table.game.playing
    assert [str(action) for action in session.actions] == [str(view.typed)]


def test_people_can_choose_to_throw_for_machines(begin: Begin) -> None:
    hands = begin(MACHINE_FIRST)
    hands.press("back")
    take(hands, "Settings")
    point_at(hands, "Machine's dice")
    hands.press("right")
    assert "<by hand>" in words(hands)
    while words(hands).startswith(("Menu", "Settings")):
        hands.press("back")
    hands.world.run_for(10)
    assert isinstance(hands.world.view, ThrowView)
    assert hands.world.app.table.game.playing.actions == []


def test_a_machine_without_a_move_passes_by_itself(hands: Hands) -> None:
    put(hands, "0 move 0,0,0,0/0,0,0,0 2 - -")
    assert isinstance(hands.world.view, PassView)
    hands.world.run_for(PASS_SECONDS + 0.1)
    assert str(hands.world.app.table.game.playing.actions[-1]) == "pass"


def test_people_still_acknowledge_that_they_have_no_move(hands: Hands) -> None:
    put(hands, "1 move 0,0,0,0/0,0,0,0 2 - -")
    hands.world.run_for(60)
    assert isinstance(hands.world.view, PassView)
    assert hands.world.app.table.game.playing.actions == []


def test_the_program_throws_for_a_machine_and_says_so(hands: Hands) -> None:
    assert isinstance(hands.world.view, ProgramThrowsView)
    assert "The program throws" in words(hands)
    hands.world.run_for(1.0)
    view = hands.world.view
    assert isinstance(view, ThrownView)
    assert view.of_machine
    assert "by the program" in words(hands)
    assert isinstance(hands.world.app.table.game.playing.actions[0], Throw)


def test_ok_makes_it_throw_at_once(hands: Hands) -> None:
    hands.press("ok")
    assert isinstance(hands.world.view, ThrownView)


def test_people_still_make_their_own_throws(hands: Hands) -> None:
    put(hands, "1 throw 0,0,0,0/0,0,0,0 - - -")
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert view.seat.index == 1


def test_one_undo_goes_back_to_what_people_did_last(hands: Hands) -> None:
    put(hands, "1 throw 4,0,0,0/0,0,0,0 - - -")
    hands.throw("2")
    hands.world.run_for(2)
    hands.press("ok")
    session = hands.world.app.table.game.playing
    people_did = len(session.actions)
    hands.world.run_for(5)
    thrown = session.actions[people_did]
    assert isinstance(thrown, Throw)
    hands.undo()
    assert len(session.actions) == people_did - 1
    assert session.state.turn == 1


def test_it_can_be_chosen_before_the_game(begin: Begin) -> None:
    hands = begin()
    take(hands, "Thaayam")
    take(hands, "More options")
    assert "Machine's dice" in lines(hands)
