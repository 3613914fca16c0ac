"""The moves of Squadro: what one piece does in a move, worked out once and then looked up.

Each piece has a cell, a number that says which piece it is, how far it has come, and which enemies
stand on its track. The cell alone tells where the piece goes and which pieces it jumps. The ten
progresses together are one number too, the code, to which a run always adds the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from typing import cast

from games.actions import Choice, PlainMove, Step
from games.core import Game
from games.equipment import OFF
from games.squadro.rules import (
    DOTS_BACK,
    DOTS_OUT,
    FAR_EDGE,
    HOME,
    NAMES,
    START,
    TRACKS,
    SquadroRules,
    coordinate,
    crossed,
    point,
    standing,
)
from games.squadro.tables import ValueTable, best_table, opened_table

PATTERNS = 3**TRACKS
STAGES = HOME + 1
CELLS = len(NAMES) * STAGES * PATTERNS

Shift = tuple[int, int, int]
"""A piece, the progress that it leaves and the one that it comes to."""


def cells_of(progress: Sequence[int]) -> list[int]:
    """Return the cells of the pieces at ``progress``, A1 to B5."""
    cells = [(piece * STAGES + p) * PATTERNS for piece, p in enumerate(progress)]
    for piece, p in enumerate(progress):
        for enemy, weight in _shadow(piece, p).items():
            cells[enemy] += weight
    return cells


def progress_of(cells: Sequence[int]) -> tuple[int, ...]:
    """Read what :func:`cells_of` was given.

    >>> progress_of(cells_of(range(10)))
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    """
    return tuple(cell // PATTERNS % STAGES for cell in cells)


def code_of(progress: Sequence[int], seat: int) -> int:
    """Return twice the progresses as digits of base 13, plus the ``seat`` that moves next."""
    digits: Iterable[int] = (p * STAGES**piece for piece, p in enumerate(progress))
    return 2 * sum(digits) + seat


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrackRun(PlainMove):
    """A move, also as numbers: equal moves of two positions may send pieces back to other edges.

    It ends at progress ``end``; ``changes`` tells which cells change by how much, ``gain`` by how
    much the code does. A run that ``reaches_edge`` can never be undone.
    """

    end: int
    reaches_edge: bool
    changes: tuple[tuple[int, int], ...]
    gain: int


class _NotWorkedOut:
    """Stands for a run that nobody has asked for yet; it is neither true nor false."""

    def __bool__(self) -> bool:
        raise LookupError("this run is not worked out yet")


class Runs(dict[int, TrackRun | None]):
    """The run of every cell, None at home, worked out when it is first asked for.

    ``listed`` has the same runs by their cells; five of them are read from a list faster.
    """

    def __init__(self) -> None:
        """Begin without any run."""
        super().__init__()
        self.listed: list[TrackRun | None] = [cast("TrackRun", _NotWorkedOut())] * CELLS
        self._alike: dict[tuple[Shift, ...], TrackRun] = {}

    def __missing__(self, cell: int) -> TrackRun | None:
        self[cell] = self.listed[cell] = run = self._work_out(cell)
        return run

    def of(self, cells: Sequence[int], seat: int) -> tuple[TrackRun, ...]:
        """Return the runs of the pieces of ``seat`` in ``cells`` that are not home."""
        a, b, c, d, e, v, w, x, y, z = cells
        if seat == 0:
            v, w, x, y, z = a, b, c, d, e
        listed = self.listed
        p, q, r, s, t = listed[v], listed[w], listed[x], listed[y], listed[z]
        try:
            if p and q and r and s and t:  # nobody is home, which is so for most of a game
                return p, q, r, s, t
            return tuple(filter(None, (p, q, r, s, t)))
        except LookupError:
            return tuple(filter(None, [self[cell] for cell in (v, w, x, y, z)]))

    def _work_out(self, cell: int) -> TrackRun | None:
        piece, progress = divmod(cell // PATTERNS, STAGES)
        if progress == HOME:
            return None
        moved = shifts(piece, progress, cell % PATTERNS)
        if moved not in self._alike:
            self._alike[moved] = _run(moved)
        return self._alike[moved]


@cache
def runs() -> Runs:
    """Return the runs, which are the same under all options: every game adds to them."""
    return Runs()


class SquadroGame(Game):
    """The game as its positions see it: the rules under the chosen options, and the runs."""

    rules: SquadroRules
    runs: Runs

    @cached_property
    def table(self) -> ValueTable | None:
        """The table of values, None if there is none or it was not made for these rules."""
        return None if self.rules.bans else best_table()

    @property
    def opened_table(self) -> ValueTable | None:
        """The same if it is open already, for whoever must not wait for a file."""
        return None if self.rules.bans else opened_table()


def _shadow(piece: int, progress: int) -> dict[int, int]:
    """Return what ``piece`` at ``progress`` adds to the cell of the enemy on whose track it stands.

    A cell holds one base 3 digit an enemy: 1 on the way out, 2 on the way home, 0 elsewhere.
    """
    if progress % FAR_EDGE == 0:
        return {}
    direction = 1 if progress < FAR_EDGE else 2
    return {crossed(piece, progress): direction * 3 ** (piece % TRACKS)}


def _enemies(piece: int, pattern: int) -> tuple[int, ...]:
    """Return the progress of the enemy on each point of the track of ``piece``, 0 for none."""
    track = piece % TRACKS + 1
    directions = (pattern // 3**other % 3 for other in range(TRACKS))
    return (0, *((0, track, HOME - track)[direction] for direction in directions), 0)


def shifts(piece: int, progress: int, pattern: int) -> tuple[Shift, ...]:
    """Return where ``piece`` goes from ``progress``, then where each jumped enemy goes, in order.

    ``pattern`` are the digits of its cell that tell the enemies on its track.
    """
    enemies = _enemies(piece, pattern)
    edge, dots = (FAR_EDGE, DOTS_OUT) if progress < FAR_EDGE else (HOME, DOTS_BACK)
    end = progress
    while end < min(progress + dots[piece], edge) and not enemies[coordinate(end)]:
        end += 1
    jumped = tuple(takewhile(lambda each: enemies[coordinate(each)], range(end, edge)))
    return (
        (piece, progress, end + len(jumped)),
        *((crossed(piece, each), *_sent_back(enemies[coordinate(each)])) for each in jumped),
    )


def _sent_back(progress: int) -> tuple[int, int]:
    return progress, START if progress < FAR_EDGE else FAR_EDGE


def _run(shifts: tuple[Shift, ...]) -> TrackRun:
    """Return the run in which pieces shift as ``shifts`` say, the mover first."""
    changes: Counter[int] = Counter()
    for piece, before, after in shifts:
        changes[piece] += (after - before) * PATTERNS
        changes.subtract(_shadow(piece, before))
        changes.update(_shadow(piece, after))
    mover, _, end = shifts[0]
    gain = 2 * sum((after - before) * STAGES**piece for piece, before, after in shifts)
    next_seat = 1 if mover < TRACKS else -1
    move = _move(shifts)
    return TrackRun(
        move.text,
        move.choices,
        move.path,
        move.captures,
        move.steps,
        end=end,
        reaches_edge=end % FAR_EDGE == 0,
        changes=tuple(changes.items()),
        gain=gain + next_seat,
    )


def _move(shifts: tuple[Shift, ...]) -> PlainMove:
    (piece, origin, end), *jumped = shifts
    start, last = point(piece, origin), point(piece, end)
    marks = "".join(NAMES[enemy] for enemy, _, _ in jumped)
    return PlainMove(
        text=f"{NAMES[piece]}:{origin}-{end}{'x' if marks else ''}{marks}",
        choices=(
            Choice("piece", start, (start,)),
            Choice("target", OFF if end == HOME else last, (last,)),
        ),
        path=tuple(point(piece, each) for each in range(origin + 1, end + 1)),
        captures=tuple(standing(enemy, at) for enemy, at, _ in jumped),
        steps=tuple(step for shift in (*jumped, shifts[0]) for step in _steps(*shift)),
    )


def _steps(piece: int, before: int, after: int) -> Iterator[Step]:
    """Yield the acts that bring ``piece`` from progress ``before`` to ``after``."""
    moved, origin, target = standing(piece, before), point(piece, before), point(piece, after)
    if after == HOME:
        yield Step("take_off", moved, origin, OFF)
        return
    move = Step("move", moved, origin, target)
    yield move
    if before < FAR_EDGE == after:
        yield Step("turn", move.result, target, target, standing(piece, after))
