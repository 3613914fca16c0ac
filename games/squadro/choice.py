"""Which move is best: what the table of endgames knows, and beyond it what a search finds.

The table knows nothing of history, so moves that it calls won may lead round in a circle. That is
why the search says which of them comes first, and to the search every position that was there
before is a draw: whoever is winning does not come back to one.
"""

import random
from collections.abc import Hashable, Sequence
from operator import itemgetter

from games.budget import Budget
from games.players.alphabeta import AlphaBeta, Branch
from games.squadro.ahead import Ahead, Node, progress_at
from games.squadro.endgame import Endgame
from games.squadro.tracks import OCCURRENCES

_worth = itemgetter(0)


class Choice:
    """The choice of a move, with ``ahead`` to look at what comes.

    ``earlier`` are the codes of the positions before; ``table`` is None if there is none, or if
    the rules are not those that it was made for.
    """

    def __init__(self, ahead: Ahead, earlier: Sequence[int], table: Endgame | None) -> None:
        self._ahead = ahead
        self._earlier = earlier
        self._table = table

    def ranked(self, node: Node, budget: Budget, rng: random.Random) -> list[Hashable]:
        """The codes of the positions after every move in ``node``, the best first.

        Only moves that are best by the table are looked into; ``rng`` decides between equals.
        """
        branches = self._ahead.branches(node)
        rng.shuffle(branches)
        classes: dict[int, list[Branch[Node]]] = {}
        for branch in sorted(branches, key=_worth, reverse=True):
            classes.setdefault(self._verdict(branch), []).append(branch)
        best, *others = (classes[each] for each in sorted(classes, reverse=True))
        found = AlphaBeta(self._ahead, budget, (node[0], *self._earlier)).ranked(best)
        return [code for each in (found, *others) for _, code, _ in each]

    def _verdict(self, branch: Branch[Node]) -> int:
        """1, 0 or -1: whoever takes ``branch`` wins, draws or loses; 0 too where nothing tells."""
        repeats = self._earlier.count(branch[1]) == OCCURRENCES - 1
        return 0 if repeats else self._told(branch) or 0

    def _told(self, branch: Branch[Node]) -> int | None:
        """What ``branch`` is to whoever takes it as the table tells, None if it does not."""
        worth, _, node = branch
        if node is None:
            return round(worth)
        value = self._value(node)
        return None if value is None else -value

    def _value(self, node: Node) -> int | None:
        """As :meth:`_told`, for ``node`` and who moves there: B leads back to where A moves."""
        if self._table is None:
            return None
        if node[0] & 1 == 0:
            return self._table.value(progress_at(node))
        values = [self._told(branch) for branch in self._ahead.branches(node)]
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None
