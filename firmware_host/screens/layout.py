"""Where the board and the words go on a display, by its size."""

from typing import NamedTuple

from firmware_host.screens.canvas import Box

GAP = 2
LOWEST_BOARD = 48
"""Rows of the lowest display that has room for a board."""

LARGE_WORDS = (120, 44)
"""Columns and rows that words in large letters need beside a board."""


class Areas(NamedTuple):
    """The two parts of a screen that shows a board; ``board`` is None where there is no room."""

    board: Box | None
    words: Box


def areas(width: int, height: int) -> Areas:
    """The board as a square on the left and the words beside it; on a tall display below it.

    A display lower than 48 rows has words alone. Sizes are pixels.

    >>> areas(128, 64).words
    Box(left=66, top=0, width=62, height=64)
    """
    if is_low(height):
        return Areas(None, Box(0, 0, width, height))
    if width > height:
        words = Box(height + GAP, 0, width - height - GAP, height)
        return Areas(Box(0, 0, height, height), words)
    return _above(height * 5 // 8, width, height)


def large_areas(width: int, height: int, needs_board: bool) -> Areas:
    """The same for large letters: words alone, unless both have room or the board is needed.

    >>> large_areas(128, 64, needs_board=False).board is None
    True
    >>> large_areas(256, 64, needs_board=False).words
    Box(left=66, top=0, width=190, height=64)
    """
    parts = areas(width, height) if width > height else _above(height // 2, width, height)
    has_room = parts.words.width >= LARGE_WORDS[0] and parts.words.height >= LARGE_WORDS[1]
    return parts if has_room or needs_board else Areas(None, Box(0, 0, width, height))


def _above(side: int, width: int, height: int) -> Areas:
    """The board as a square of ``side`` pixels in the middle, the words below it."""
    board = Box((width - side) // 2, 0, side, side)
    return Areas(board, Box(0, side + GAP, width, height - side - GAP))


def is_low(height: int) -> bool:
    """Whether a display of ``height`` rows has no room for a board."""
    return height < LOWEST_BOARD
