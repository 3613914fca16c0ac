"""Find where the points of a board are among the characters of a terminal."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from games.equipment import Board, Point

NAME = re.compile(r"([a-z])(\d+)")


class Pitch(NamedTuple):
    """The size of a square, in columns and rows of characters."""

    columns: int
    rows: int


PITCHES = tuple(
    Pitch(*size) for size in ((8, 4), (7, 3), (6, 3), (5, 3), (4, 2), (4, 1), (2, 2), (2, 1))
)
"""From the largest to the smallest; a character is about twice as high as it is wide."""


class CellBox(NamedTuple):
    """A rectangle of characters, from its upper left corner."""

    column: int
    row: int
    columns: int
    rows: int

    @property
    def middle(self) -> tuple[int, int]:
        """Column and row of the centre, rounded to the left and up."""
        return self.column + (self.columns - 1) // 2, self.row + (self.rows - 1) // 2


class BoardPlan:
    """The layout of ``board`` with squares of size ``pitch``, file names below, ranks on the left.

    :attr:`columns` and :attr:`rows` are the size of all of it. Boards whose points are not named
    by file and rank have no such names at their edges.
    """

    def __init__(self, board: Board, pitch: Pitch) -> None:
        self.board, self.pitch = board, pitch
        self.files = _names(board.points, lambda point: point.x, 1)
        self.ranks = _names(board.points, lambda point: point.y, 2)
        self._margin = 1 + max(map(len, self.ranks.values())) if self.ranks else 0
        self._left = min(point.x - _reach(point) for point in board.points)
        self._top = max(point.y + _reach(point) for point in board.points)
        right = max(point.x + _reach(point) for point in board.points)
        bottom = min(point.y - _reach(point) for point in board.points)
        self.columns = self._margin + (right - self._left + 1) * pitch.columns
        self.rows = (self._top - bottom + 1) * pitch.rows + bool(self.files)

    def cell(self, point: Point) -> CellBox:
        """Return the square of ``point``."""
        return self._box(point.x - _reach(point), point.y + _reach(point), point.size)

    def point_at(self, column: int, row: int) -> str | None:
        """Return the name of the point at a character; None if there is none."""
        for point in sorted(self.board.points, key=lambda point: point.size):
            cell = self.cell(point)
            if column - cell.column in range(cell.columns) and row - cell.row in range(cell.rows):
                return point.name
        return None

    def file_place(self, x: int) -> tuple[int, int]:
        """Return where the name of the file ``x`` goes."""
        return self._box(x, self._top, 1).middle[0], self.rows - 1

    def rank_place(self, y: int) -> tuple[int, int]:
        """Return where the name of the rank ``y`` begins; all end in the same column."""
        return self._margin - 1 - len(self.ranks[y]), self._box(self._left, y, 1).middle[1]

    def _box(self, x: int, y: int, size: int) -> CellBox:
        columns, rows = self.pitch
        left = self._margin + (x - self._left) * columns
        return CellBox(left, (self._top - y) * rows, size * columns, size * rows)


def fit(board: Board, columns: int, rows: int) -> BoardPlan | None:
    """Return the plan of ``board`` with the largest squares that fit; None if none fit."""
    plans = (BoardPlan(board, pitch) for pitch in PITCHES)
    return next((plan for plan in plans if plan.columns <= columns and plan.rows <= rows), None)


def _reach(point: Point) -> int:
    return (point.size - 1) // 2


def _names(points: Iterable[Point], line: Callable[[Point], int], part: int) -> Mapping[int, str]:
    """Return what the names of the points on each line have in common in ``part``, if anything."""
    names: dict[int, str] = {}
    for point in points:
        match = NAME.fullmatch(point.name)
        if match is None or names.setdefault(line(point), match[part]) != match[part]:
            return {}
    return names
