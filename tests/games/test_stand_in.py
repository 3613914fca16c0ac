"""Dice from a shop in place of a game's own."""

from fractions import Fraction
from itertools import product

import pytest

import games
from games.core import Game
from games.equipment import Die, StandIn, stand_in

SHOP = (4, 6, 8, 10, 12, 20, 24)
"""The faces of the dice that can be bought."""
WITH_DICE = [game for name in games.names() if (game := games.load(name)).dice]
LARGE_ENOUGH = [
    (game, faces)
    for game in WITH_DICE
    for faces in SHOP
    if faces >= max(len({*die.faces}) for die in game.dice)
]


def mapped(game: Game, mappings: list[StandIn]) -> dict[str, Fraction]:
    """Return the chances of the throws of ``game`` by all ways in which the dice can fall.

    A die that does not count is thrown again by itself, so that only faces that count are left.
    """
    counting = [[value for value in each.counts.values() if value is not None] for each in mappings]
    chances: dict[str, Fraction] = {}
    for values in product(*counting):
        throw = str(game.throw(values))
        chances[throw] = chances.get(throw, Fraction(0)) + 1
    total = sum(chances.values())
    return {throw: ways / total for throw, ways in chances.items()}


@pytest.mark.parametrize(
    ("game", "faces"),
    [(game, faces) for game, faces in LARGE_ENOUGH if faces <= 10],
    ids=lambda each: getattr(each, "name", each),
)
def test_the_throw_of_dice_from_a_shop_is_as_likely_as_that_of_the_games_own(
    game: Game, faces: int
) -> None:
    own = {str(throw): chance.fraction for throw, chance in game.start().chance_outcomes()}
    assert mapped(game, [stand_in(die, faces) for die in game.dice]) == own


@pytest.mark.parametrize(
    ("game", "faces"), LARGE_ENOUGH, ids=lambda each: getattr(each, "name", each)
)
def test_each_value_is_exactly_as_likely_as_on_the_games_own_die(game: Game, faces: int) -> None:
    for die in {die for die in game.dice if len(set(die.faces)) <= faces}:
        mapping = stand_in(die, faces)
        own = {value: Fraction(die.faces.count(value), len(die.faces)) for value in die.faces}
        assert mapping.chances() == dict(sorted(own.items()))
        print(f"{game.name}: a d{faces} is thrown again {mapping.rethrows} times on average")


def test_as_few_faces_as_possible_are_thrown_again() -> None:
    for values, faces in product(range(1, 8), range(1, 25)):
        die = Die(tuple(range(values)))
        if faces >= values:
            assert len(stand_in(die, faces).is_again) == faces % values


def test_a_die_with_unequal_chances_gets_faces_in_proportion() -> None:
    mapping = stand_in(Die((0, 0, 0, 0, 5, 5)), 6)
    assert mapping.chances() == {0: Fraction(2, 3), 5: Fraction(1, 3)}
    assert mapping.counts[5] == 5
    assert mapping.rethrows == 0


def test_lots_go_by_odd_and_even() -> None:
    counts = stand_in(Die((0, 1)), 6).counts
    assert {face for face, value in counts.items() if value == 1} == {1, 3, 5}


def test_two_and_five_are_thrown_again_in_place_of_a_long_die() -> None:
    mapping = stand_in(Die((1, 3, 4, 6)), 6)
    assert mapping.is_again == (2, 5)
    assert mapping.rethrows == Fraction(1, 2)


def test_too_few_faces_are_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^expected a die with 4 faces or more .* not with 3: .*"):
        stand_in(Die((1, 3, 4, 6)), 3)
