"""The plain players that others are measured against."""

import random

import pytest

import games
from games import players
from games.budget import Budget
from games.players import Player
from games.players.baselines import TWO_TURNS, TwoPlies, Uct
from games.players.expectimax import Outlook
from tests.games.squadro_play import MIDDLE
from tests.games.squadro_play import at as squadro_at
from tests.games.tshupu_play import south


def test_progress_likes_best_what_leaves_most_on_the_board() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    ranked = players.load("progress").ranked(state, random.Random(1))
    material = [state.apply(move).material(0) for move in ranked]
    assert material == sorted(material, reverse=True)
    assert material[0] > material[-1]


def test_two_plies_see_the_answer_of_the_next_seat() -> None:
    state = games.load("thaayam", seats=2).state("0 move 8,1,1,1/3,2,0,0 2,3 - -")
    outlook = Outlook(state, Budget(10_000_000))
    ranked = players.load("expectimax").ranked(state, random.Random(1))
    found = outlook.values(ranked, TWO_TURNS)
    values = [found[move] for move in ranked]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


def test_two_plies_that_are_stopped_answer_at_random() -> None:
    state = games.load("squadro").start()
    ranked = TwoPlies().ranked(state, random.Random(1), stop=lambda: True)
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))


@pytest.mark.parametrize("player", [TwoPlies(), Uct(60)], ids=["expectimax", "uct"])
def test_a_win_is_found(player: Player) -> None:
    state = games.load("squadro").state("0 12,12,12,11,0/12,12,12,11,0")
    assert str(player.choose(state, random.Random(1))) == "A4:11-12"


def test_uct_goes_through_throws() -> None:
    state = south("32,32,32,1", "1+4")
    ranked = Uct(60).ranked(state, random.Random(1))
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))
    assert ranked == Uct(60).ranked(state, random.Random(1))


def test_uct_that_is_stopped_at_once_still_ranks_every_move() -> None:
    state = games.load("squadro").start()
    ranked = Uct().ranked(state, random.Random(1), stop=lambda: True)
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))
