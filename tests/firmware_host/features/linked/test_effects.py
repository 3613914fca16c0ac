"""The agent of a linked table asks: what makes no sense there leads to nothing here."""

import pytest
from msgspec.structs import replace

from firmware_host.features.linked.acts import FarAct, JoinGame
from firmware_host.features.linked.scenes import (
    CANNOT_PLAY,
    DOES_NOT_FIT,
    IS_DECLINED,
    IS_PLAYING,
    FarTurn,
)
from firmware_host.remote.requests import (
    GONE_ON,
    IS_ASKING,
    NO_GAME,
    NOT_NOW,
    Fulfilled,
    Outcome,
    RemoteRequest,
)
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from tests.table import Begin, words


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """A linked game in which the other table acts first."""
    hands = begin(Setup("squadro", players=("far", "person"), link="1a"))
    hands.press("right")
    assert isinstance(hands.world.app.table.scene, FarTurn)
    return hands


def ask(hands: Hands, request: RemoteRequest) -> Outcome:
    """Ask ``request``; return what became of it."""
    outcomes = list[Outcome]()
    hands.world.app.requests.put(request, outcomes.append)
    hands.world.run_for(0.01)
    (outcome,) = outcomes
    return outcome


@pytest.mark.parametrize(
    "act",
    [
        "",
        "{}",
        "5",
        '{"do":"nonsense"}',
        '{"undo":9}',
        '{"resigned":7}',
        '{"back":1,"throw":"3"}',
        '{"throw":"3"}',
        '{"act":1}',
        '{"left":"anew"}',
        '{"player":"person","seat":0}',
        '{"set":"nonsense"}',
    ],
)
def test_an_act_that_does_not_fit_leads_to_nothing(hands: Hands, act: str) -> None:
    before = words(hands)
    assert ask(hands, FarAct(act, after=1)) == DOES_NOT_FIT
    assert hands.world.app.table.game.playing.record_count == 1
    assert words(hands) == before


def test_an_act_that_fits_happens_here(hands: Hands) -> None:
    move = hands.state.legal_moves()[0]
    assert ask(hands, FarAct(f'{{"do":"{move}"}}', after=1)) == Fulfilled()
    assert hands.world.app.table.game.playing.actions == [move]


def test_a_key_pressed_twice_after_the_last_step_does_not_ask_to_leave(begin: Begin) -> None:
    hands = begin(Setup("squadro", players=("far", "far"), link="1a"))
    hands.press("right")
    ask(hands, FarAct(f'{{"do":"{hands.state.legal_moves()[0]}"}}', after=1))
    while not isinstance(hands.world.app.table.scene, FarTurn):
        hands.press("ok")
    hands.press("ok")
    assert isinstance(hands.world.app.table.scene, FarTurn)
    hands.world.run_for(1)
    hands.press("ok")
    assert "Go on alone?" in words(hands)


@pytest.mark.parametrize("seconds", [0.1, 1.0])
def test_ok_alone_never_leaves_the_other_table(begin: Begin, seconds: float) -> None:
    hands = begin(Setup("squadro", players=("far", "far"), link="1a"))
    hands.press("right")
    hands.world.run_for(1)
    for _ in range(6):
        hands.press("ok")
        hands.world.run_for(seconds)
    assert len(hands.world.app.table.game.playing.seats.far) == 2
    while "Go on alone?" not in words(hands):
        hands.press("ok")
    assert "The other table is told that you left." in words(hands)
    hands.press("down")
    hands.press("ok")
    assert not hands.world.app.table.game.playing.seats.far


@pytest.mark.parametrize(
    "first_record",
    [
        "",
        "5",
        "null",
        "[1]",
        "[" * 5000,
        '{"begin":"chess","first":0,"players":""}',
        '{"begin":"squadro","first":9,"players":""}',
        '{"begin":"squadro","first":0,"players":"nobody person"}',
        '{"begin":"squadro","first":0,"option.speed":1,"players":""}',
        '{"begin":"squadro","first":0,"players":"","position":"nonsense"}',
    ],
)
def test_nobody_is_invited_to_a_game_that_cannot_be_played(begin: Begin, first_record: str) -> None:
    hands = begin()
    assert ask(hands, JoinGame(first_record, (), replaces=False)) == CANNOT_PLAY
    assert "Which game?" in words(hands)


def test_people_are_invited_to_a_game_that_can_be_played(begin: Begin) -> None:
    hands = begin()
    ask(hands, JoinGame('{"begin":"squadro","first":0,"players":"far person"}', (), replaces=False))
    assert "Play Squadro?" in words(hands)


INVITATION = JoinGame('{"begin":"squadro","first":0,"players":"far person"}', (), replaces=False)


def test_the_other_table_is_told_why_its_act_does_not_happen_here(begin: Begin) -> None:
    home = begin()
    assert ask(home, FarAct("", after=0)) == NO_GAME


def test_an_act_that_is_late_says_so(hands: Hands) -> None:
    act = f'{{"do":"{hands.state.legal_moves()[0]}"}}'
    assert ask(hands, FarAct(act, after=7)) == GONE_ON


def test_an_act_at_a_table_that_is_not_linked_says_so(begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    hands.follow()
    act = f'{{"do":"{hands.state.legal_moves()[0]}"}}'
    assert ask(hands, FarAct(act, after=1)) == NOT_NOW


def test_an_invitation_that_people_cannot_take_up_says_why(hands: Hands, begin: Begin) -> None:
    assert ask(hands, INVITATION) == IS_PLAYING
    assert ask(hands, replace(INVITATION, replaces=True)) == NOT_NOW
    home = begin()
    assert ask(home, INVITATION) == Fulfilled()
    assert ask(home, INVITATION) == IS_ASKING
    home.world.run_for(1.0)
    home.press("back")
    assert ask(home, INVITATION) == IS_DECLINED
