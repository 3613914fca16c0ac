"""Which move is best: what the table of endgames knows, and beyond it what a search finds.

The search looks endgames up wherever it comes to one. The table knows nothing of what was played
before, so moves that it calls won may lead round in a circle. That is why the search without the
table says which of them comes first, and counts every earlier position as a draw: whoever is
winning does not come back to one.

The search sees positions as numbers instead of states. A node is a code of
:mod:`games.squadro.moves`, the cells before the last move, and the run that this move was. A code
consists of the digits of either seat, and what a seat is worth is looked up by its own digits; so
most positions are valued without working out their cells.
"""

import random
from collections.abc import Hashable, Sequence
from operator import itemgetter

from games.budget import Budget
from games.players.alphabeta import WON, AlphaBeta, Branch
from games.squadro.evaluate import Against, Alone, leads, progress_of_side, scores
from games.squadro.moves import PATTERNS, STAGES, Runs, TrackRun
from games.squadro.rules import OCCURRENCES, TRACKS
from games.squadro.tables import Endgame, Rank, rank

Node = tuple[int, list[int], TrackRun | None]
"""A code, and the cells that it tells after the run was played, if there is one."""

SIDE = STAGES**TRACKS
"""In how many ways a seat's pieces can have progressed."""
ROWS = range(0, TRACKS * STAGES, STAGES)
"""Where the values of each track begin in a list of :class:`Against`."""


class Mover:
    """What the moves of ``seat`` lead to, with the values of State.evaluate.

    Values are sums of what was worked out before: of the seat and of the enemies by themselves, and
    of the enemies against the seat, which is the same for all moves that jump over nobody.
    """

    def __init__(self, seat: int, runs: Runs) -> None:
        self._seat = seat
        self._runs = runs
        self._own, self._enemies = Alone(seat, seat), Alone(1 - seat, seat)
        self._against = Against(1 - seat, seat)
        self._leads, self._scores = leads(seat), scores()

    def branches(self, code: int, cells: list[int]) -> list[Branch[Node]]:
        """Return what the moves in the position of ``code`` and ``cells`` lead to."""
        seat, runs, leads, scores = self._seat, self._runs, self._leads, self._scores
        first, jumped = seat * TRACKS, -1
        own = cells[first : first + TRACKS]
        spots = [cell // PATTERNS - first * STAGES for cell in own]
        found: list[Branch[Node]] = []
        for cell, spot, row in zip(own, spots, ROWS, strict=True):
            run = runs[cell]
            if run is None:
                continue
            after = code + run.gain
            b, a = divmod(after >> 1, SIDE)
            mine, others = (b, a) if seat else (a, b)
            need, total = self._own[mine]
            if not need:
                found.append((WON, after, None))
                continue
            if others != jumped:
                jumped, against = others, self._against[others]
                far, common = self._enemies[others]
                common += sum([against[each] for each in spots])
            total += common - against[spot] + against[row + run.end] + leads[far - need]
            found.append((scores[total], after, (after, cells, run)))
        return found


class Ranks(dict[int, Rank | None]):
    """The ranks of a seat's pieces by their digits, worked out when they are first asked for."""

    def __missing__(self, digits: int) -> Rank | None:
        self[digits] = found = rank(progress_of_side(digits))
        return found


class Endgames:
    """The endgames that ``table`` knows, by their codes."""

    def __init__(self, table: Endgame) -> None:
        self._value = table.value
        self._ranks = Ranks()

    def value(self, code: int) -> int | None:
        """Return 1, 0 or -1 to the seat to move, None if the table does not tell."""
        b, a = divmod(code >> 1, SIDE)
        rank_a, rank_b = self._ranks[a], self._ranks[b]
        return None if rank_a is None or rank_b is None else self._value(code & 1, rank_a, rank_b)

    def looked_up(self, branch: Branch[Node]) -> Branch[Node]:
        """Return ``branch``, with the value of the table and nothing after it if there is one."""
        _, code, node = branch
        if node is None:
            return branch
        known = self.value(node[0])
        return branch if known is None else (float(-known), code, None)


class SearchTree:
    """The positions that a search comes to, in games whose pieces move as ``runs`` tell.

    Those in ``endgames`` have their value from there, and nothing comes after them.
    """

    def __init__(self, runs: Runs, endgames: Endgames | None = None) -> None:
        self._movers = Mover(0, runs), Mover(1, runs)
        self._endgames = endgames

    def branches(self, node: Node) -> list[Branch[Node]]:
        """Return what the moves of ``node`` lead to."""
        found = self._movers[node[0] & 1].branches(node[0], cells_at(node))
        return [self._endgames.looked_up(each) for each in found] if self._endgames else found


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

    def __init__(self, runs: Runs, earlier: Sequence[int], table: Endgame | None) -> None:
        self._runs = runs
        self._earlier = earlier
        self._endgames = Endgames(table) if table else None

    def ranked(self, node: Node, budget: Budget, rng: random.Random) -> list[Hashable]:
        """Return the codes of the positions after every move in ``node``, the best first.

        Only moves that are best by the table are looked into; ``rng`` decides between equals.
        """
        branches = SearchTree(self._runs).branches(node)
        rng.shuffle(branches)
        classes: dict[int, list[Branch[Node]]] = {}
        for branch in sorted(branches, key=_value_of, reverse=True):
            classes.setdefault(self._verdict(branch), []).append(branch)
        best, *others = (classes[each] for each in sorted(classes, reverse=True))
        tree = SearchTree(self._runs, self._endgames_beyond(node[0]))
        found = AlphaBeta(tree, budget, (node[0], *self._earlier)).ranked(best)
        return [code for each in (found, *others) for _, code, _ in each]

    def _endgames_beyond(self, code: int) -> Endgames | None:
        """Return what the search may look up: nothing if the game is in the table already."""
        known = self._endgames is None or self._endgames.value(code) is not None
        return None if known else self._endgames

    def _verdict(self, branch: Branch[Node]) -> int:
        """Return 1, 0 or -1 if ``branch`` wins, draws or loses for the mover; 0 if unknown."""
        value, code, node = branch
        if self._earlier.count(code) == OCCURRENCES - 1:
            return 0
        if node is None:
            return round(value)
        return -(self._endgames.value(node[0]) or 0) if self._endgames else 0
