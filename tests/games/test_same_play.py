"""What only makes a game faster changes no move: neither what is legal nor what a search prefers.

The digests are those of commit 355b971b, with dice of 02555584. A change that is meant to alter
play writes new ones, and the exercises, the levels and the games against UCT have to be made again.
"""

import random
from collections.abc import Iterator
from hashlib import sha256

import pytest

import games
from games.budget import Budget
from games.core import Game, random_action
from games.options import OptionValue
from games.players.levels import search

PLIES, APART, NODES = 90, 30, 60
WITH_DICE, NODES_WITH_DICE = 600, 1500
"""As many plies and nodes with dice: throws are plies too, and a search has to see behind them."""


def played(game: Game, rng: random.Random) -> Iterator[str]:
    """Positions of a random game with their moves; some with all moves as a search ranks them."""
    state, choices = game.start(), 0
    plies, nodes = (WITH_DICE, NODES_WITH_DICE) if game.dice else (PLIES, NODES)
    for _ in range(1, plies):
        moves = state.legal_moves()
        if state.is_terminal:
            return
        yield f"{state} {' '.join(map(str, moves))}"
        choices += not state.is_chance
        if not (choices % APART or state.is_chance):
            yield " ".join(map(str, search(state, Budget(nodes), rng)))
        state = state.apply(random_action(state, rng))


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("squadro", {}, "497547604391"),
        ("squadro", {"repetition": "ban"}, "497547604391"),
        ("xiangqi4", {}, "6fb98f635dca"),
        ("xiangqi4", {"mode": "teams"}, "460a32195a5d"),
        ("tshupu", {}, "96c84d895439"),
        ("tshupu", {"must_use": "optional", "finished": "skip"}, "535e3edf57d4"),
        ("thaayam", {}, "3ca364da1564"),
        ("thaayam", {"seats": 2, "capture_throw": True}, "be0b4d0b71b2"),
    ],
)
def test_moves_and_what_a_search_prefers_stay_the_same(
    name: str, options: dict[str, OptionValue], expected: str
) -> None:
    found = "\n".join(played(games.load(name, **options), random.Random(1)))
    assert sha256(found.encode()).hexdigest()[:12] == expected
