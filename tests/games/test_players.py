"""Who can sit at a seat besides people: what they choose, why, and how strong they are."""

import random

import pytest

import games
from games import players
from games.core import Game
from games.message import Message
from games.players import Player
from games.players.levels import Searcher
from tests.games.squadro_play import MIDDLE
from tests.games.squadro_play import at as squadro_at
from tests.games.test_every_game import GAMES, played, sample

KINDS = {name: players.load(name) for name in ("random", "greedy", "beginner")}
KINDS["searcher"] = Searcher(share=0.05)


@pytest.fixture(params=KINDS)
def player(request: pytest.FixtureRequest) -> Player:
    return KINDS[request.param]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_players_rank_every_legal_move_once_and_choose_one(player: Player, game: Game) -> None:
    rng = random.Random(41)
    for state in sample(played(game, seed=41))[::12]:
        moves = state.legal_moves()
        if moves:
            assert player.choose(state, rng) in moves
            ranked = player.ranked(state, rng)
            assert sorted(map(str, ranked)) == sorted(map(str, moves))
            assert 3 < len(str(players.why(state, ranked[0]) or "none")) <= 60


def test_the_same_chance_brings_the_same_moves(player: Player) -> None:
    state = squadro_at(f"0 {MIDDLE}")
    again = [player.ranked(state, random.Random(5)) for _ in range(2)]
    assert again[0] == again[1]


def test_greedy_likes_best_what_stands_best() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    ranked = players.load("greedy").ranked(state, random.Random(1))
    values = [state.apply(move).evaluate(0) for move in ranked]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


def test_moves_that_are_as_good_are_chosen_alike() -> None:
    state, rng = games.load("squadro").state("0 12,12,12,11,11/0,0,0,0,0"), random.Random(6)
    chosen = {str(players.load("greedy").choose(state, rng)) for _ in range(100)}
    best = max(state.apply(move).evaluate(0) for move in state.legal_moves())
    as_good = {str(m) for m in state.legal_moves() if state.apply(m).evaluate(0) == best}
    assert chosen == as_good
    assert len(as_good) > 1


def test_a_player_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="no player is called 'deep'; the players are: random, p"):
        players.load("deep")


def test_a_reason_can_be_said_in_another_language() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    (move,) = (each for each in state.legal_moves() if str(each) == "A5:7-9xB4")
    reason = players.why(state, move)
    assert reason == Message("jumps over {count}", (("count", 1),))
