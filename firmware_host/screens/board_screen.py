"""Screens of a game being played: the board on one side, words on the other."""

from firmware_host.screens.board_picture import draw_board
from firmware_host.screens.canvas import Box, Canvas
from firmware_host.screens.large import draw_large_words
from firmware_host.screens.layout import areas, is_low, large_areas
from firmware_host.screens.low import draw_low_words
from firmware_host.screens.sheet import Sheet
from firmware_host.screens.sheets import sheet
from firmware_host.screens.views import BoardView, Layout
from firmware_host.screens.words import draw_words
from firmware_host.screens.zoom import part
from firmware_host.text.translator import Language


def draw_play(canvas: Canvas, view: BoardView, say: Language) -> None:
    """Draw a screen of the game: the board as it lies, and what its sheet says."""
    said, (width, height) = sheet(view, say), canvas.image.size
    parts = areas(width, height)
    if parts.board is not None:
        _draw_board(canvas, parts.board, said, view.layout)
    if is_low(height):
        draw_low_words(canvas, parts.words, said)
    else:
        draw_words(canvas, parts.words, said, view.layout)


def draw_large_play(canvas: Canvas, view: BoardView, say: Language) -> None:
    """Draw the same in large letters, the board only if there is room or the words need it."""
    said, (width, height) = sheet(view, say), canvas.image.size
    if is_low(height):
        draw_low_words(canvas, canvas.box, said, is_big=True)
        return
    parts = large_areas(width, height, said.needs_board)
    if parts.board is not None:
        _draw_board(canvas, parts.board, said, view.layout)
    draw_large_words(canvas, parts.words, said, parts.board is not None)


def _draw_board(canvas: Canvas, box: Box, said: Sheet, layout: Layout) -> None:
    pieces = layout.pieces if said.pieces is None else said.pieces
    board = part(layout.board, box, said.lit)
    draw_board(canvas, box, board, pieces, layout.seats, said.lit)
