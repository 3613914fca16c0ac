"""The player that looks ahead, in each game with the search that suits it.

A search is a function ``(state, budget, rng) -> moves``: every legal move of ``state``, the best
first, as far as it was found out within ``budget``; the same for the same state, nodes and ``rng``.
Which one suits is told by the grammar. A game that can look further on plainer data than its states
overrides :meth:`games.core.Game.search`, and says in ``SEARCH_NODES`` how much it may look at.
"""

import random
from collections.abc import Callable

from games.actions import Move
from games.core import Game, State
from games.players.alphabeta import alphabeta
from games.players.budget import Budget, Stop, never
from games.players.expectimax import expectimax
from games.players.paranoid import paranoid
from games.players.player import Player

Search = Callable[[State, Budget, random.Random], tuple[Move, ...]]


class Searcher(Player):
    """Plays what the game's search finds with ``share`` of the nodes that the game allows."""

    def __init__(self, share: float = 1.0) -> None:
        self._share = share

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """The moves as the search leaves them when its budget is spent."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves
        game = state.game
        return game.search(state, Budget(round(self._share * game.SEARCH_NODES), stop), rng)


def suited(game: Game) -> Search:
    """The search over the grammar that suits ``game``: are there dice, are there two seats?"""
    if game.dice:
        return expectimax
    return alphabeta if len(game.seats) == 2 else paranoid
