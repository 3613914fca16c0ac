"""What people are told about dice from a shop."""

import pytest

import games
from firmware_host.session.names import in_place_of, ordinary_dice, sentence
from firmware_host.text.translator import Language
from games.actions import Step, take_back
from games.equipment import HAND, OFF, RESERVE, Die, Piece

LONG = games.load("tshupu").dice


def test_lots_are_white_or_dark_by_odd_and_even() -> None:
    words = "Dice from 1 to 6 do as well (1 3 5: white, 2 4 6: dark)."
    assert str(ordinary_dice(games.load("thaayam").dice)) == words


def test_people_are_told_in_their_language() -> None:
    said = ordinary_dice(games.load("thaayam").dice)
    assert said is not None
    words = "Подойдут и кости от 1 до 6 (1 3 5: белые, 2 4 6: тёмные)."
    assert Language("ru")(said) == words


def test_faces_that_count_for_themselves_are_not_listed() -> None:
    assert str(in_place_of(LONG, 6)) == "2 5: throw that die again"
    assert str(in_place_of(LONG, 4)) == "2: 6"


def test_nothing_is_said_without_dice_or_where_ordinary_ones_cannot_stand_in() -> None:
    assert ordinary_dice(games.load("squadro").dice) is None
    assert ordinary_dice((Die(tuple(range(7))),)) is None


def test_too_few_faces_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a die with 4 faces or more"):
        in_place_of(LONG, 2)


SEATS = games.load("xiangqi4").seats
RED, GREEN = (next(seat.index for seat in SEATS if seat.colour == c) for c in ("red", "green"))
HORSE = Piece(GREEN, "horse", "g5")
WON = Piece(RED, "horse", RESERVE, badge="G")


def said(step: Step) -> str:
    return Language("en")(sentence(step, SEATS, named=True))


def test_a_piece_that_leaves_the_board_is_taken_off() -> None:
    assert said(Step("take_off", HORSE, "g5", HAND)) == "Return the green horse from g5"
    assert said(Step("take_off", HORSE, "g5", OFF)) == "Take the green horse off g5"


def test_a_won_piece_keeps_its_own_colour_and_its_holder_is_named() -> None:
    won = Step("take_off", HORSE, "g5", RESERVE, WON)
    assert said(won) == "Move green horse g5 to red's reserve"
    spent = Step("take_off", WON, RESERVE, OFF, Piece(GREEN, "horse", OFF))
    assert said(spent) == "Take the green horse from red's reserve"
    assert said(take_back((won,))[0]) == "Put a green horse on g5"


def test_pieces_in_reserve_without_a_badge_have_no_holder() -> None:
    aside = Step("take_off", HORSE, "g5", RESERVE)
    assert said(aside) == "Move green horse g5 to the reserve"


def test_several_alike_pieces_are_counted() -> None:
    two = Piece(RED, "soldier", "g5", count=2)
    assert said(Step("move", two, "g5", "g6")) == "Move 2 red soldier g5 to g6"


def test_the_sentence_says_which_way_a_piece_points_in_the_picture() -> None:
    piece = Piece(0, "piece", OFF, "south")
    on = Step("put_on", piece, OFF, "b2", Piece(0, "piece", "b2", "north"))
    seats = games.load("squadro").seats
    assert Language("en")(sentence(on, seats)) == "Put a white piece on b2, pointing up"
