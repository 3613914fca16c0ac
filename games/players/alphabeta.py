"""The search for games in which two sides move in turn and nothing is left to chance.

It is alpha-beta, one ply deeper each time (iterative deepening). What is known of a position is
used whatever moves led to it (a transposition table), and the move that was best is tried first the
next time. The search sees a game as a :class:`Tree`: :func:`alphabeta` makes one from the grammar,
and a game may have a faster one.
"""

import random
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import count
from operator import itemgetter
from typing import Generic, Protocol, TypeVar, cast

from games.actions import Move
from games.budget import Budget, last_finished
from games.core import State

DRAWN, WON = 0.0, 1.0
"""The values of a draw and of a win; a loss is a win for the other side."""
OUTSIDE = 2.0
"""Better than a win: as a bound it excludes nothing."""
FOR_GOOD = 1_000_000
"""Deeper than any search: what is known at this depth does not change."""
DEEPEST = 100
"""How deep branches are valued at most; positions that can only be drawn cost next to nothing."""

Node = TypeVar("Node")
Branch = tuple[float, Hashable, Node | None]
"""What a move leads to: its value to the side that moved, a key, and the next node.

There is no next node when the game is over.
"""
Bounds = tuple[int, float, float]
"""How many plies deep a position was searched, and the bounds of its value."""

UNKNOWN: Bounds = 0, -OUTSIDE, OUTSIDE

_value_of = itemgetter(0)


class Tree(Protocol[Node]):
    """The positions of a game as a search sees them: two sides that move in turn."""

    def branches(self, node: Node) -> list[Branch[Node]]:
        """Return what the moves in ``node`` lead to; there is at least one."""
        ...


class AlphaBeta(Generic[Node]):
    """A search through ``tree`` within ``budget``, and what it has found out so far.

    A node of the budget is a position whose value is asked for. Positions with a key in ``drawn``
    count as draws.
    """

    def __init__(self, tree: Tree[Node], budget: Budget, drawn: Iterable[Hashable] = ()) -> None:
        self._branches = tree.branches
        self._spend = budget.spend
        self._known: dict[Hashable, Bounds] = dict.fromkeys(drawn, (FOR_GOOD, DRAWN, DRAWN))
        self._grown: dict[Hashable, list[Branch[Node]]] = {}

    def ranked(self, branches: Iterable[Branch[Node]]) -> list[Branch[Node]]:
        """Return ``branches`` of one node, the best first; of equals the first stays in front."""
        return last_finished(self._deeper(sorted(branches, key=_value_of, reverse=True)))

    def valued(self, branches: Sequence[Branch[Node]]) -> Sequence[float]:
        """Return the value of each of ``branches``, all searched to the same depth."""
        return last_finished(self._each_depth(branches))

    def _each_depth(self, branches: Sequence[Branch[Node]]) -> Iterator[Sequence[float]]:
        """Yield the values of ``branches``, one ply deeper each time until all are certain."""
        values = [value for value, _, _ in branches]
        yield values
        for depth in count(1):
            values = [self._after(branch, depth, -OUTSIDE, OUTSIDE) for branch in branches]
            yield values
            if depth == DEEPEST or all(abs(value) == WON for value in values):
                return

    def _deeper(self, branches: list[Branch[Node]]) -> Iterator[list[Branch[Node]]]:
        """Yield the order after each branch that was searched, one ply deeper in each round."""
        yield branches
        for depth in count(1):
            values: list[tuple[float, Branch[Node]]] = []
            alpha = -OUTSIDE
            for branch in branches:
                values.append((self._after(branch, depth, alpha, OUTSIDE), branch))
                values.sort(key=_value_of, reverse=True)
                alpha = values[0][0]
                yield [each for _, each in values] + branches[len(values) :]
            branches = [each for _, each in values]
            if abs(alpha) == WON or len(branches) == 1:
                return

    def _after(self, branch: Branch[Node], depth: int, alpha: float, beta: float) -> float:
        """Return the value of ``branch`` to the side that takes it, searched ``depth`` plies deep.

        As everywhere here, a value that is not between ``alpha`` and ``beta`` is only a bound.
        """
        value, key, node = branch
        return value if node is None else -self._value(key, node, depth, -beta, -alpha)

    def _value(self, key: Hashable, node: Node, depth: int, alpha: float, beta: float) -> float:
        """Return the value of ``node`` to the side to move."""
        self._spend()
        deep, low, high = self._known.get(key, UNKNOWN)
        if deep >= depth:
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        best = self._best(key, node, depth, alpha, beta)
        if abs(best) == WON:
            self._known[key] = FOR_GOOD, best, best
        else:
            low = best if best > alpha else -OUTSIDE
            high = best if best < beta else OUTSIDE
            self._known[key] = depth, low, high
        return best

    def _best(self, key: Hashable, node: Node, depth: int, alpha: float, beta: float) -> float:
        """Return the value of the best branch of ``node``, which is then tried first."""
        if depth == 1:
            return max(self._branches(node), key=_value_of)[0]
        branches = self._grown.get(key)
        if branches is None:
            self._grown[key] = branches = sorted(self._branches(node), key=_value_of, reverse=True)
        best, first = -OUTSIDE, 0
        for place, branch in enumerate(branches):
            value = self._after(branch, depth - 1, max(alpha, best), beta)
            if value > best:
                best, first = value, place
                if best >= beta:
                    break
        branches.insert(0, branches.pop(first))
        return best


class Grammar:
    """The tree of a game over its states, for two sides that move in turn."""

    def branches(self, node: State) -> list[Branch[State]]:
        """Return the states after every move."""
        seat = cast("int", node.turn)
        return [_branch(node.apply(move), seat) for move in node.legal_moves()]


def _branch(after: State, seat: int) -> Branch[State]:
    outcome = after.outcome()
    if outcome is None:
        return after.evaluate(seat), after, after
    return outcome.score(seat), after, None


def alphabeta(state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
    """Return every legal move of ``state``, the best first as far as ``budget`` reaches.

    ``rng`` decides between moves of equal value.
    """
    tree = Grammar()
    tried = list(zip(tree.branches(state), state.legal_moves(), strict=True))
    rng.shuffle(tried)
    order = AlphaBeta(tree, budget).ranked(branch for branch, _ in tried)
    moves = {id(branch): move for branch, move in tried}
    return tuple(moves[id(branch)] for branch in order)
