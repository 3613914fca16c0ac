"""The program throws for machine seats, if people have chosen that."""

import pytest

from firmware_host.screens.throw import ProgramThrowsView, ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from games.actions import Throw
from tests.table import Begin, lines, point_at, put, take_in_menu, words

MACHINE_FIRST = Setup("thaayam", {"seats": 2}, 0, ("friend", "person"))


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """Hands at a table where a machine begins and the program throws for it."""
    hands = begin(MACHINE_FIRST)
    assert isinstance(hands.world.view, ThrowView)
    take_in_menu(hands, "Settings")
    point_at(hands, "Machine's dice")
    hands.press("right")
    assert "<program>" in words(hands)
    hands.press("back")
    while lines_or_none(hands):
        hands.press("back")
    return hands


def lines_or_none(hands: Hands) -> bool:
    return words(hands).startswith(("Menu", "Settings"))


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
    hands.press("ok")
    hands.press("down")
    hands.press("ok")
    assert "Machine's dice" in lines(hands)
