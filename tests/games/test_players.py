"""Who can sit at a seat besides people: what they choose, why, and how strong they are."""

import random
from collections.abc import Mapping
from math import sqrt
from statistics import fmean, stdev

import pytest

import games
from games import players
from games.core import Game, State, random_action
from games.options import OptionValue
from games.players import Player
from games.thaayam.worth import hit_chances
from tests import toy
from tests.games.squadro_play import MIDDLE
from tests.games.squadro_play import at as squadro_at
from tests.games.test_every_game import GAMES, played, sample
from tests.games.tshupu_play import south
from tests.games.xiangqi4_play import GENERALS
from tests.games.xiangqi4_play import at as xiangqi4_at

DUELS: list[tuple[str, dict[str, OptionValue], int]] = [
    ("tshupu", {}, 60),
    ("thaayam", {"seats": 2}, 200),
    ("thaayam", {}, 200),
    ("squadro", {}, 200),
    ("xiangqi4", {}, 24),
    ("xiangqi4", {"mode": "teams", "team_end": "first"}, 24),
]
MOST_MOVES = {"xiangqi4": 300}
"""After so many moves a game is given to the side that stands best."""


@pytest.fixture(params=players.names())
def player(request: pytest.FixtureRequest) -> Player:
    return players.load(request.param)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_players_rank_every_legal_move_once_and_choose_one(player: Player, game: Game) -> None:
    rng = random.Random(41)
    for state in sample(played(game, seed=41))[::6]:
        moves = state.legal_moves()
        if moves:
            assert player.choose(state, rng) in moves
            ranked = player.ranked(state, rng)
            assert sorted(map(str, ranked)) == sorted(map(str, moves))
            assert all(3 < len(str(players.why(state, move))) < 40 for move in moves)


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
    state, rng = games.load("squadro").start(), random.Random(6)
    chosen = {str(players.load("greedy").choose(state, rng)) for _ in range(100)}
    best = max(state.apply(move).evaluate(0) for move in state.legal_moves())
    as_good = {str(m) for m in state.legal_moves() if state.apply(m).evaluate(0) == best}
    assert chosen == as_good
    assert len(as_good) > 1


def test_a_player_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match="no player is called 'deep'; the players are: random, g"):
        players.load("deep")


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (squadro_at(f"0 {MIDDLE}"), "A5:7-9xB4", "takes 1"),
        (squadro_at(f"0 {MIDDLE}"), "A3:3-5", "stands best after it"),
        (squadro_at("0 12,12,12,11,0/0,0,0,0,0"), "A4:11-12", "wins"),
        (squadro_at("0 12,12,0,11,0/0,0,0,0,0"), "A4:11-12", "gets home"),
        (south("33,33,32,1", "1+4"), "1:e5-off,4:e1-g4", "gets home"),
        (south("33,33,33,0", "1+4"), "1+4:hand-g4", "the only move"),
        (south("33,33,1,0", "1+4"), "1+4:hand-g4", "comes in"),
        (xiangqi4_at(GENERALS, "0 rRb1 - 0"), "R@q8", "comes in"),
        (xiangqi4_at(f"{GENERALS} rRf1 bRf9"), "f1xf9", "takes 1"),
        (toy.load("tongs").start(), "@a1", "comes in"),
    ],
)
def test_the_reason_is_the_first_that_is_true(state: State, move: str, reason: str) -> None:
    (meant,) = (each for each in state.legal_moves() if str(each) == move)
    assert str(players.why(state, meant)) == reason


def test_a_reason_can_be_said_in_another_language() -> None:
    state = squadro_at(f"0 {MIDDLE}")
    (move,) = (each for each in state.legal_moves() if str(each) == "A5:7-9xB4")
    reason = players.why(state, move)
    assert (reason.text, dict(reason.facts)) == ("takes {count}", {"count": 1})


def test_a_piece_counts_by_the_chance_that_no_enemy_behind_kills_it() -> None:
    game, whole = games.load("thaayam", seats=2), 4 * 26
    in_danger = game.state("0 throw 11,0,0,0/1,0,0,0 - - -")
    assert in_danger.evaluate(0) == pytest.approx((11 * (1 - hit_chances()[2]) - 1) / whole)
    ahead_of_it = game.state("0 throw 11,0,0,0/4,0,0,0 - - -")
    hunted = 4 * (1 - hit_chances()[1])
    assert ahead_of_it.evaluate(0) == pytest.approx((11 - hunted) / whole)
    sheltered = game.state("0 throw 13,0,0,0/1,0,0,0 - - -")
    assert sheltered.evaluate(0) == pytest.approx((13 - 1) / whole)


# Strength


def end(game: Game, sides: Mapping[int, Player], first: int, rng: random.Random) -> State:
    """The last state of a game that ``sides`` play, by team; it may be cut short."""
    state, moves = game.start(first), 0
    while (turn := state.turn) is not None and moves < MOST_MOVES.get(game.name, 10**6):
        if state.is_chance:
            state = state.apply(random_action(state, rng))
        else:
            side = sides[game.seats[turn].team]
            state, moves = state.apply(side.choose(state, rng)), moves + 1
    return state


def share(state: State, team: int) -> float:
    """What ``team`` has of the point, which those share that have won or stand best."""
    seats = state.game.seats
    outcome = state.outcome()
    if outcome is not None:
        best = set(outcome.winners)
    else:
        values = {seat.index: state.evaluate(seat.index) for seat in seats}
        best = {seat for seat, value in values.items() if value == max(values.values())}
    return sum(seats[seat].team == team for seat in best) / len(best)


def duel(game: Game, strong: Player, weak: Player, seed: int) -> float:
    """What ``strong`` makes of one game against ``weak`` at all other teams; seats by ``seed``."""
    teams = sorted({seat.team for seat in game.seats})
    mine = teams[seed % len(teams)]
    sides = {team: strong if team == mine else weak for team in teams}
    first = seed // len(teams) % len(game.seats)
    return share(end(game, sides, first, random.Random(seed)), mine)


def scores(game: Game, number: int) -> tuple[float, float, float]:
    """The mean share of greedy against random, its standard error, and the share of equals."""
    strong, weak = players.load("greedy"), players.load("random")
    results = [duel(game, strong, weak, seed) for seed in range(number)]
    teams = len({seat.team for seat in game.seats})
    return fmean(results), stdev(results) / sqrt(number), 1 / teams


def test_greedy_beats_random_in_a_few_games() -> None:
    mean, _, equal = scores(games.load("squadro"), 20)
    assert mean > equal + 0.2


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "number"), DUELS)
def test_greedy_beats_random(name: str, options: dict[str, OptionValue], number: int) -> None:
    mean, error, equal = scores(games.load(name, **options), number)
    print(f"\n{name} {options}: {mean:.3f} +- {error:.3f} of {number} games, equals {equal:.2f}")
    assert mean > equal + 2 * error
