"""Squadro as a search sees it: positions as numbers instead of states.

A node is a code of :mod:`games.squadro.runs`, the cells before the last move and the run that it
was. A code falls into the digits of either seat, and what a seat still needs is looked up by its
own; so most positions that a search comes to are weighed without their cells being worked out.
"""

from games.players.alphabeta import WON, Branch
from games.squadro.runs import STAGES, Run, Runs, progress_of
from games.squadro.tracks import ALL_TURNS, TRACKS, turns_to_win

Node = tuple[int, list[int], Run | None]
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


class Ahead:
    """The positions that a search comes to, in games whose pieces move as ``runs`` tell."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._needs = Needs(0), Needs(1)

    def branches(self, node: Node) -> list[Branch[Node]]:
        """What the moves of ``node`` lead to; they are worth what a state's evaluate says."""
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
    """The cells of the pieces in ``node``."""
    _, cells, run = node
    if run is None:
        return cells
    cells = cells.copy()
    for piece, change in run.changes:
        cells[piece] += change
    return cells


def progress_at(node: Node) -> tuple[int, ...]:
    """How far every piece has come in ``node``."""
    return progress_of(cells_at(node))
