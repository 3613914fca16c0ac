"""A game of neutral pieces, without options, on the whole simulated table."""

import random

import pytest

from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from games.actions import Step, carry_out
from games.arranging import rearrange
from games.equipment import NEUTRAL, Piece, seat_of, sorted_pieces
from games.message import WrongPieces
from games.why_not import why_not
from tests import tug
from tests.table import Begin
from tests.tug import Tug

STONE = Piece(None, "stone", "d1")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_hands_play_a_game_whose_only_piece_belongs_to_nobody(begin: Begin, language: str) -> None:
    hands = begin(Setup(Tug.name, {}), tug, language=language)
    play_game(hands, random.Random(3))
    assert hands.state.is_terminal


def test_the_screen_tells_why_somebody_has_won_as_the_game_says_it(begin: Begin) -> None:
    hands = begin(Setup(Tug.name, {}), tug)
    play_game(hands, random.Random(3))
    assert "The stone is at the winner's end" in hands.world.app.words


def test_a_neutral_piece_has_a_look_but_no_seat() -> None:
    game = Tug()
    assert seat_of(STONE, game.seats) is NEUTRAL
    assert seat_of(Piece(1, "stone", "d1"), game.seats) is game.seats[1]
    with pytest.raises(ValueError, match="expected a piece of a seat, not the neutral stone"):
        _ = STONE.holder


def test_neutral_pieces_are_listed_last() -> None:
    own = Piece(1, "stone", "a1")
    assert sorted_pieces([STONE, own]) == (own, STONE)


def test_a_neutral_piece_is_found_elsewhere_and_its_number_is_checked() -> None:
    state = Tug().start()
    found = carry_out(state.pieces(), [Step("move", STONE, "d1", "e1")])
    assert str(rearrange(state, found)) == "0 e1"
    with pytest.raises(WrongPieces, match="this neutral piece can never be there: hand"):
        rearrange(state, [Piece(None, "stone", "hand")])
    with pytest.raises(WrongPieces, match="there are 1 neutral pieces of that kind, not 2: stone"):
        rearrange(state, [STONE, Piece(None, "stone", "e1")])


def test_a_neutral_piece_that_nobody_may_move_so_is_explained() -> None:
    state = Tug().start()
    assert why_not(state, "d1", "c1") is None
    assert str(why_not(state, "d1", "g1")) == "d1-g1 is no pull that is possible now"
    assert str(why_not(state, "a1", "b1")) == "no piece stands on a1"
