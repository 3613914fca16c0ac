"""Which move is best: what a table knows, and beyond it what a search finds.

A table knows positions with A to move; a move of A is judged by the replies to it. The search looks
positions up wherever it comes to one. The table knows nothing of what was played before, so moves
that it calls won may lead round in a circle. That is why the search without the table says which of
them comes first, and counts every earlier position as a draw: whoever is winning does not come back
to one.

The search sees positions as numbers instead of states. A node is a code of
:mod:`games.squadro.moves`, the cells before the last move, and the run that this move was. A code
consists of the digits of either seat, and what a seat is worth is looked up by its own digits; so
most positions are valued without working out their cells.
"""

import random
from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import NamedTuple, cast

from games.budget import Budget
from games.players.alphabeta import WON, AlphaBeta, Branch
from games.squadro.evaluate import BEGINNINGS, Side, leads, progress_of_side, scores
from games.squadro.moves import PATTERNS, STAGES, Runs, TrackRun
from games.squadro.rules import HOME, HOME_TO_WIN, OCCURRENCES, TRACKS
from games.squadro.tables import Numbering, Rank, ValueTable

Node = tuple[int, list[int], TrackRun | None]
"""A code, and the cells that it tells after the run was played, if there is one."""

SIDE = STAGES**TRACKS
"""In how many ways a seat's pieces can have progressed."""


class Sums(NamedTuple):
    """What was worked out of the values in one part of the game, for one mover.

    ``own`` and ``enemies`` tell how the pieces of either seat stand; ``leads``, what each lead is
    worth.
    """

    own: Side
    enemies: Side
    leads: list[int]

    def total(self, mine: int, others: int) -> int:
        """Return what all is worth, by the digits of the mover and of the enemies."""
        need, own, row, places = self.own[mine]
        far, enemies, against, facing = self.enemies[others]
        met = sum([against[each] for each in places]) + sum([row[each] for each in facing])
        return own + enemies + met + self.leads[far - need]


class Parts(dict[int, Sums]):
    """The sums for ``mover`` in each part of the game, empty when they are first asked for."""

    def __init__(self, mover: int) -> None:
        super().__init__()
        self._mover = mover

    def __missing__(self, part: int) -> Sums:
        mover = self._mover
        own, enemies = Side(mover, mover, part), Side(1 - mover, mover, part)
        self[part] = sums = Sums(own, enemies, leads(mover, part))
        return sums


class Mover:
    """What the moves of ``seat`` lead to, with the values of State.evaluate.

    Values are sums of what was worked out before. That of the enemies, and of them against the
    seat, is the same for all moves that jump over nobody, but for the piece that moves.
    """

    def __init__(self, seat: int, runs: Runs) -> None:
        self._seat = seat
        self._runs = runs
        self._parts = Parts(seat)
        self._homes = Homes()
        self._scores = scores()

    def branches(self, code: int, cells: list[int]) -> list[Branch[Node]]:
        """Return what the moves in the position of ``code`` and ``cells`` lead to."""
        seat, runs, scores = self._seat, self._runs, self._scores
        part = self._part(code)
        alone, enemies, leads = self._parts[part]
        first, jumped = seat * TRACKS, -1
        own = cells[first : first + TRACKS]
        spots = [cell // PATTERNS - first * STAGES for cell in own]
        found: list[Branch[Node]] = []
        for cell, spot, row in zip(own, spots, BEGINNINGS, strict=True):
            run = runs[cell]
            if run is None:
                continue
            after = code + run.gain
            b, a = divmod(after >> 1, SIDE)
            mine, others = (b, a) if seat else (a, b)
            if run.end == HOME:
                found.append(self._come_home(after, mine, others, (after, cells, run)))
                continue
            if others != jumped:
                jumped = others
                far, common, against, (v, w, x, y, z) = enemies[others]
                common += sum([against[each] for each in spots])
            need, total, facing, _ = alone[mine]
            total += facing[v] + facing[w] + facing[x] + facing[y] + facing[z] + leads[far - need]
            total += common - against[spot] + against[row + run.end]
            found.append((scores[total], after, (after, cells, run)))
        return found

    def _part(self, code: int) -> int:
        b, a = divmod(code >> 1, SIDE)
        return HOME_TO_WIN * self._homes[a] + self._homes[b]

    def _come_home(self, after: int, mine: int, others: int, node: Node) -> Branch[Node]:
        """Return a move that brings a piece home, which leads to another part of the game."""
        if self._homes[mine] == HOME_TO_WIN:
            return WON, after, None
        return self._scores[self._parts[self._part(after)].total(mine, others)], after, node


class Homes(dict[int, int]):
    """How many pieces of a seat are home, by their digits."""

    def __missing__(self, digits: int) -> int:
        self[digits] = found = progress_of_side(digits).count(HOME)
        return found


class Ranks(dict[int, Rank | None]):
    """The ranks of a seat's pieces by their digits, worked out when they are first asked for."""

    def __init__(self, numbering: Numbering) -> None:
        """Begin without any."""
        super().__init__()
        self._layout = numbering

    def __missing__(self, digits: int) -> Rank | None:
        self[digits] = found = self._layout.rank(progress_of_side(digits))
        return found


class Values:
    """What ``table`` knows of positions with A to move, by their codes."""

    def __init__(self, table: ValueTable) -> None:
        self._value = table.value
        self._ranks = Ranks(table.numbering)

    def value(self, code: int) -> int | None:
        """Return 1, 0 or -1 to A, None if B is to move or if the table does not tell."""
        if code & 1:
            return None
        b, a = divmod(code >> 1, SIDE)
        rank_a, rank_b = self._ranks[a], self._ranks[b]
        return None if rank_a is None or rank_b is None else self._value(rank_a, rank_b)

    def looked_up(self, branch: Branch[Node]) -> Branch[Node]:
        """Return ``branch``, with the value of the table and nothing after it if there is one."""
        _, code, node = branch
        if node is None:
            return branch
        known = self.value(node[0])
        return branch if known is None else (float(-known), code, None)


class SearchTree:
    """The positions that a search comes to, in games whose pieces move as ``runs`` tell.

    Those that ``values`` know have their value from there, and nothing comes after them.
    """

    def __init__(self, runs: Runs, values: Values | None = None) -> None:
        self._movers = Mover(0, runs), Mover(1, runs)
        self._values = values

    def branches(self, node: Node) -> list[Branch[Node]]:
        """Return what the moves of ``node`` lead to."""
        seat = node[0] & 1
        found = self._movers[seat].branches(node[0], cells_at(node))
        return [self._values.looked_up(each) for each in found] if seat and self._values else found


def cells_at(node: Node) -> list[int]:
    """Return the cells of the pieces in ``node``."""
    _, cells, run = node
    if run is None:
        return cells
    cells = cells.copy()
    for piece, change in run.changes:
        cells[piece] += change
    return cells


_value_of = itemgetter(0)


class SquadroSearch:
    """The search for the best move, in games whose pieces move as ``runs`` tell.

    ``earlier`` are the codes of the positions before; ``table`` is None if there is none, or if
    the rules are not those that it was made for.
    """

    def __init__(self, runs: Runs, earlier: Sequence[int], table: ValueTable | None) -> None:
        self._runs = runs
        self._earlier = earlier
        self._tree = SearchTree(runs)
        self._values = Values(table) if table else None

    def ranked(self, node: Node, budget: Budget, rng: random.Random) -> list[Hashable]:
        """Return the codes of the positions after every move in ``node``, the best first.

        Only moves that are best by the table are looked into; ``rng`` decides between equals.
        """
        branches = self._tree.branches(node)
        rng.shuffle(branches)
        branches.sort(key=_value_of, reverse=True)
        worths = [self._worth(branch) for branch in branches]
        classes: dict[int, list[Branch[Node]]] = {}
        for branch, worth in zip(branches, worths, strict=True):
            classes.setdefault(worth or 0, []).append(branch)
        best, *others = (classes[each] for each in sorted(classes, reverse=True))
        tree = SearchTree(self._runs, self._values if None in worths else None)
        found = AlphaBeta(tree, budget, (node[0], *self._earlier)).ranked(best)
        return [code for each in (found, *others) for _, code, _ in each]

    def values(self, node: Node, budget: Budget) -> dict[int, float]:
        """Return what every move in ``node`` is worth to who makes it, from -1 to 1, by its code.

        What the table tells is exact. All other moves are searched, each as deep as the others.
        """
        branches = self._tree.branches(node)
        worths = [self._worth(branch) for branch in branches]
        found = {
            cast("int", code): float(worth)
            for (_, code, _), worth in zip(branches, worths, strict=True)
            if worth is not None
        }
        unknown = [branch for branch in branches if branch[1] not in found]
        tree = SearchTree(self._runs, self._values)
        values = AlphaBeta(tree, budget, (node[0], *self._earlier)).valued(unknown)
        return found | {
            cast("int", code): value for (_, code, _), value in zip(unknown, values, strict=True)
        }

    def knows(self, node: Node) -> bool:
        """Return whether the table tells what every move in ``node`` is worth."""
        return all(self._worth(branch) is not None for branch in self._tree.branches(node))

    def worth(self, node: Node, after: int) -> int | None:
        """Return what the move in ``node`` that leads to the code ``after`` is worth by the table.

        That is 1, 0 or -1 for who makes it, None if the table does not tell.
        """
        branches = self._tree.branches(node)
        return next(self._worth(branch) for branch in branches if branch[1] == after)

    def _worth(self, branch: Branch[Node]) -> int | None:
        """Return 1, 0 or -1 if ``branch`` wins, draws or loses for the mover; None if unknown."""
        value, code, node = branch
        if self._earlier.count(code) == OCCURRENCES - 1:
            return 0
        if node is None:
            return round(value)
        if self._values is None:
            return None
        if not node[0] & 1:
            known = self._values.value(node[0])
            return None if known is None else -known
        replies = [self._values.looked_up(each) for each in self._tree.branches(node)]
        if any(after is not None for _, _, after in replies):
            return None
        return -round(max(value for value, _, _ in replies))
