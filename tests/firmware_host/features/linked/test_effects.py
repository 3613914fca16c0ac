"""The agent of a linked table asks: what makes no sense there leads to nothing here."""

import pytest

from firmware_host.features.linked.remote import FarAct, JoinGame
from firmware_host.features.linked.scenes import FarTurn
from firmware_host.remote.requests import RemoteRequest
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


def ask(hands: Hands, request: RemoteRequest) -> None:
    hands.world.app.requests.put(request)
    hands.world.run_for(0.01)


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
    ask(hands, FarAct(act, after=1))
    assert hands.world.app.table.game.playing.record_count == 1
    assert words(hands) == before


def test_an_act_that_fits_happens_here(hands: Hands) -> None:
    move = hands.state.legal_moves()[0]
    ask(hands, FarAct(f'{{"do":"{move}"}}', after=1))
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
    ask(hands, JoinGame(first_record, "", replaces=False))
    assert "Which game?" in words(hands)


def test_people_are_invited_to_a_game_that_can_be_played(begin: Begin) -> None:
    hands = begin()
    ask(hands, JoinGame('{"begin":"squadro","first":0,"players":"far person"}', "", replaces=False))
    assert "Play Squadro?" in words(hands)
