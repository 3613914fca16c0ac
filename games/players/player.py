"""What a player can be asked, and the two players that do not look ahead."""

import random
from typing import Protocol

from games.actions import Move
from games.budget import Stop, never
from games.core import State


class Player(Protocol):
    """Chooses for the seat to act, in any game; everything random is drawn with ``rng``.

    A player is asked only in a state where a choice comes next. Once ``stop()`` is true it answers
    with what it has found so far.
    """

    def choose(self, state: State, rng: random.Random, stop: Stop = never) -> Move:
        """Return the legal move that it plays in ``state``."""
        return self.ranked(state, rng, stop)[0]

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return every legal move of ``state``, the one that it likes best first."""
        ...


class RandomPlayer(Player):
    """Plays every legal move with the same probability."""

    def choose(self, state: State, rng: random.Random, stop: Stop = never) -> Move:
        return rng.choice(state.legal_moves())

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in random order."""
        moves = state.legal_moves()
        return tuple(rng.sample(moves, len(moves)))


class Greedy(Player):
    """Plays the move after which the game's own view of the position is best; ties at random.

    What is still to be thrown does not count: no game's view counts a throw before it is played.
    """

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves by how well the seat to act stands after them."""
        seat = state.turn
        assert seat is not None, "a state in which a choice comes next"
        shuffled = RandomPlayer().ranked(state, rng)
        return tuple(sorted(shuffled, key=lambda move: -state.apply(move).evaluate(seat)))
