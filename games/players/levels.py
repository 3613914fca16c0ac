"""The three levels at which the machine plays, each stronger than the one before in every game."""

import random
from dataclasses import dataclass

from games.actions import Move
from games.core import State
from games.message import msg
from games.players.budget import Stop, never
from games.players.chance import ByChance
from games.players.greedy import Greedy
from games.players.player import Player
from games.players.searcher import Searcher


class Distracted(Player):
    """Plays like ``other``, but ``often`` (from 0 to 1) without looking, any move alike."""

    def __init__(self, other: Player, often: float) -> None:
        self._other, self._often = other, often

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """The moves as the other player ranks them, or in any order."""
        player = ByChance() if rng.random() < self._often else self._other
        return player.ranked(state, rng, stop)


@dataclass(frozen=True, slots=True)
class Level:
    """A level by ``name``, with the ``title`` that people choose and who plays at it."""

    name: str
    title: str
    player: Player


LEVELS = (
    Level("beginner", msg("Beginner"), Distracted(Greedy(), often=0.6)),
    Level("friend", msg("Friend"), Distracted(Greedy(), often=0.2)),
    Level("champion", msg("Champion"), Searcher()),
)
"""The weakest first; docs/players-machine.md says how much stronger each is."""
