"""Where the board and the words go on a display, by its size."""

from typing import NamedTuple

from firmware_host.screens.canvas import Box

GAP = 2
LOWEST_BOARD = 48


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
    if height < LOWEST_BOARD:
        return Areas(None, Box(0, 0, width, height))
    if width > height:
        words = Box(height + GAP, 0, width - height - GAP, height)
        return Areas(Box(0, 0, height, height), words)
    side = height * 5 // 8
    board = Box((width - side) // 2, 0, side, side)
    return Areas(board, Box(0, side + GAP, width, height - side - GAP))
