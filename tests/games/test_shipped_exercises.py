"""The sets of exercises that ship with the games."""

from dataclasses import replace
from functools import cache

import pytest

import games
from games.exercise_making import DEEPER, holds, worth
from games.exercises import LEVELS, ExerciseSet, check, read, write
from tests.games.shipped import shipped

FEWEST = 18
FEWER = {"pachisi": 12}
"""Games in which a check of an exercise takes so long that fewer are looked for."""


@cache
def a_set(game: str) -> ExerciseSet:
    text = shipped(game)
    assert text is not None
    found = read(text, games)
    assert write(found) == text
    return found


@pytest.mark.parametrize("game", games.names())
def test_a_set_ships_with_each_game_in_three_levels(game: str) -> None:
    found = a_set(game)
    assert found.game == game
    assert len(found.exercises) >= FEWER.get(game, FEWEST)
    for level in LEVELS:
        assert abs(len(found.at_level(level)) - len(found.exercises) / len(LEVELS)) < 1
    for each in found.exercises:
        check(each)
        assert each.nodes[1] == DEEPER * each.nodes[0]


def test_a_search_of_another_build_finds_the_same_best_move() -> None:
    """In the game in which it takes least; the deep test looks at all of them."""
    assert all(holds(each) for each in a_set("tshupu").exercises[::8])


REFUSED = {"1:hand-c5": 0.096, "8:a3-e3": 0.096, "4:a3-c1": 0.122, "2:a3-a1": 0.136}
"""What exercise 23 of Thaayam said in release 0.2.0: two of these moves are as good as the best."""


def test_an_exercise_that_refuses_a_right_answer_does_not_hold() -> None:
    mended = a_set("thaayam").exercises[22]
    assert {move for move in REFUSED if not mended.gives_away[move]} == {"1:hand-c5", "8:a3-e3"}
    wrong = replace(mended, gives_away={mended.best: 0.0, **REFUSED})
    assert holds(wrong, worth) is None
    assert holds(mended, worth)


@pytest.mark.deep
@pytest.mark.parametrize("game", games.names())
def test_a_search_of_another_build_finds_every_best_move(game: str) -> None:
    margins = {each.best: holds(each) for each in a_set(game).exercises}
    print(f"{game}: " + ", ".join(f"{move} by {margin:.3f}" for move, margin in margins.items()))
    assert None not in margins.values()
