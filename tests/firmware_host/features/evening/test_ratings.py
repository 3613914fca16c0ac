"""Elo with its margin: what is played by people of known strengths is found again."""

import random

import pytest

import games
from firmware_host.features.evening.scores import (
    LEAST_GAMES,
    MIDDLE,
    PlayedGame,
    ahead_by,
    ahead_of,
    ratings,
)
from firmware_host.session.setup import Setup

EVA, BOB, ZOE, TOM = 1, 2, 3, 4


def won(*people: int) -> PlayedGame:
    """A game of two that the first has won."""
    return PlayedGame("squadro", "", people, (1.0, 0.0))


def test_nothing_is_said_before_there_is_something_to_say() -> None:
    assert ratings([]) == {}
    assert ratings([won(EVA, BOB)] * (LEAST_GAMES - 1)) == {}
    assert {*ratings([won(EVA, BOB)] * LEAST_GAMES)} == {EVA, BOB}


def test_the_margin_shrinks_with_the_number_of_games() -> None:
    half = [won(EVA, BOB), won(BOB, EVA)]
    few, many = ratings(half * 5)[EVA], ratings(half * 50)[EVA]
    assert few.elo == many.elo == MIDDLE
    assert many.margin < few.margin < 400


def test_a_draw_is_between_a_win_and_a_loss() -> None:
    draw = PlayedGame("squadro", "", (EVA, BOB), (0.5, 0.5))
    assert ratings([draw] * 10)[EVA].elo == MIDDLE


@pytest.mark.parametrize("points", [(0.0, 0.0), (1.0, 1.0)])
def test_a_game_that_says_nothing_of_who_is_stronger_is_left_out(
    points: tuple[float, float],
) -> None:
    assert ratings([PlayedGame("thaayam", "", (EVA, BOB), points)] * 20) == {}


def test_a_machine_has_no_rating_and_nobody_gets_one_against_it() -> None:
    assert ratings([PlayedGame("squadro", "", (EVA, 0), (1.0, 0.0))] * 20) == {}


def test_partners_win_together() -> None:
    pair = PlayedGame("tshupu", "", (EVA, BOB, ZOE, TOM), (1.0, 0.0, 1.0, 0.0))
    found = ratings([pair] * 20)
    assert found[EVA] == found[ZOE]
    assert found[EVA].elo > MIDDLE > found[BOB].elo == found[TOM].elo


def test_a_win_with_a_handicap_says_less_and_one_against_it_more() -> None:
    def rated(*ahead: int) -> int:
        return ratings([won(EVA, BOB)._replace(ahead=ahead)] * 10)[EVA].elo

    assert rated(200, 0) < rated() < rated(0, 200)
    assert rated(0, -200) == rated(200, 0)
    even = [won(EVA, BOB)._replace(ahead=(191, 0))] * 3 + [won(BOB, EVA)._replace(ahead=(0, 191))]
    assert abs(ratings(even * 10)[EVA].elo - MIDDLE) <= 1


def test_a_game_with_a_handicap_that_nobody_has_measured_is_not_rated() -> None:
    assert ratings([won(EVA, BOB)._replace(ahead=None)] * 20) == {}
    assert ahead_of(Setup("sun", arranged={"ahead": "?"})) is None


def test_a_handicap_strengthens_the_side_and_stands_in_the_record() -> None:
    one_home = next(each for each in games.kind("tshupu").HANDICAPS if each.name == "one_home")
    game = games.load("tshupu", handicap_green="one_home")
    assert ahead_by(game) == f"0 {one_home.elo} 0 {one_home.elo}"
    assert ahead_of(Setup("tshupu", arranged={"ahead": "0 90 0 90"})) == (0, 90, 0, 90)


def test_strengths_lie_within_their_margins_nineteen_times_of_twenty() -> None:
    chance, hits = random.Random(1), list[bool]()
    for _ in range(200):
        strength = {person: chance.gauss(0, 200) for person in (EVA, BOB, ZOE)}
        results = [_played(strength, chance) for _ in range(30)]
        for person, rating in ratings(results).items():
            hits.append(abs(MIDDLE + strength[person] - rating.elo) <= rating.margin)
    assert len(hits) > 550
    assert 0.93 <= sum(hits) / len(hits) <= 0.97


def _played(strength: dict[int, float], chance: random.Random) -> PlayedGame:
    """A game of two of those with such strengths."""
    first, second = chance.sample([*strength], 2)
    expected = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
    return won(first, second) if chance.random() < expected else won(second, first)
