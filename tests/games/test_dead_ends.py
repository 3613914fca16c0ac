"""Whatever rules are chosen, a game in which nobody can go on ends by itself, and says why."""

import itertools
import random
from collections.abc import Mapping

import pytest

import games
from games.actions import Action
from games.core import Game, State, random_action
from games.options import OptionValue

WAITING = 200
"""So many turns of nothing but passing in a row: waiting for a 1 is over by then, always."""

COMBINATIONS = 40
SAMPLE = 4
PLAYED = {"xiangqi4": 1}
"""How many games are played of each kind and combination, if not ten."""


def peaceful_action(state: State, rng: random.Random) -> Action:
    """A throw drawn by its probability, or a move without a capture if there is one."""
    if state.is_chance:
        return random_action(state, rng)
    moves = state.legal_moves()
    return rng.choice([move for move in moves if not move.captures] or moves)


def combinations(name: str, rng: random.Random) -> list[Mapping[str, OptionValue]]:
    """As many combinations of values of the game's options, at random, as are tried."""
    options = type(games.load(name)).OPTIONS
    values = list(itertools.product(*(option.values for option in options)))
    return [
        dict(zip((option.name for option in options), rng.choice(values), strict=True))
        for _ in range(COMBINATIONS)
    ]


def longest_wait(game: Game, rng: random.Random, *, peaceful: bool) -> int:
    """The most turns in a row in which nobody could move, in one game to its end."""
    act = peaceful_action if peaceful else random_action
    state, waited, longest = game.start(), 0, 0
    while not state.is_terminal and longest < WAITING:
        if not state.is_chance:
            waited = waited + 1 if is_pass(state) else 0
            longest = max(longest, waited)
        state = state.apply(act(state, rng))
    outcome = state.outcome()
    assert longest == WAITING or (outcome is not None and outcome.message.text)
    return longest


def is_pass(state: State) -> bool:
    return [move.text for move in state.legal_moves()] == ["pass"]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, number, marks=[] if number < SAMPLE else pytest.mark.deep)
        for name in games.names()
        for number in range(COMBINATIONS)
    ],
)
def test_no_game_goes_on_in_which_nobody_can_ever_move(name: str, number: int) -> None:
    options = combinations(name, random.Random(37))[number]
    game = games.load(name, **options)
    for seed in range(PLAYED.get(name, 10)):
        for peaceful in (False, True):
            assert longest_wait(game, random.Random(seed), peaceful=peaceful) < WAITING


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("captured", [False, True])
def test_thaayam_is_drawn_when_every_piece_waits_for_a_capture(seats: int, captured: bool) -> None:
    game = games.load("thaayam", seats=seats, capture_first=True)
    waiting, last = "16,16,16,16", "16,16,16,15"
    pieces = "/".join([last, *[waiting] * (seats - 1)])
    capturers = "0" * (seats - 1) + str(int(captured))
    state = game.state(f"0 move {pieces} 1 - {capturers}")
    outcome = state.apply(state.legal_moves()[0]).outcome()
    if captured:
        assert outcome is None
        return
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.is_draw) == (
        tuple(range(seats)),
        "locked",
        True,
    )
    assert str(outcome.message) == "no piece can move any more: nobody has captured"


def test_random_play_ends_a_locked_game_as_the_states_do() -> None:
    game = games.load("thaayam", seats=2, capture_first=True)
    state = game.state("0 move 16,16,16,15/16,16,16,16 1 - 00")
    assert game.playout(state, random.Random(1)).reason == "locked"
