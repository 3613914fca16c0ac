"""What people are told about dice from a shop."""

import pytest

import games
from firmware_host.session.ordinary_dice import in_place_of, ordinary_dice
from firmware_host.text.translator import Language
from games.equipment import Die

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
