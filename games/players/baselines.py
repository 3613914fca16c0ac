"""Plain players to measure others against; nobody at a table plays against them.

They know nothing of a game but its grammar: what stands where, what may happen next, and how a game
at random ends.
"""

import random
import sys
from contextlib import suppress
from math import log, sqrt
from typing import Final

from games.actions import Action, Move
from games.budget import Budget, Spent, Stop, never
from games.core import State, random_action
from games.players.expectimax import ALL, Outlook, Round
from games.players.player import Player, RandomPlayer

TWO_TURNS: Final = Round(turns=2, width=ALL, plans=ALL, least=0.005)
"""How far the player "expectimax" looks; a series of throws has no end, so rare ones are cut."""

PLAYOUTS: Final = 500
"""How many games the player "uct" plays to their end for each of its moves."""

EXPLORATION: Final = 2.0
"""The constant of UCB1 for rewards from 0 to 1 (Auer, Cesa-Bianchi and Fischer 2002)."""


class Progress(Player):
    """Plays the move after which its side has most on the board; ties at random."""

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves by the material of the seat to act after them."""
        seat = state.turn
        assert seat is not None, "a state in which a choice comes next"
        shuffled = RandomPlayer().ranked(state, rng)
        return tuple(sorted(shuffled, key=lambda move: -state.apply(move).material(seat)))


class TwoPlies(Player):
    """Plays the best move by expectimax over its own turn and the next seat's; ties at random.

    It looks at all moves and at all throws that are not very rare, however long that takes.
    """

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves by what the next seat's best answer leaves, over all its throws."""
        shuffled = RandomPlayer().ranked(state, rng)
        outlook = Outlook(state, Budget(sys.maxsize, stop))
        with suppress(Spent):
            values = outlook.values(shuffled, TWO_TURNS)
            return tuple(sorted(shuffled, key=lambda move: -values[move]))
        return shuffled


class Uct(Player):
    """Plays the move that was tried most often by UCT, with nodes for chance.

    UCT is Monte Carlo tree search with UCB1 (Kocsis and Szepesvari 2006). ``playouts`` is how many
    games it plays to their end for a move. Every side is expected to play for itself.
    """

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self._playouts = playouts

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves, the one that was tried most often first."""
        root, budget = _Node(state, rng), Budget(self._playouts, stop)
        with suppress(Spent):
            while True:
                budget.spend()
                root.play_once(rng)
        return root.ranked()


class _Node:
    """A position of the tree: how often it was met, and what each side won after it."""

    __slots__ = ("children", "state", "team", "untried", "visits", "won")

    def __init__(self, state: State, rng: random.Random) -> None:
        seats = state.game.seats
        self.state, self.visits = state, 0
        self.team = -1 if state.turn is None else seats[state.turn].team
        self.won: dict[int, float] = dict.fromkeys((seat.team for seat in seats), 0.0)
        self.children: dict[Action, _Node] = {}
        moves = () if state.is_terminal or state.is_chance else state.legal_moves()
        self.untried = rng.sample(moves, len(moves))

    def play_once(self, rng: random.Random) -> None:
        """Go down the tree, add a node, play to the end from there, and count who won."""
        path = [self]
        while path[-1].is_grown:
            path.append(path[-1].next(rng))
        if path[-1].untried:
            path.append(path[-1].child(path[-1].untried.pop(), rng))
        last = path[-1].state
        sides = (last.outcome() or last.game.playout(last, rng)).sides(last.game.seats)
        for node in path:
            node.visits += 1
            for side in sides:
                node.won[side] += 1 / len(sides)

    @property
    def is_grown(self) -> bool:
        """Whether the way goes on below: by chance, or because all moves were tried once."""
        return not self.untried and not self.state.is_terminal

    def next(self, rng: random.Random) -> "_Node":
        """Return the node after a throw by its probability, or after the best move by UCB1."""
        if self.state.is_chance:
            return self.child(random_action(self.state, rng), rng)
        total = EXPLORATION * log(self.visits)
        return max(
            self.children.values(),
            key=lambda node: node.won[self.team] / node.visits + sqrt(total / node.visits),
        )

    def child(self, action: Action, rng: random.Random) -> "_Node":
        """Return the node after ``action``, a new one if it was never reached."""
        if action not in self.children:
            self.children[action] = _Node(self.state.apply(action), rng)
        return self.children[action]

    def ranked(self) -> tuple[Move, ...]:
        """Return the moves by how often they were tried, those that never were at the end."""
        tried = sorted(self.children, key=lambda move: -self.children[move].visits)
        return (*(move for move in tried if isinstance(move, Move)), *self.untried)
