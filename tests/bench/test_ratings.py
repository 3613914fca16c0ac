"""Elo from games: what is known of the model must come out of the fit."""

import random
from itertools import combinations
from math import log10

import pytest

from tests.bench.ratings import Encounter, fitted, ratings

TRUTH = {"a": -150.0, "b": -50.0, "c": 50.0, "d": 150.0}


def played(sides: int, games: int, rng: random.Random) -> list[Encounter]:
    """Games of all pairs, won as often as the model says for ``TRUTH``."""
    empty = [Encounter(one, other, sides, ()) for one, other in combinations(TRUTH, 2)]
    return [
        Encounter(
            each.player,
            each.other,
            sides,
            tuple(float(rng.random() < each.expected(TRUTH)) for _ in range(games)),
        )
        for each in empty
    ]


def test_a_score_of_three_quarters_is_191_points() -> None:
    # the fair game that is added pulls a little: 75.5 of 101
    elo = fitted([Encounter("a", "b", 2, (1.0,) * 75 + (0.0,) * 25)])
    assert elo["a"] - elo["b"] == pytest.approx(400 * log10(75.5 / 25.5), abs=0.1)


def test_the_fair_share_of_four_sides_is_no_difference() -> None:
    elo = fitted([Encounter("a", "b", 4, (1.0,) * 10 + (0.0,) * 30)])
    assert elo == {"a": pytest.approx(0, abs=0.1), "b": pytest.approx(0, abs=0.1)}


def test_who_won_every_game_is_not_infinitely_strong() -> None:
    elo = fitted([Encounter("a", "b", 2, (1.0,) * 20)])
    assert 300 < elo["a"] - elo["b"] < 700


@pytest.mark.parametrize("sides", [2, 4])
def test_the_intervals_hold_the_truth_about_as_often_as_they_say(sides: int) -> None:
    rng, held = random.Random(5), 0
    for _ in range(3):
        found = ratings(played(sides, 40, rng), rng)
        held += sum(found[name].low <= truth <= found[name].high for name, truth in TRUTH.items())
    assert held >= 10


def test_the_same_seed_gives_the_same_intervals() -> None:
    games = played(2, 10, random.Random(1))
    assert ratings(games, random.Random(2)) == ratings(games, random.Random(2))


def test_of_who_won_every_one_of_a_few_games_the_interval_is_wide() -> None:
    found = ratings([Encounter("a", "b", 2, (1.0,) * 8)], random.Random(3))
    assert found["a"].high - found["a"].low > 100
    assert found["a"].low <= found["a"].elo <= found["a"].high
