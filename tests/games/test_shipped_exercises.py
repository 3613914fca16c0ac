"""The sets of exercises that ship with the games."""

from functools import cache

import pytest

import games
from games.exercise_making import DEEPER, holds
from games.exercises import LEVELS, ExerciseSet, check, read, write
from tests.games.shipped import shipped

FEWEST = 20


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
    assert len(found.exercises) >= FEWEST
    for level in LEVELS:
        assert abs(len(found.at_level(level)) - len(found.exercises) / len(LEVELS)) < 1
    for each in found.exercises:
        check(each)
        assert each.nodes[1] == DEEPER * each.nodes[0]


def test_a_best_move_is_best_with_ten_times_the_nodes() -> None:
    """Those of the fastest search; the deep test looks at all of them."""
    assert all(holds(each) for each in a_set("tshupu").exercises[::8])


@pytest.mark.deep
@pytest.mark.parametrize("game", games.names())
def test_every_best_move_is_best_with_ten_times_the_nodes(game: str) -> None:
    margins = {each.best: holds(each) for each in a_set(game).exercises}
    print(f"{game}: " + ", ".join(f"{move} by {margin:.3f}" for move, margin in margins.items()))
    assert None not in margins.values()
