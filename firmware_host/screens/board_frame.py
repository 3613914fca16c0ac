"""Where a board and the words beside it are on a screen, and which part of the board is shown.

The size of the display decides where both go. A small display shows a part of a large board, which
has room for the sign of a seat and the letter of a kind on every point. A small map of the whole,
below it on the left, shows where the part lies.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from msgspec import Struct

from firmware_host.screens.board_plan import (
    LEAST_BORDERED,
    LETTERED,
    Highlights,
    Plan,
    edge_names,
)
from firmware_host.screens.canvas import LOWEST_BOARD, SECONDARY, Box, Canvas, Overflow, Spot
from firmware_host.screens.view import Layout
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
    too far apart, it shows the first of it: the cursor, or where the move ends. Where nothing is
    lit, the whole board is returned.

    >>> from games.equipment import Point
    >>> halves = ["low"] * 9 + ["high"] * 10
    >>> wide = Board(tuple(Point(f"p{x}", x, 0, region=half) for x, half in enumerate(halves)))
    >>> part = shown_part(wide, Box(0, 0, 70, 64), Highlights(cursor="p12"))
    >>> part.points[0].name, part.points[-1].name
    ('p9', 'p16')
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
        return shown_part(board, room, Highlights(cursor=wanted[0].name))
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
    for group in ((lit.cursor, lit.target, lit.origin), (lit.region,)):
        if found := tuple(board[name] for name in group if name is not None and name in board):
            return found
    wanted: tuple[Point, ...] = ()
    for name in lit.surplus or lit.targets or lit.movable:
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


FRAME_GAP = 1


class BoardFrame(Struct, frozen=True):
    """What is shown of a board: the board or a part of it, in a ``box``, with or without names."""

    layout: Layout
    box: Box
    has_names: bool

    @classmethod
    def of(
        cls,
        layout: Layout,
        box: Box,
        lit: Highlights,
        needs_names: bool,
    ) -> "BoardFrame":
        """Decide what of the board of ``layout`` is shown in ``box``.

        A board too large for letters is shown in part, also if it only becomes so beside the names
        of its files and ranks. Those names are shown if they are needed, or where they cost
        nothing: where the points have the same signs anyway.
        """
        whole = Plan.fit(layout.board, box)
        is_tiny = whole.is_tiny or _is_tiny_with_names(layout, box)
        if is_tiny and (part := _part(layout, box, lit, needs_names)) is not None:
            return part
        for gap in (FRAME_GAP, 0):
            left, below = edge_names(layout.board).margins(gap)
            inner = Box(box.left + left, box.top, box.width - left, box.height - below)
            try:
                named = Plan.fit(layout.board, inner)
            except Overflow:
                continue
            if left and (needs_names or named.is_roomy or named.pitch == whole.pitch):
                return cls(layout, inner, has_names=True)
        return cls(layout, box, has_names=False)


def _is_tiny_with_names(layout: Layout, box: Box) -> bool:
    """Return whether the points are too small for letters beside the names of files and ranks."""
    left, below = edge_names(layout.board).margins(0)
    named = box._replace(width=box.width - left, height=box.height - below)
    return Plan.fit(layout.board, named).is_tiny


def _part(layout: Layout, box: Box, lit: Highlights, needs_names: bool) -> BoardFrame | None:
    """Return the part of a large board, None if the whole board has to be shown."""
    left, below = edge_names(layout.board).margins(FRAME_GAP) if needs_names else (0, 0)
    below = max(below, MAP + FRAME_GAP)
    inner = Box(box.left + left, box.top, box.width - left, box.height - below)
    board = shown_part(layout.board, inner, lit)
    if board is layout.board:
        return None
    return BoardFrame(Layout(board, layout.seats, layout.pieces), inner, needs_names)


GAP = 3
"""Columns between a board and the words: less, and letters of pieces would run into them."""
LOW_WORDS = 32
"""Rows of the words on a display that is low, or full of a large board."""
LARGE_WORDS = (120, 44)
"""Columns and rows that words in large letters need beside a board."""
LEAST_WORDS = 61
"""Columns that words need beside a board: as many as on the reference display."""
LEAST_BELOW = 16
"""Rows below a board from which on they are used."""
LARGE_BOARD = 128
"""Pixels from which on a board may be wider than high."""
WIDEST = 9 / 8
"""How many times as wide as high the place of a board may be, for boards that use it."""


class Areas(NamedTuple):
    """The parts of a screen with a board; ``board`` is None where there is no room for it.

    ``below`` is what is free below the board, None if nothing is.
    """

    board: Box | None
    words: Box
    below: Box | None = None


def areas(width: int, height: int, board: Board) -> Areas:
    """Return ``board`` as a square on the left, words beside it; on a tall display below it.

    A board with too many points for letters there takes all of a tall display but four lines of
    words, if it has letters then; else a part of it is shown. Sizes are pixels.

    >>> from games.equipment import Point
    >>> areas(128, 64, Board((Point("a1", 0, 0),))).words
    Box(left=67, top=0, width=61, height=64)
    """
    if width > height:
        return _side_by_side(width, height, board)
    parts = _above(height * 5 // 8, width, height)
    if parts.board is None or not Plan.fit(board, parts.board).is_tiny:
        return parts
    side = min(width, height - LOW_WORDS)
    larger = Box((width - side) // 2, 0, side, side)
    if _pitch(board, larger) < LEAST_BORDERED:
        return parts._replace(board=parts.board._replace(left=0, width=width))
    return Areas(larger, Box(0, height - LOW_WORDS, width, LOW_WORDS))


def large_areas(width: int, height: int, needs_board: bool) -> Areas:
    """Return the areas for large letters: words alone, unless both have room or need the board.

    >>> large_areas(128, 64, needs_board=False).board is None
    True
    >>> large_areas(256, 64, needs_board=False).words
    Box(left=67, top=0, width=189, height=64)
    """
    if width > height:
        side = _side(width, height)
        parts = Areas(Box(0, 0, side, side), Box(side + GAP, 0, width - side - GAP, height))
    else:
        parts = _above(height // 2, width, height)
    has_room = parts.words.width >= LARGE_WORDS[0] and parts.words.height >= LARGE_WORDS[1]
    return parts if has_room or needs_board else Areas(None, Box(0, 0, width, height))


def has_room(board: Board, size: tuple[int, int]) -> bool:
    """Return whether a display of ``size`` has room for all of ``board``, whatever is highlighted.

    ``size`` is width and height in pixels. Too low a display shows no board anyway: the words say
    the rest, so that only a board counts that would be too large for it.
    """
    parts = areas(*size, board)
    room = parts.board
    assert room is not None, "usual letters leave room for the board"
    lit = Highlights(cursor=board.points[0].name)
    try:
        Plan.fit(board, room)
    except Overflow:
        return False
    if size[1] < LOWEST_BOARD:
        return True
    frame = BoardFrame.of(Layout(board, (), ()), room, lit, False)
    return frame.layout.board == board


def _side_by_side(width: int, height: int, board: Board) -> Areas:
    """Return ``board`` on the left, and the words beside it.

    The board is a square, or wider where it gets wider points for that. Words that need more room
    make it smaller; then something is free below it.
    """
    side = _side(width, height)
    place = Box(0, 0, side, side)
    if side == height and width >= 2 * height >= 2 * LARGE_BOARD:
        wide = place._replace(width=int(side * WIDEST))
        if _pitch(board, wide) > _pitch(board, place):
            place = wide
    words = Box(place.right + GAP, 0, width - place.right - GAP, height)
    below = Box(0, side + GAP, side, height - side - GAP)
    return Areas(place, words, below if below.height >= LEAST_BELOW else None)


def _pitch(board: Board, box: Box) -> int:
    """Return the pixels of a point of ``board`` in ``box``, where files and ranks are named."""
    left, below = edge_names(board).margins(1)
    room = box._replace(width=box.width - left, height=box.height - below)
    try:
        return Plan.fit(board, room).pitch
    except Overflow:
        return 0


def _side(width: int, height: int) -> int:
    """Return the side of a square board that leaves room for words beside it."""
    return min(height, width - GAP - LEAST_WORDS)


def _above(side: int, width: int, height: int) -> Areas:
    """Return the board as a square of ``side`` pixels in the middle, and the words below it."""
    board = Box((width - side) // 2, 0, side, side)
    return Areas(board, Box(0, side + GAP, width, height - side - GAP))
