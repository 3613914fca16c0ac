"""What only makes a game faster changes no move: neither what is legal nor what a search prefers.

The digests are those of commit 355b971b. A change that is meant to alter play writes new ones, and
the exercises, the levels and the games against UCT have to be made again.
"""

import random
from collections.abc import Iterator
from hashlib import sha256

import pytest

import games
from games.budget import Budget
from games.core import Game
from games.options import OptionValue

PLIES, APART, NODES = 90, 30, 60


def played(game: Game, rng: random.Random) -> Iterator[str]:
    """Positions of a random game with their moves; some with all moves as a search ranks them."""
    state = game.start()
    for ply in range(1, PLIES):
        moves = state.legal_moves()
        if not moves:
            return
        yield f"{state} {' '.join(map(str, moves))}"
        if not ply % APART:
            yield " ".join(map(str, game.search(state, Budget(NODES), rng) or ()))
        state = state.apply(rng.choice(moves))


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("squadro", {}, "497547604391"),
        ("squadro", {"repetition": "ban"}, "497547604391"),
        ("xiangqi4", {}, "6fb98f635dca"),
        ("xiangqi4", {"mode": "teams"}, "460a32195a5d"),
    ],
)
def test_moves_and_what_a_search_prefers_stay_the_same(
    name: str, options: dict[str, OptionValue], expected: str
) -> None:
    found = "\n".join(played(games.load(name, **options), random.Random(1)))
    assert sha256(found.encode()).hexdigest()[:12] == expected
