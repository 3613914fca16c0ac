"""The player that has no opinion."""

import random

from games.actions import Move
from games.core import State
from games.players.budget import Stop, never
from games.players.player import Player


class ByChance(Player):
    """Plays every legal move alike."""

    def choose(self, state: State, rng: random.Random, stop: Stop = never) -> Move:
        return rng.choice(state.legal_moves())

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """The moves in any order."""
        moves = state.legal_moves()
        return tuple(rng.sample(moves, len(moves)))
