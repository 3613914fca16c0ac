"""What a player can be asked."""

import random
from typing import Protocol

from games.actions import Move
from games.core import State


class Player(Protocol):
    """Chooses for the seat to act, in any game; what it draws by chance it draws with ``rng``.

    It is asked only in a state in which a choice is awaited.
    """

    def choose(self, state: State, rng: random.Random) -> Move:
        """The legal move that it plays in ``state``."""

    def ranked(self, state: State, rng: random.Random) -> tuple[Move, ...]:
        """Every legal move of ``state``, the one that it likes best first."""
