"""xiangqi4: who gave mate, compared with a second program that knows the rule sheet alone."""

import random
from collections import Counter

import pytest

from games.actions import Move
from games.core import State
from games.xiangqi4.game import Xiangqi4
from tests.games import xiangqi4_plain as plain

GAME = Xiangqi4()
CAPTURES = 0.5
"""How often a capture is played where there is one: so games have mates."""


def chosen(state: State, rng: random.Random) -> Move:
    moves = state.legal_moves()
    captures = [move for move in moves if move.captures]
    return rng.choice(captures if captures and rng.random() < CAPTURES else moves)


def compared(before: State, move: Move, after: State) -> str:
    """Compare who is out and what everybody holds; return how the first seat went out."""
    was, is_now = plain.Position.of(str(before)), plain.Position.of(str(after))
    expected = plain.after(was, str(move))
    found = is_now.living, is_now.reserves, is_now.board
    assert found == (expected.living, expected.reserves, expected.board), (str(before), str(move))
    return kind_of(was, str(move))


def kind_of(was: plain.Position, move: str) -> str:
    moved = plain.acted(was, move)
    if moved.living != was.living:
        return "captured"
    loser = plain.following(moved, was.turn)
    while plain.can_act(moved, loser):
        loser = plain.following(moved, loser)
    owners = plain.attackers(moved, loser)
    if not owners:
        return "stalemated"
    if plain.is_mated(was, loser):
        return "mated before"
    return "mated by its attacker" if was.turn in owners else "mated by another"


def mates(seed: int) -> Counter[str]:
    """Play a game by chance; return how seats went out in it."""
    rng, state, counts = random.Random(seed), GAME.start(), Counter[str]()
    while not state.is_terminal:
        move = chosen(state, rng)
        after = state.apply(move)
        if len(living(after)) < len(living(state)):
            counts[compared(state, move, after)] += 1
        state = after
    return counts


def living(state: State) -> str:
    return str(state).split(" ")[2]


def test_the_army_of_a_mated_seat_goes_to_whoever_gave_mate() -> None:
    counts = sum(map(mates, (3, 45)), Counter())
    assert counts == {"mated before": 1, "mated by its attacker": 1, "mated by another": 1}


@pytest.mark.deep
def test_two_thousand_mates_are_given_as_a_second_program_finds() -> None:
    counts, seed = Counter[str](), 0
    while sum(count for kind, count in counts.items() if kind.startswith("mated")) < 2_000:
        counts += mates(seed)
        seed += 1
    print(f"{seed:,} games: {dict(counts)}")
    assert min(counts["mated by another"], counts["mated before"]) > 100
