"""Find where the points of a board lie in its picture, and name what is highlighted on it.

A board without lines is drawn as squares that share their borders, a board with lines as crossings.
"""

from functools import lru_cache
from typing import Self

from msgspec import Struct

from firmware_host.screens.canvas import PAGE, Box, Overflow, Spot
from games.equipment import Board, Boundary


class Highlights(Struct, frozen=True):
    """What a board highlights, as names of points.

    ``cursor`` is the point under the cursor. ``origin``, ``path`` and ``target`` are the move that
    is shown, ``captures`` where it captures. ``targets`` are where the piece could go, ``surplus``
    where nothing should stand. ``region`` is a point in the part of a large board to be shown.
    """

    cursor: str | None = None
    origin: str | None = None
    target: str | None = None
    path: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    region: str | None = None


LEAST_PITCH, LEAST_BORDERED, ROOMY = 3, 5, 9
"""Pixels of the smallest unit that is drawn, has a border, and has room for a large sign."""

NARROW = 7
CLEARANCE = 2
LETTERED: Spot = (7, 6)
"""Columns and rows of the smallest crossing with room for a sign and a letter side by side."""


class Plan(Struct, frozen=True):
    """A board in a picture: ``corner`` is its top left pixel.

    A unit is ``pitch`` pixels wide and ``row_pitch`` high. ``left`` is the smallest ``x`` of the
    squares, ``upper`` the greatest ``y``.
    """

    board: Board
    corner: Spot
    pitch: int
    row_pitch: int
    left: int
    upper: int

    @classmethod
    def fit(cls, board: Board, box: Box) -> Self:
        """Lay out ``board`` as large as ``box`` allows, in its middle.

        Overflow if a unit would be smaller than 3 pixels.
        """
        left, right, lower, upper = _extents(board)
        columns, rows = right - left + 1, upper - lower + 1
        border = 0 if board.lines else 1
        across, down = (box.width - border) // columns, (box.height - border) // rows
        pitch = row_pitch = min(across, down)
        if board.lines and across >= LETTERED[0] and down == LETTERED[1]:
            pitch = LETTERED[0]
        if pitch < LEAST_PITCH:
            raise Overflow(
                f"a board of {columns} x {rows} needs {LEAST_PITCH} pixels a point, "
                f"not {box.width} x {box.height} in all: draw a part of it"
            )
        top = box.top + (box.height - rows * row_pitch - border) // 2
        if row_pitch % PAGE == 0:
            top -= top % PAGE
        corner = (box.left + (box.width - columns * pitch - border) // 2, top)
        return cls(board, corner, pitch, row_pitch, left, upper)

    @property
    def frame(self) -> Box:
        """The part of the picture that the board takes."""
        _, right, lower, _ = _extents(self.board)
        border = 0 if self.board.lines else 1
        width = (right - self.left + 1) * self.pitch + border
        return Box(*self.corner, width, (self.upper - lower + 1) * self.row_pitch + border)

    @property
    def is_tiny(self) -> bool:
        """True if a unit is too small for a border around it."""
        return self.pitch < LEAST_BORDERED

    @property
    def is_roomy(self) -> bool:
        """True if a point has room for a large sign and for what surrounds it."""
        return self.pitch >= ROOMY

    @property
    def is_close(self) -> bool:
        """True if pieces on neighbouring points touch, so that there is no room for walls."""
        return self.is_tiny or (bool(self.board.lines) and not self.is_roomy)

    @property
    def has_own_pages(self) -> bool:
        """True if no page of the panel has pixels of two rows of points."""
        return self.row_pitch % PAGE == 0

    @property
    def walls_behind(self) -> bool:
        """True if the walls of the cursor reach above and below a piece, and so may lie behind it.

        Around squares they lie on the borders, where no piece is; narrow crossings have no room.
        """
        return bool(self.board.lines) and self.is_roomy

    def square(self, name: str) -> Box:
        """Return the square of the point ``name``, with its border on a board of squares."""
        point = self.board[name]
        reach = (point.size - 1) // 2
        x = self.corner[0] + (point.x - reach - self.left) * self.pitch
        y = self.corner[1] + (self.upper - point.y - reach) * self.row_pitch
        border = 0 if self.board.lines else 1
        width, height = point.size * self.pitch, point.size * self.row_pitch
        return Box(x, y, width + border, height + border)

    def border(self, name: str) -> Box:
        """Return the frame that highlights the point ``name`` without touching its pieces."""
        square = self.square(name)
        return square.grown(CLEARANCE) if self.board.lines else square

    def inside(self, name: str) -> Box:
        """Return where the pieces on point ``name`` are drawn: inside its border if possible."""
        square = self.square(name)
        if self.board.lines:
            return square
        if square.width - 2 < NARROW:
            return square._replace(width=square.width - 1, height=square.height - 1)
        return square.grown(-1)

    def centre(self, name: str) -> Spot:
        """Return the pixel in the middle of the point ``name``."""
        return self.square(name).middle

    def edge(self, boundary: Boundary) -> tuple[Spot, Spot] | None:
        """Return the ends of the part of ``boundary`` that lies on this board, None if none does.

        They are from left to right, or from top to bottom.
        """
        left, right, lower, upper = _extents(self.board)
        (x, y), (end_x, end_y) = sorted((boundary.start, boundary.end))
        x, end_x = max(x, left - 0.5), min(end_x, right + 0.5)
        y, end_y = max(y, lower - 0.5), min(end_y, upper + 0.5)
        is_there = x <= end_x and y <= end_y and (x, y) != (end_x, end_y)
        return (self._spot(x, end_y), self._spot(end_x, y)) if is_there else None

    def _spot(self, x: float, y: float) -> Spot:
        """Return the pixel at a place that may lie between points."""
        across = (x - self.left + 0.5) * self.pitch
        down = (self.upper - y + 0.5) * self.row_pitch
        return self.corner[0] + int(across), self.corner[1] + int(down)


@lru_cache(maxsize=16)
def _extents(board: Board) -> tuple[int, int, int, int]:
    """Return the smallest and the greatest ``x``, then the same of ``y``."""
    across = _extent([(point.x, point.size) for point in board.points])
    return *across, *_extent([(point.y, point.size) for point in board.points])


def _extent(places: list[tuple[int, int]]) -> tuple[int, int]:
    return (
        min(place - (size - 1) // 2 for place, size in places),
        max(place + (size - 1) // 2 for place, size in places),
    )
