"""Which move is best: what the table of endgames knows, and beyond it what a search finds.

The table knows nothing of what was played before, so moves that it calls won may lead round in a
circle. That is why the search says which of them comes first, and counts every earlier position as
a draw: whoever is winning does not come back to one.

The search sees positions as numbers instead of states. A node is a code of
:mod:`games.squadro.moves`, the cells before the last move, and the run that this move was. A code
consists of the digits of either seat, and what a seat still needs is looked up by its own digits;
so most positions are valued without working out their cells.
"""

import random
from collections.abc import Hashable, Sequence
from operator import itemgetter

from games.budget import Budget
from games.players.alphabeta import WON, AlphaBeta, Branch
from games.squadro.moves import STAGES, Runs, TrackRun, progress_of
from games.squadro.rules import ALL_TURNS, OCCURRENCES, TRACKS, turns_to_win
from games.squadro.tables import Endgame

Node = tuple[int, list[int], TrackRun | None]
"""A code, and the cells that it tells after the run was played, if there is one."""

SIDE = STAGES**TRACKS
"""In how many ways a seat's pieces can have progressed."""


class Needs(dict[int, int]):
    """How many moves ``seat`` needs to win, by the digits of its progress, once asked for."""

    def __init__(self, seat: int) -> None:
        """Begin without any."""
        super().__init__()
        self._seat = seat

    def __missing__(self, digits: int) -> int:
        own = [digits // STAGES**track % STAGES for track in range(TRACKS)]
        both = own * 2  # only the half of this seat is looked at
        self[digits] = need = turns_to_win(self._seat, both)
        return need


class SearchTree:
    """The positions that a search comes to, in games whose pieces move as ``runs`` tell."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._needs = Needs(0), Needs(1)

    def branches(self, node: Node) -> list[Branch[Node]]:
        """Return what the moves of ``node`` lead to, with the values of State.evaluate."""
        code, cells, seat = node[0], cells_at(node), node[0] & 1
        own, runs, (needs_a, needs_b) = seat * TRACKS, self._runs, self._needs
        found: list[Branch[Node]] = []
        for cell in cells[own : own + TRACKS]:
            run = runs[cell]
            if run is None:
                continue
            after = code + run.gain
            b, a = divmod(after >> 1, SIDE)
            need, other = (needs_b[b], needs_a[a]) if seat else (needs_a[a], needs_b[b])
            if need:
                found.append(((other - need) / ALL_TURNS, after, (after, cells, run)))
            else:
                found.append((WON, after, None))
        return found


def cells_at(node: Node) -> list[int]:
    """Return the cells of the pieces in ``node``."""
    _, cells, run = node
    if run is None:
        return cells
    cells = cells.copy()
    for piece, change in run.changes:
        cells[piece] += change
    return cells


def progress_at(node: Node) -> tuple[int, ...]:
    """Return how far every piece has come in ``node``."""
    return progress_of(cells_at(node))


_value_of = itemgetter(0)


class SquadroSearch:
    """The search for the best move, with ``tree`` to look ahead.

    ``earlier`` are the codes of the positions before; ``table`` is None if there is none, or if
    the rules are not those that it was made for.
    """

    def __init__(self, tree: SearchTree, earlier: Sequence[int], table: Endgame | None) -> None:
        self._tree = tree
        self._earlier = earlier
        self._table = table

    def ranked(self, node: Node, budget: Budget, rng: random.Random) -> list[Hashable]:
        """Return the codes of the positions after every move in ``node``, the best first.

        Only moves that are best by the table are looked into; ``rng`` decides between equals.
        """
        branches = self._tree.branches(node)
        rng.shuffle(branches)
        classes: dict[int, list[Branch[Node]]] = {}
        for branch in sorted(branches, key=_value_of, reverse=True):
            classes.setdefault(self._verdict(branch), []).append(branch)
        best, *others = (classes[each] for each in sorted(classes, reverse=True))
        found = AlphaBeta(self._tree, budget, (node[0], *self._earlier)).ranked(best)
        return [code for each in (found, *others) for _, code, _ in each]

    def _verdict(self, branch: Branch[Node]) -> int:
        """Return 1, 0 or -1 if ``branch`` wins, draws or loses for the mover; 0 if unknown."""
        repeats = self._earlier.count(branch[1]) == OCCURRENCES - 1
        return 0 if repeats else self._known(branch) or 0

    def _known(self, branch: Branch[Node]) -> int | None:
        """Return what ``branch`` is to the mover by the table, None if the table does not tell."""
        value, _, node = branch
        if node is None:
            return round(value)
        found = self._value(node)
        return None if found is None else -found

    def _value(self, node: Node) -> int | None:
        """Return the same for ``node``; if B moves, by the nodes after its moves."""
        if self._table is None:
            return None
        if node[0] & 1 == 0:
            return self._table.value(progress_at(node))
        values = [self._known(branch) for branch in self._tree.branches(node)]
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None
