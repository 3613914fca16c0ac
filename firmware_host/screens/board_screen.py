"""The screens that show a board: the board on one side, words on the other.

:class:`BoardView` is the base class of the views.
"""

from abc import abstractmethod

from firmware_host.screens.board_frame import (
    LOW_WORDS,
    MAP,
    Areas,
    BoardFrame,
    areas,
    draw_map,
    large_areas,
)
from firmware_host.screens.board_picture import draw_board
from firmware_host.screens.board_plan import (
    Highlights,
    Plan,
    SeatLegend,
    draw_edge_labels,
)
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.sheet import Sheet
from firmware_host.screens.sheet_layouts import TALL, draw_large_words, draw_low_words, draw_words
from firmware_host.screens.view import Layout, View
from firmware_host.session import names
from firmware_host.text.translator import Language
from games.equipment import PLACES_BESIDE, Seat, has_kinds
from games.message import Message, msg


def draw_framed_board(
    canvas: Canvas,
    box: Box,
    layout: Layout,
    lit: Highlights,
    needs_names: bool,
) -> None:
    """Draw the board of ``layout`` in ``box``; ``needs_names`` asks for its files and ranks.

    A part of it is shown where the whole would have no letters.
    """
    picture = Canvas((box.width, box.height))
    frame = BoardFrame.of(layout, picture.box, lit, needs_names)
    shown = frame.layout
    draw_board(picture, frame.box, shown.board, shown.pieces, shown.seats, lit)
    on_map = Box(0, picture.box.bottom - MAP, MAP, MAP) if shown.board != layout.board else None
    if on_map is not None:
        draw_map(picture, (on_map.left, on_map.top), layout.board, shown.board)
    if frame.has_names:
        plan = Plan.fit(shown.board, frame.box)
        draw_edge_labels(picture, plan, _found_first(lit), on_map)
    canvas.place(picture, box.left, box.top)


def _found_first(lit: Highlights) -> tuple[str, ...]:
    """Return the points that people look for, which are named before others."""
    names = (lit.cursor, lit.origin, lit.target, *lit.targets, *lit.surplus)
    return tuple(name for name in names if name is not None)


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

    def draw(self, canvas: Canvas, say: Language) -> None:
        """Draw board and words; large words alone, unless both have room or need the board."""
        sheet, (width, height) = self.sheet(say), canvas.image.size
        if canvas.is_low:
            draw_low_words(canvas, canvas.box, sheet)
            return
        if canvas.is_big:
            parts = large_areas(width, height, sheet.needs_board)
        else:
            parts = areas(width, height, self.layout.board)
        if parts.board is not None:
            self._draw_board(canvas, parts, sheet, not canvas.is_big)
        if canvas.is_big:
            draw_large_words(canvas, parts.words, sheet, parts.board is not None)
        elif parts.words.height <= LOW_WORDS:
            draw_low_words(canvas, parts.words, sheet)
        else:
            legend = SeatLegend.of(self.layout, say) if parts.words.height >= TALL else None
            if parts.below is not None and legend is not None:
                legend.draw(canvas, parts.below)
                legend = None
            places = {place: say(names.place(place)) for place in PLACES_BESIDE}
            draw_words(canvas, parts.words, sheet, self.layout, places, legend)

    def _draw_board(self, canvas: Canvas, parts: Areas, sheet: Sheet, has_names: bool) -> None:
        assert parts.board is not None, "there is room for a board"
        pieces = self.layout.pieces if sheet.pieces is None else sheet.pieces
        canvas.boards.append(parts.board)
        shown = Layout(self.layout.board, self.layout.seats, pieces)
        needs_names = has_names or sheet.names_squares
        draw_framed_board(canvas, parts.board, shown, sheet.lit, needs_names)


class PastBoardView(BoardView, frozen=True):
    """A view of a board that is only looked at, and does not lie on the table: a key goes on."""

    is_on_table = False
    awaited = "key"


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
