"""Map the points of a game's board to the fields of a sensing board under it, and back.

The lower left point of the game's board lies on the lower left field. Places beside the board have
no field.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from games.equipment import Board, Point
from hardware.link.hello import Field, Size

CACHED_BOARDS: Final = 8
"""The tables of a class play on few different boards."""


class Fields:
    """The fields under ``board`` on a sensing board that is large enough.

    >>> from games.equipment import Point
    >>> fields = Fields(Board((Point("a1", 1, 1), Point("b2", 2, 2))))
    >>> fields.size, fields.point((1, 1)), fields.point((0, 1)), fields.middle("a1")
    ((2, 2), 'b2', None, (0, 0))
    >>> sorted(fields.occupied({(0, 0), (0, 1)}))
    ['a1']
    """

    def __init__(self, board: Board) -> None:
        self._left = min(point.x for point in board.points)
        self._bottom = min(point.y for point in board.points)
        self._middles = {point.name: self._middle(point) for point in board.points}
        large_first = sorted(board.points, key=lambda point: -point.size)
        self._points = {field: point.name for point in large_first for field in self._under(point)}

    @property
    def size(self) -> Size:
        """How many columns and rows of fields the game needs."""
        columns, rows = zip(*self._middles.values(), strict=True)
        return max(columns) + 1, max(rows) + 1

    @property
    def points(self) -> frozenset[str]:
        """All points of the board."""
        return frozenset(self._middles)

    def point(self, field: Field) -> str | None:
        """Return the point above ``field``; None if there is none."""
        return self._points.get(field)

    def middle(self, point: str) -> Field:
        """Return the field under the middle of ``point``."""
        return self._middles[point]

    def occupied(self, fields: Collection[Field]) -> frozenset[str]:
        """Return the points that have a piece on them if ``fields`` are occupied."""
        return frozenset(self._points[field] for field in fields if field in self._points)

    def are_neighbours(self, one: str, other: str) -> bool:
        """Return whether a piece between ``one`` and ``other`` could occupy the fields of both."""
        (column, row), (its_column, its_row) = self._middles[one], self._middles[other]
        return max(abs(column - its_column), abs(row - its_row)) == 1

    def _middle(self, point: Point) -> Field:
        return point.x - self._left, point.y - self._bottom

    def _under(self, point: Point) -> Iterator[Field]:
        """Return the fields under ``point``: one, or for a large point all under its square."""
        column, row = self._middle(point)
        reach = range(-((point.size - 1) // 2), (point.size - 1) // 2 + 1)
        return ((column + right, row + up) for right in reach for up in reach)


@lru_cache(CACHED_BOARDS)
def fields_under(board: Board) -> Fields:
    """Return the fields under ``board``, which everybody who asks for them shares."""
    return Fields(board)


def fields_within(board: Board, size: Size) -> Fields | None:
    """Return the fields under ``board``; None if a sensing board of ``size`` is too small."""
    fields = fields_under(board)
    fits = all(has >= needs for has, needs in zip(size, fields.size, strict=True))
    return fields if fits else None
