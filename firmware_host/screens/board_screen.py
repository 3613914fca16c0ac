"""The screens that show a board: the board on one side, words on the other.

The size of the display decides where both go. :class:`BoardView` is the base class of the views.
"""

from abc import abstractmethod
from typing import NamedTuple

from firmware_host.screens.board_frame import BoardFrame, draw_framed_board
from firmware_host.screens.board_plan import Highlights, Plan
from firmware_host.screens.canvas import LOWEST_BOARD, Box, Canvas, Overflow
from firmware_host.screens.edge_labels import edge_names
from firmware_host.screens.seat_legend import SeatLegend
from firmware_host.screens.sheet import Sheet
from firmware_host.screens.sheet_layouts import TALL, draw_large_words, draw_low_words, draw_words
from firmware_host.screens.view import Awaited, Layout, View
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import Board, Seat, has_kinds
from games.message import Message, msg

GAP = 2
LOW_WORDS = 32
"""Rows of the words on a display that is low, or full of a large board."""
LARGE_WORDS = (120, 44)
"""Columns and rows that words in large letters need beside a board."""
LEAST_WORDS = 62
"""Columns that words need beside a board: as many as on the reference display."""
LEAST_BELOW = 16
"""Rows below a board from which on they are used."""
LARGE_BOARD = 128
"""Pixels from which on a board may be wider than high."""
WIDEST = 9 / 8
"""How many times as wide as high the place of a board may be, for boards that use it."""


class BoardView(View, frozen=True):
    """A view with the board of ``layout``.

    The board stays in its place from screen to screen, and except in large letters it always has
    the names of its files and ranks.
    """

    layout: Layout

    @property
    def is_on_table(self) -> bool:
        """Whether the real board should look like ``layout``."""
        return True

    @abstractmethod
    def sheet(self, say: Language) -> Sheet:
        """Return what the screen says in the language ``say``, and what the board highlights."""

    def draw(self, canvas: Canvas, say: Language, is_big: bool = False) -> None:
        """Draw board and words; large words alone, unless both have room or need the board."""
        sheet, (width, height) = self.sheet(say), canvas.image.size
        if canvas.is_low:
            draw_low_words(canvas, canvas.box, sheet, is_big)
            return
        if is_big:
            parts = large_areas(width, height, sheet.needs_board)
        else:
            parts = areas(width, height, self.layout.board)
        if parts.board is not None:
            self._draw_board(canvas, parts, sheet, not is_big)
        if is_big:
            draw_large_words(canvas, parts.words, sheet, parts.board is not None)
        elif parts.words.height <= LOW_WORDS:
            draw_low_words(canvas, parts.words, sheet)
        else:
            legend = SeatLegend.of(self.layout, say) if parts.words.height >= TALL else None
            if parts.below is not None and legend is not None:
                legend.draw(canvas, parts.below)
                legend = None
            draw_words(canvas, parts.words, sheet, self.layout, legend)

    def _draw_board(self, canvas: Canvas, parts: "Areas", sheet: Sheet, has_names: bool) -> None:
        assert parts.board is not None, "there is room for a board"
        pieces = self.layout.pieces if sheet.pieces is None else sheet.pieces
        canvas.boards.append(parts.board)
        shown = Layout(self.layout.board, self.layout.seats, pieces)
        needs_names = has_names or sheet.names_squares
        draw_framed_board(canvas, parts.board, shown, sheet.lit, needs_names, parts.is_wide)


class PastBoardView(BoardView, frozen=True):
    """A view of a board that is only looked at, and does not lie on the table: a key goes on."""

    @property
    def is_on_table(self) -> bool:
        return False

    @property
    def awaited(self) -> Awaited:
        return "key"


class TurnView(BoardView, frozen=True):
    """A view of the turn of ``seat``."""

    seat: Seat

    @property
    def actor(self) -> Seat:
        return self.seat

    @property
    def player(self) -> Message:
        """The name of the seat, and that a machine plays there if it does."""
        return names.occupied_seat(self.seat, self.layout.machines)

    def whose(self, say: Language) -> str:
        """Return the head: the name of the seat, and that a machine plays there if it does."""
        return say.heading(self.player)


def spoken_place(place: str, layout: Layout) -> Message:
    """Return for the ear what stands at ``place``, on the board of ``layout`` or beside it."""
    is_named = has_kinds(layout.pieces)
    here = [
        names.counted(names.piece(piece, layout.seats, is_named), piece.count)
        for piece in layout.pieces
        if piece.place == place
    ]
    what = names.join(list(dict.fromkeys(here))) if here else Message.of(msg("empty"))
    return Message.of(names.AT, place=names.place(place), what=what)


class Areas(NamedTuple):
    """The parts of a screen with a board; ``board`` is None where there is no room for it.

    ``below`` is what is free below the board, None if nothing is.
    """

    board: Box | None
    words: Box
    below: Box | None = None

    @property
    def is_wide(self) -> bool:
        """Whether the words stand beside the board."""
        return self.words.left > 0


def areas(width: int, height: int, board: Board) -> Areas:
    """Return ``board`` as a square on the left, words beside it; on a tall display below it.

    A board with too many points for that takes all of a tall display but four lines of words. Sizes
    are pixels.

    >>> from games.equipment import Point
    >>> areas(128, 64, Board((Point("a1", 0, 0),))).words
    Box(left=66, top=0, width=62, height=64)
    """
    if width > height:
        return _side_by_side(width, height, board)
    parts = _above(height * 5 // 8, width, height)
    if parts.board is None or not Plan.fit(board, parts.board).is_tiny:
        return parts
    side = min(width, height - LOW_WORDS)
    words = Box(0, height - LOW_WORDS, width, LOW_WORDS)
    return Areas(Box((width - side) // 2, 0, side, side), words)


def large_areas(width: int, height: int, needs_board: bool) -> Areas:
    """Return the areas for large letters: words alone, unless both have room or need the board.

    >>> large_areas(128, 64, needs_board=False).board is None
    True
    >>> large_areas(256, 64, needs_board=False).words
    Box(left=66, top=0, width=190, height=64)
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
    frame = BoardFrame.of(Layout(board, (), ()), room, lit, False, wants_letters=parts.is_wide)
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
