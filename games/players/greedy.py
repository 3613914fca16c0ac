"""The player that looks at what stands on the board after its move, and no further."""

import random

from games.actions import Move
from games.core import State
from games.players.budget import Stop, never
from games.players.chance import ByChance
from games.players.player import Player


class Greedy(Player):
    """Plays what the game's own view of the next position likes best, ties by chance.

    What is still to be thrown is not weighed: no game's view counts a throw before it is played.
    """

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """The moves by how well the seat to act stands after them."""
        seat = state.turn
        assert seat is not None, "a state in which a choice is awaited"
        shuffled = ByChance().ranked(state, rng)
        return tuple(sorted(shuffled, key=lambda move: -state.apply(move).evaluate(seat)))
