"""The three levels at which the machine plays, each stronger than the one before in every game."""

import random
from dataclasses import dataclass

from games.actions import Move
from games.budget import Stop, never
from games.core import State
from games.message import msg
from games.players.player import Greedy, Player, RandomPlayer
from games.players.searcher import Searcher


class Distracted(Player):
    """Plays like ``other``, but now and then at random.

    ``often`` is the probability of a random move, from 0 to 1.
    """

    def __init__(self, other: Player, often: float) -> None:
        self._other, self._often = other, often

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves as the other player ranks them, or in random order."""
        player = RandomPlayer() if rng.random() < self._often else self._other
        return player.ranked(state, rng, stop)


@dataclass(frozen=True, slots=True)
class Level:
    """A level by ``name``, with the ``title`` that people choose and the player at this level."""

    name: str
    title: str
    player: Player


LEVELS = (
    Level("beginner", msg("Beginner"), Distracted(Greedy(), often=0.6)),
    Level("friend", msg("Friend"), Distracted(Greedy(), often=0.2)),
    Level("champion", msg("Champion"), Searcher()),
)
"""The weakest first; docs/players-machine.md says how much stronger each is."""
