"""Seats that nobody plays for any more: their turns are skipped, their pieces stay."""

import random
from collections.abc import Collection, Iterator
from itertools import product

import pytest

import games
from games.core import Game, State, random_action
from tests import toy
from tests.games.playing import play
from tests.games.test_every_game import variants
from tests.games.test_rearranged import living
from tests.games.tshupu_play import START, at
from tests.games.xiangqi4_play import GENERALS, tail
from tests.games.xiangqi4_play import at as xiangqi4_at

GAMES = [
    games.load("tshupu"),
    games.load("thaayam"),
    games.load("thaayam", seats=3),
    games.load("xiangqi4", stalemate="pass"),
    games.load("xiangqi4", mode="teams"),
]
MOST_TURNS = 5000


def going_on(game: Game, left: Collection[int], seed: int) -> Iterator[State]:
    """Every state of a random game in which nobody plays for the seats ``left``, the end last."""
    rng, state = random.Random(seed), game.start(first=min(left))
    while not state.is_terminal:
        yield state
        skipped = state.skipped() if state.turn in left else None
        state = skipped or state.apply(random_action(state, rng))
    yield state


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_games_without_a_seat_come_to_an_end(game: Game) -> None:
    for left in ((0,), (0, 1))[: len(game.seats) - 2]:
        *states, last = going_on(game, left, seed=31)
        assert last.outcome() is not None
        acting = [state for state in states if state.turn in left and not state.is_chance]
        assert all(state.skipped() for state in acting)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["tshupu", "thaayam", "xiangqi4"])
def test_many_random_games_without_seats_come_to_an_end(name: str) -> None:
    played = [each for each in variants(games.load(name)) if each.start().skipped() is not None]
    assert played
    for game, seed in product(played, range(6)):
        left = random.Random(seed).sample(range(len(game.seats)), 1 + seed % (len(game.seats) - 1))
        *_, last = going_on(game, left, seed)
        assert last.outcome() is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_skipped_seat_has_moved_nothing_and_another_one_acts(game: Game) -> None:
    for state in [*going_on(game, (1,), seed=32)][:400]:
        skipped = state.skipped()
        if skipped is not None and not skipped.is_terminal and not skipped.is_chance:
            assert skipped.turn != state.turn
            assert skipped.pending == ()
            assert skipped.pieces() == state.pieces() or living(skipped) < living(state)


def test_games_of_two_sides_need_both() -> None:
    duel = games.load("thaayam", seats=2)
    for game in (games.load("squadro"), toy.load("tongs"), duel):
        assert game.start().skipped() is None


def test_partners_need_each_other_where_a_seat_that_is_done_plays_no_more() -> None:
    assert at(START, finished="skip").skipped() is None
    assert str(at(START).skipped()) == START.replace("0 throw", "1 throw")


def test_a_throw_that_is_not_played_is_lost() -> None:
    state = games.load("thaayam").state("0 move 3,0,0,0/5,0,0,0/0,0,0,0/0,0,0,0 1,2 - -")
    assert str(state.skipped()) == "1 throw 3,0,0,0/5,0,0,0/0,0,0,0/0,0,0,0 - - -"


@pytest.mark.parametrize("name", ["tshupu", "thaayam"])
def test_skipping_brings_the_guard_of_turns_nearer(name: str) -> None:
    state: State | None = games.load(name).start()
    turns = 0
    while state is not None and not state.is_terminal and turns <= MOST_TURNS:
        state, turns = state.skipped(), turns + 1
    assert state is not None
    assert turns == MOST_TURNS
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason == "guard"
    assert state.skipped() is None


def test_a_general_that_nobody_defends_can_be_captured() -> None:
    state = xiangqi4_at(f"{GENERALS} gRf1", "0 - - 5")
    skipped = state.skipped()
    assert skipped is not None
    assert tail(skipped) == "1 rbyg - - 6"
    taken = play(skipped, "s10-s9", "j19-j18", "f1xj1")
    assert tail(taken) == "1 byg - - 0"


def test_lots_are_drawn_even_if_a_claimant_has_left() -> None:
    assert xiangqi4_at("rGi1 yGk19 gGa9 yRs14", "1 - Rb:ry 0").skipped() is None
