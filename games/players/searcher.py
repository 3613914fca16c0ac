"""The player that looks ahead, in each game with the search that fits it.

A search is a function ``(state, budget, rng) -> moves``: it returns every legal move of ``state``,
the best first, as far as it could find out within ``budget``. The result is the same for the same
state, nodes and ``rng``. A game that can look further on plainer data than its states overrides
:meth:`games.core.Game.search`, and says in ``SEARCH_NODES`` how much it may look at.
"""

import random
from collections.abc import Callable

from games.actions import Move
from games.budget import Budget, Stop, never
from games.core import Game, State
from games.players.alphabeta import alphabeta
from games.players.expectimax import expectimax
from games.players.paranoid import paranoid
from games.players.player import Player

Search = Callable[[State, Budget, random.Random], tuple[Move, ...]]


class Searcher(Player):
    """Plays what a search finds with ``share`` of the nodes that the game allows."""

    def __init__(self, share: float = 1.0) -> None:
        self._share = share

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in the order of the search when its budget is spent."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return tuple(moves)
        budget = Budget(round(self._share * state.game.SEARCH_NODES), stop)
        return search(state, budget, rng)


def search(state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
    """Return every legal move of ``state``, the best first: by the game's own search if it has one.

    ``rng`` decides between moves of equal value.
    """
    found = state.game.search(state, budget, rng)
    return search_for(state.game)(state, budget, rng) if found is None else found


def search_for(game: Game) -> Search:
    """Return the search over the grammar that fits ``game``: with dice, for two, or for more."""
    if game.dice:
        return expectimax
    return alphabeta if len(game.seats) == 2 else paranoid
