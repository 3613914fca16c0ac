"""What a player can be asked."""

import random
from typing import Protocol

from games.actions import Move
from games.core import State
from games.players.budget import Stop, never


class Player(Protocol):
    """Chooses for the seat to act, in any game; what it draws by chance it draws with ``rng``.

    It is asked only in a state in which a choice is awaited. Once ``stop()`` is true it answers
    with what it has found so far.
    """

    def choose(self, state: State, rng: random.Random, stop: Stop = never) -> Move:
        """The legal move that it plays in ``state``."""
        return self.ranked(state, rng, stop)[0]

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Every legal move of ``state``, the one that it likes best first."""
        ...
