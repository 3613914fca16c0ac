"""Choose the part of a large board that a small display shows, and draw where it lies.

A part has room for the sign of a seat and the letter of a kind on every point.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from firmware_host.screens.board_plan import LEAST_BORDERED, LETTERED, Highlights
from firmware_host.screens.canvas import SECONDARY, Box, Canvas, Spot
from games.equipment import Board, Point

MAP = 8
"""Pixels of the edge of the small map."""

REMEMBERED = 16
"""Boards and parts of them whose points are not looked at again for every picture."""


class Extent(NamedTuple):
    """Where something begins and ends along one axis of a board, both included."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """How many units long it is."""
        return self.last - self.first + 1

    @classmethod
    def of(cls, places: list[int]) -> Self:
        """Return the extent of all ``places``."""
        return cls(min(places), max(places))

    def stretched(self, size: int, whole: "Extent") -> "Extent":
        """Return the extent made up to ``size`` long, towards the middle of ``whole``.

        >>> Extent(0, 4).stretched(9, Extent(0, 18))
        Extent(first=0, last=8)
        """
        first, last = self
        while last - first + 1 < min(size, whole.size):
            is_low = first + last <= whole.first + whole.last
            if first == whole.first or (is_low and last < whole.last):
                last += 1
            else:
                first -= 1
        return Extent(first, last)

    def shortened(self, size: int, wanted: "Extent") -> "Extent":
        """Return the beginning or the end of the extent, ``size`` long, whichever has ``wanted``.

        An extent that is not longer is returned unchanged.

        >>> Extent(5, 13).shortened(8, Extent(13, 13))
        Extent(first=6, last=13)
        """
        if self.size <= size:
            return self
        beginning = Extent(self.first, self.first + size - 1)
        return (
            beginning if wanted.last <= beginning.last else Extent(self.last - size + 1, self.last)
        )


class BoardSection(NamedTuple):
    """A rectangular part of a board."""

    across: Extent
    down: Extent

    @classmethod
    def of(cls, points: tuple[Point, ...]) -> Self:
        """Return the smallest section with the middles of ``points``."""
        return cls(
            Extent.of([point.x for point in points]), Extent.of([point.y for point in points])
        )

    def shows(self, point: Point) -> bool:
        """Return whether the middle of ``point`` is in the section."""
        (left, right), (lower, upper) = self
        return left <= point.x <= right and lower <= point.y <= upper

    def stretched(self, columns: int, rows: int, whole: "BoardSection") -> "BoardSection":
        """Return the section made up to so many columns and rows, within ``whole``."""
        across = self.across.stretched(columns, whole.across)
        return BoardSection(across, self.down.stretched(rows, whole.down))

    def shortened(self, columns: int, rows: int, wanted: "BoardSection") -> "BoardSection":
        """Return the section cut to at most so many columns and rows, where ``wanted`` may be."""
        across = self.across.shortened(columns, wanted.across)
        return BoardSection(across, self.down.shortened(rows, wanted.down))


def shown_part(board: Board, room: Box, lit: Highlights) -> Board:
    """Return the part of ``board`` that is ``lit``, as large as ``room`` shows it with letters.

    The part shows the cursor, the origin and the target of a move; without them the point that is
    asked for, else as many as possible of the points that should be empty, else of the targets. It
    is the part around one of the regions if possible, so that it changes rarely. Where all that is
    too far apart, and where nothing is lit, the whole board is returned.

    >>> from games.equipment import Point
    >>> halves = ["low"] * 9 + ["high"] * 10
    >>> wide = Board(tuple(Point(f"p{x}", x, 0, region=half) for x, half in enumerate(halves)))
    >>> part = shown_part(wide, Box(0, 0, 70, 64), Highlights(cursor="p12"))
    >>> part.points[0].name, part.points[-1].name
    ('p9', 'p18')
    >>> shown_part(wide, Box(0, 0, 70, 64), Highlights()) == wide
    True
    """
    columns, rows = room.width // LETTERED[0], room.height // LETTERED[1]
    whole, wanted = _whole(board), _wanted(board, lit, columns, rows)
    if not wanted:
        return board
    tight = BoardSection.of(wanted)
    for region in dict.fromkeys(point.region for point in (*wanted, *board.points)):
        around = _region(board, region).shortened(columns, rows, tight)
        section = around.stretched(columns, rows, whole)
        if all(map(section.shows, wanted)):
            return _cut(board, section)
    if tight.across.size <= columns and tight.down.size <= rows:
        return _cut(board, tight.stretched(columns, rows, whole))
    size = max(tight.across.size, tight.down.size)
    if min(room.width, room.height) // size < LEAST_BORDERED:
        return board
    return _cut(board, tight.stretched(size, size, whole))


def draw_map(canvas: Canvas, corner: Spot, board: Board, part: Board) -> None:
    """Draw a small map of ``board`` at ``corner``: ``part`` is lit, the rest is dotted."""
    canvas.shade(Box(*corner, MAP, MAP), SECONDARY)
    canvas.points([(corner[0] + x, corner[1] + y) for x, y in _dots(board, part)])


@lru_cache(maxsize=REMEMBERED)
def _dots(board: Board, part: Board) -> Sequence[Spot]:
    """Return what is lit on the map of ``board``."""
    whole = _whole(board)
    size = max(whole.across.size, whole.down.size)
    spots: dict[Spot, bool] = {}
    for point in board.points:
        x = (point.x - whole.across.first) * MAP // size
        y = (whole.down.last - point.y) * MAP // size
        spots[x, y] = spots.get((x, y), False) or point.name in part
    return [(x, y) for (x, y), is_shown in spots.items() if is_shown or (x + y) % 2 == 0]


def _wanted(board: Board, lit: Highlights, columns: int, rows: int) -> tuple[Point, ...]:
    """Return the points that the part must show."""
    for names in ((lit.cursor, lit.target, lit.origin), (lit.region,)):
        if found := tuple(board[name] for name in names if name is not None and name in board):
            return found
    wanted: tuple[Point, ...] = ()
    for name in lit.surplus or lit.targets:
        if name in board:
            more = (*wanted, board[name])
            section = BoardSection.of(more)
            if section.across.size <= columns and section.down.size <= rows:
                wanted = more
    return wanted


@lru_cache(maxsize=REMEMBERED)
def _whole(board: Board) -> BoardSection:
    return BoardSection.of(board.points)


@lru_cache(maxsize=REMEMBERED)
def _region(board: Board, region: str) -> BoardSection:
    return BoardSection.of(tuple(point for point in board.points if point.region == region))


@lru_cache(maxsize=REMEMBERED)
def _cut(board: Board, section: BoardSection) -> Board:
    names = {point.name for point in board.points if section.shows(point)}
    return Board(
        tuple(point for point in board.points if point.name in names),
        tuple(line for line in board.lines if names.issuperset(line)),
        board.boundaries,
    )
