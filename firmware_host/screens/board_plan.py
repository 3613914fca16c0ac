"""Find where the points of a board lie in its picture, and name what is highlighted on it.

A board without lines is drawn as squares that share their borders, a board with lines as crossings.

Beside the board stand the names of its files, ranks and seats, where there is room. Files are named
below the board so that people find a square, ranks on its left. Each seat has its sign.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Self

from msgspec import Struct

from firmware_host.screens.canvas import PAGE, SECONDARY, Box, Canvas, Overflow, Spot
from firmware_host.screens.cells import LABEL, can_label, label, sign
from firmware_host.screens.text_layout import height, width
from firmware_host.screens.view import Layout
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import Board, Boundary, Point

if TYPE_CHECKING:
    from PIL import Image


class Highlights(Struct, frozen=True):
    """What a board highlights, as names of points.

    ``cursor`` is the point under the cursor. ``origin``, ``path`` and ``target`` are the move that
    is shown, ``captures`` where it captures. ``movable`` are pieces that may move, ``targets``
    where a piece could go, ``prey`` those of them where it would capture, ``surplus`` where nothing
    should stand. ``region`` is a point in the part of a large board to be shown.
    """

    cursor: str | None = None
    origin: str | None = None
    target: str | None = None
    path: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    movable: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    region: str | None = None


LEAST_PITCH, LEAST_BORDERED, ROOMY = 3, 5, 9
"""Pixels of the smallest unit that is drawn, has a border, and has room for a large sign."""

NARROW = 7
STRAIT = 3
"""Pixels of a narrow column or row, in which pieces reach over its sides."""
CLEARANCE = 2
LETTERED: Spot = (8, 6)
"""Columns and rows of the smallest crossing with room for a sign and a letter side by side."""

REMEMBERED = 16
"""Enough for the boards of a class, and for a cursor that goes to and fro."""


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
        columns = right - left + 1 - len(board.narrow_columns)
        rows = upper - lower + 1 - len(board.narrow_rows)
        border = 0 if board.lines else 1
        straits = len(board.narrow_columns) * STRAIT, len(board.narrow_rows) * STRAIT
        across = (box.width - border - straits[0]) // columns
        down = (box.height - border - straits[1]) // rows
        pitch = row_pitch = min(across, down)
        if board.narrow_rows:
            row_pitch = min(down, pitch + 1)
        if board.lines and across >= LETTERED[0] and down == LETTERED[1]:
            pitch = LETTERED[0]
        if pitch < LEAST_PITCH:
            raise Overflow(
                f"a board of {columns} x {rows} needs {LEAST_PITCH} pixels a point, "
                f"not {box.width} x {box.height} in all: draw a part of it"
            )
        top = box.top + (box.height - rows * row_pitch - straits[1] - border) // 2
        if row_pitch % PAGE == 0:
            top -= top % PAGE
        corner = (box.left + (box.width - columns * pitch - straits[0] - border) // 2, top)
        return cls(board, corner, pitch, row_pitch, left, upper)

    @property
    def frame(self) -> Box:
        """The part of the picture that the board takes."""
        _, right, lower, _ = _extents(self.board)
        border = 0 if self.board.lines else 1
        width = self._column(right + 1) - self.corner[0] + border
        return Box(*self.corner, width, self._row(lower - 1) - self.corner[1] + border)

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
    def is_crowded(self) -> bool:
        """True if pieces on crossings touch, and only dark pixels keep them apart.

        Then crossings are dots, and marks leave the pieces around them whole.
        """
        return self.is_close and not self.is_tiny and not self.has_own_pages

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
        x = self._column(point.x - reach)
        if point.x in self.board.narrow_columns:
            x -= (self.pitch - STRAIT) // 2
        y = self._row(point.y + reach)
        if point.y in self.board.narrow_rows:
            y -= (self.row_pitch - STRAIT) // 2
        border = 0 if self.board.lines else 1
        width, height = point.size * self.pitch, point.size * self.row_pitch
        return Box(x, y, width + border, height + border)

    def _column(self, x: int) -> int:
        """Return the first pixel of column ``x``; those that are narrow before it take less."""
        narrow = sum(each < x for each in self.board.narrow_columns)
        return self.corner[0] + (x - self.left - narrow) * self.pitch + narrow * STRAIT

    def _row(self, y: int) -> int:
        """Return the first pixel of row ``y``; those that are narrow above it take less."""
        narrow = sum(each > y for each in self.board.narrow_rows)
        return self.corner[1] + (self.upper - y - narrow) * self.row_pitch + narrow * STRAIT

    def straits(self) -> Iterator[Box]:
        """Yield the narrow columns, each with its borders."""
        frame = self.frame
        for x in self.board.narrow_columns:
            yield Box(self._column(x), frame.top, STRAIT + 1, frame.height)

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


@lru_cache(maxsize=REMEMBERED)
def _extents(board: Board) -> tuple[int, int, int, int]:
    """Return the smallest and the greatest ``x``, then the same of ``y``."""
    across = _extent([(point.x, point.size) for point in board.points])
    return *across, *_extent([(point.y, point.size) for point in board.points])


def _extent(places: list[tuple[int, int]]) -> tuple[int, int]:
    return (
        min(place - (size - 1) // 2 for place, size in places),
        max(place + (size - 1) // 2 for place, size in places),
    )


DIGITS = "0123456789"
GAP = 1


class EdgeNames(NamedTuple):
    """What the files and ranks of a board are called, by the points that lie in them."""

    files: Mapping[str, tuple[Point, ...]]
    ranks: Mapping[str, tuple[Point, ...]]

    def margins(self, gap: int) -> tuple[int, int]:
        """Return the columns on the left and the rows below that the names take."""
        if not self.files or not self.ranks:
            return 0, 0
        longest = max(map(len, self.ranks))
        return longest * (LABEL[0] + 1) - 1 + gap, LABEL[1] + GAP


@lru_cache(maxsize=REMEMBERED)
def edge_names(board: Board) -> EdgeNames:
    """Return the names of the files and ranks of ``board``; none if its points have other names.

    >>> from games.equipment import Point
    >>> names = edge_names(Board((Point("a1", 0, 0), Point("b1", 1, 0))))
    >>> list(names.files), list(names.ranks)
    (['A', 'B'], ['1'])
    """
    files: dict[str, tuple[Point, ...]] = {}
    ranks: dict[str, tuple[Point, ...]] = {}
    for point in board.points:
        file = point.name.rstrip(DIGITS).upper()
        rank = point.name[len(file) :]
        files[file] = (*files.get(file, ()), point)
        ranks[rank] = (*ranks.get(rank, ()), point)
    are_straight = _are_straight([[point.x for point in file] for file in files.values()])
    are_level = _are_straight([[point.y for point in rank] for rank in ranks.values()])
    if are_straight and are_level and all(map(can_label, (*files, *ranks))):
        return EdgeNames(files, ranks)
    return EdgeNames({}, {})


def _are_straight(lines: Sequence[Sequence[int]]) -> bool:
    """Return whether each of ``lines`` has one place of its own."""
    places = [set(line) for line in lines]
    return all(len(each) == 1 for each in places) and len(set().union(*places)) == len(places)


class Labels(NamedTuple):
    """The names at the edges of a board: their ``picture``, its ``mask``, and a box for each.

    If they ``are_crowded``, one was left out because it would lie over another.
    """

    picture: "Image.Image"
    mask: "Image.Image"
    boxes: tuple[Box, ...]
    are_crowded: bool


def draw_edge_labels(canvas: Canvas, plan: Plan, first: Sequence[str], taken: Box | None) -> None:
    """Write the names at the edges of the board of ``plan``, nothing over what is ``taken``.

    Where there is no room for all names, those of the points in ``first`` come first.
    """
    labels = edge_labels(plan, canvas.image.size, taken)
    if labels.are_crowded:
        labels = edge_labels(plan, canvas.image.size, taken, tuple(first))
    canvas.stamp(0, 0, labels.picture, labels.mask)
    for box in labels.boxes:
        canvas.shade(box, SECONDARY)


# they stay the same from screen to screen, at most but for what comes first
@lru_cache(maxsize=REMEMBERED)
def edge_labels(
    plan: Plan, size: tuple[int, int], taken: Box | None, first: tuple[str, ...] = ()
) -> Labels:
    """Return what :func:`draw_edge_labels` writes on a canvas of ``size`` (width, height)."""
    canvas, mask = Canvas(size), Canvas(size)
    boxes: list[Box] = []
    are_crowded = False
    for name, box in _placed(plan, first, size[1]):
        if not canvas.box.contains(box) or (taken and box.grown(GAP).overlaps(taken)):
            continue
        if any(map(box.grown(GAP).overlaps, boxes)):
            are_crowded = True
            continue
        canvas.stamp(box.left, box.top, label(name))
        mask.rectangle(box, filled=True)
        boxes.append(box)
    return Labels(canvas.image, mask.image, tuple(boxes), are_crowded)


def _placed(plan: Plan, first: Iterable[str], bottom: int) -> Iterator[tuple[str, Box]]:
    """Yield the names and where they belong; those of the points in ``first`` before others.

    Names below the board leave a row for the mark of a piece there, if ``bottom`` is far enough.
    """
    names = edge_names(plan.board)
    is_marked_below = plan.board.lines and plan.frame.bottom + 2 * GAP + LABEL[1] <= bottom
    below = plan.frame.bottom + (2 * GAP if is_marked_below else GAP)
    for lines, line_up in ((names.files, _below(below)), (names.ranks, _on_the_left(plan.frame))):
        for name in sorted(lines, key=lambda each: not _is_among(lines[each], first)):
            smallest = min(lines[name], key=lambda point: point.size)
            yield name, line_up(plan.square(smallest.name), label(name).size)


def _is_among(points: Iterable[Point], names: Iterable[str]) -> bool:
    return any(point.name in names for point in points)


LineUp = Callable[[Box, tuple[int, int]], Box]
"""Returns where a name of some size stands for a square."""


def _below(top: int) -> LineUp:
    return lambda square, size: Box(square.middle[0] - (size[0] - 1) // 2, top, *size)


def _on_the_left(frame: Box) -> LineUp:
    def line_up(square: Box, size: tuple[int, int]) -> Box:
        width, height = size
        left = max(frame.left - GAP - width, 0)
        return Box(left, max(square.middle[1] - (height - 1) // 2, 0), width, height)

    return line_up


SIGN, AFTER_SIGN = 5, 3
ROW = height("body")


class SeatLegend(Struct, frozen=True):
    """The colours of the seats, each with the name of its seat, and that a machine plays there."""

    entries: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, layout: Layout, say: Language) -> Self:
        """Return the seats of ``layout``, named in the language ``say``."""
        return cls(
            tuple(
                (seat.colour, say.heading(names.occupied_seat(seat, layout.machines)))
                for seat in layout.seats
            )
        )

    def rows(self, pixels: int) -> int:
        """Return how many rows of text it takes in ``pixels`` columns; 0 if a name is too wide."""
        columns = self._columns(pixels)
        return -(-len(self.entries) // columns) if columns else 0

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw it in ``box`` from the top, if all of it has room."""
        rows = self.rows(box.width)
        if not 0 < rows * ROW <= box.height:
            return
        canvas.shade(box, SECONDARY)
        for (colour, name), (x, y) in zip(self.entries, self._places(box, rows), strict=False):
            canvas.stamp(x, y + (ROW - SIGN) // 2, sign(colour, SIGN))
            canvas.text(x + SIGN + AFTER_SIGN, y, name)

    def _places(self, box: Box, rows: int) -> Iterator[tuple[int, int]]:
        columns = self._columns(box.width)
        for number in range(rows * columns):
            row, column = divmod(number, columns)
            yield box.left + column * (box.width // columns), box.top + row * ROW

    def _columns(self, pixels: int) -> int:
        """Return how many entries stand side by side in ``pixels``: 2, 1, or none."""
        widest = (
            SIGN + AFTER_SIGN + max((width(name, "body") for _, name in self.entries), default=0)
        )
        return next((count for count in (2, 1) if widest <= pixels // count - AFTER_SIGN), 0)
