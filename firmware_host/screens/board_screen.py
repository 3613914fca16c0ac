"""The screens that show a board: the board on one side, words on the other.

The size of the display decides where both go. :class:`BoardView` is the base class of the views.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

from firmware_host.screens.board_frame import BoardFrame, draw_framed_board
from firmware_host.screens.board_plan import Plan
from firmware_host.screens.canvas import LOWEST_BOARD, Box, Canvas, Overflow
from firmware_host.screens.highlights import Highlights
from firmware_host.screens.sheet import Sheet
from firmware_host.screens.sheet_layouts import draw_large_words, draw_low_words, draw_words
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import Board, Seat, has_kinds
from games.message import Message, msg

GAP = 2
AT = msg("{place}: {what}")
LOW_WORDS = 32
"""Rows of the words on a display that is low, or full of a large board."""
LARGE_WORDS = (120, 44)
"""Columns and rows that words in large letters need beside a board."""


@dataclass(frozen=True)
class BoardView(View):
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
            self._draw_board(canvas, parts.board, sheet, not is_big)
        if is_big:
            draw_large_words(canvas, parts.words, sheet, parts.board is not None)
        elif parts.words.height <= LOW_WORDS:
            draw_low_words(canvas, parts.words, sheet)
        else:
            draw_words(canvas, parts.words, sheet, self.layout)

    def _draw_board(self, canvas: Canvas, box: Box, sheet: Sheet, has_names: bool) -> None:
        pieces = self.layout.pieces if sheet.pieces is None else sheet.pieces
        canvas.boards.append(box)
        shown = Layout(self.layout.board, self.layout.seats, pieces)
        draw_framed_board(canvas, box, shown, sheet.lit, has_names or sheet.names_squares)


@dataclass(frozen=True)
class TurnView(BoardView):
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
        counted(names.piece(piece, layout.seats, is_named), piece.count)
        for piece in layout.pieces
        if piece.place == place
    ]
    what = names.join(list(dict.fromkeys(here))) if here else Message.of(msg("empty"))
    return Message.of(AT, place=names.place(place), what=what)


def counted(what: Message, count: int) -> Message:
    """Return ``what``, and how many of it there are if there are several.

    >>> str(counted(Message.of("red"), 3)), str(counted(Message.of("red"), 1))
    ('3 red', 'red')
    """
    return what if count == 1 else Message.of("{count} {what}", count=count, what=what)


class Areas(NamedTuple):
    """The two parts of a screen with a board; ``board`` is None where there is no room for it."""

    board: Box | None
    words: Box


def areas(width: int, height: int, board: Board) -> Areas:
    """Return ``board`` as a square on the left, words beside it; on a tall display below it.

    A board with too many points for that takes all of a tall display but four lines of words. Sizes
    are pixels.

    >>> from games.equipment import Point
    >>> areas(128, 64, Board((Point("a1", 0, 0),))).words
    Box(left=66, top=0, width=62, height=64)
    """
    if width > height:
        return Areas(Box(0, 0, height, height), _beside(width, height))
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
        parts = Areas(Box(0, 0, height, height), _beside(width, height))
    else:
        parts = _above(height // 2, width, height)
    has_room = parts.words.width >= LARGE_WORDS[0] and parts.words.height >= LARGE_WORDS[1]
    return parts if has_room or needs_board else Areas(None, Box(0, 0, width, height))


def has_room(board: Board, size: tuple[int, int]) -> bool:
    """Return whether a display of ``size`` has room for all of ``board``, whatever is highlighted.

    ``size`` is width and height in pixels. Too low a display shows no board anyway: the words say
    the rest, so that only a board counts that would be too large for it.
    """
    room = areas(*size, board).board
    assert room is not None, "usual letters leave room for the board"
    lit = Highlights(cursor=board.points[0].name)
    try:
        is_tiny = Plan.fit(board, room).is_tiny
    except Overflow:
        return False
    if size[1] < LOWEST_BOARD or not is_tiny:
        return True
    return BoardFrame.of(Layout(board, (), ()), room, lit, needs_names=False).layout.board == board


def _beside(width: int, height: int) -> Box:
    return Box(height + GAP, 0, width - height - GAP, height)


def _above(side: int, width: int, height: int) -> Areas:
    """Return the board as a square of ``side`` pixels in the middle, and the words below it."""
    board = Box((width - side) // 2, 0, side, side)
    return Areas(board, Box(0, side + GAP, width, height - side - GAP))
