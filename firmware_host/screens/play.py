"""Screens of a game being played: the board on one side, words on the other."""

from collections.abc import Sequence

from firmware_host.language import Language
from firmware_host.screens.board import draw_board
from firmware_host.screens.canvas import Box, Canvas, Overflow
from firmware_host.screens.layout import LOWEST_BOARD, areas
from firmware_host.screens.sheet import Line, Sheet
from firmware_host.screens.sheets import sheet
from firmware_host.screens.signs import sign
from firmware_host.screens.stock import draw_stock, stock_height
from firmware_host.screens.text import height, wrap
from firmware_host.screens.zoom import part
from firmware_host.views import BoardView, Layout

GAP = 2
SMALLEST = 2
HEAD_SIGN = 9


def draw_play(canvas: Canvas, view: BoardView, say: Language) -> None:
    """Draw a screen of the game: the board as it lies, and what its sheet says."""
    parts = areas(*canvas.image.size)
    said = sheet(view, say)
    layout = view.layout
    if parts.board is not None:
        pieces = layout.pieces if said.pieces is None else said.pieces
        board = part(layout.board, parts.board, said.lit)
        draw_board(canvas, parts.board, board, pieces, layout.seats, said.lit)
    _draw_words(canvas, parts.words, said, layout)


def _draw_words(canvas: Canvas, box: Box, sheet: Sheet, layout: Layout) -> None:
    head = _draw_head(canvas, box, sheet)
    # on a low display what is shown matters more than which key answers it
    has_foot = bool(sheet.foot) and box.height >= LOWEST_BOARD
    foot_rows = height("body") * (sheet.foot.count("\n") + 1 if has_foot else 0)
    foot = Box(box.left, box.bottom - foot_rows, box.width, foot_rows)
    room = Box(box.left, head.bottom + GAP, box.width, foot.top - head.bottom - GAP)
    lines = [line for line in sheet.lines if line.words]
    _draw_lines(canvas, _above_stock(canvas, room, lines, layout), lines)
    if has_foot:
        canvas.fitted(foot, sheet.foot, ("body",))


def _draw_head(canvas: Canvas, box: Box, sheet: Sheet) -> Box:
    """Draw the head on a lit bar, and beside it the sign of the seat it names; return its box."""
    head = Box(box.left, box.top, box.width, height("heading"))
    room = HEAD_SIGN + GAP if sheet.whose else 0
    bar = head._replace(width=head.width - room)
    canvas.fitted(bar._replace(left=bar.left + 1, width=bar.width - 1), sheet.head)
    canvas.invert(bar)
    if sheet.whose:
        canvas.stamp(bar.right + GAP, head.top + 1, sign(sheet.whose.colour, HEAD_SIGN))
    return head


def _above_stock(canvas: Canvas, room: Box, lines: Sequence[Line], layout: Layout) -> Box:
    """List the pieces beside the board at the foot of ``room`` if ``lines`` still fit above them.

    Returns what is left of the room.
    """
    pieces = layout.pieces
    try:
        stock = stock_height(room.width, pieces, layout.seats)
    except Overflow:
        return room
    above = room._replace(height=room.height - stock - GAP)
    if not stock or _rows(lines, SMALLEST, room) > above.height:
        return room
    below = room._replace(top=above.bottom + GAP, height=stock)
    draw_stock(canvas, below, pieces, layout.seats)
    return above


def _draw_lines(canvas: Canvas, room: Box, lines: Sequence[Line]) -> None:
    """Draw ``lines`` as large as all of them fit, cutting off what even then does not."""
    sizes = range(max((len(line.fonts) for line in lines), default=0))
    size = next((size for size in sizes if _rows(lines, size, room) <= room.height), len(sizes))
    top = room.top
    for line in lines:
        rest = room._replace(top=top, height=room.bottom - top)
        top = canvas.fitted(rest, line.words, (line.font(size),), line.align) + GAP


def _rows(lines: Sequence[Line], size: int, room: Box) -> int:
    """How many rows of pixels ``lines`` take, each in its ``size``-th font."""
    rows = [
        height(line.font(size)) * len(wrap(line.words, room.width, line.font(size)))
        for line in lines
    ]
    return sum(rows) + GAP * (len(rows) - 1)
