"""Decide what goes where in a terminal of a given size."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from firmware_host.screens.view import Layout
from firmware_host.simulator.renditions import BRAILLE_DOTS, RENDITIONS, Rendition
from firmware_host.simulator.terminal.board_plan import PITCHES, BoardPlan, fit

BORDER = 2
"""Columns or rows of the two borders of a panel."""


class Room(NamedTuple):
    """Columns and rows of characters."""

    columns: int
    rows: int


class Arrangement(Struct, frozen=True):
    """How to draw the display, how many rows the dice tray has, and where the board is.

    ``rendition`` is None while the board hides the display, ``plan`` while no board is shown.
    """

    rendition: Rendition | None
    tray_rows: int
    plan: BoardPlan | None


def side_by_side(
    room: Room, pixels: tuple[int, int], layout: Layout | None, trays: Sequence[int]
) -> Arrangement:
    """Arrange a display of ``pixels`` (width, height), a tray, and the board beside the display.

    ``trays`` are the heights of the tray, the best first. The board is most important, so that a
    whole turn is visible; then large pixels, then large dice. If the board does not fit, it is left
    out.
    """
    fitting = []
    for rendition, tray_rows in product(RENDITIONS, trays):
        wide, high = rendition.size(pixels)
        if wide + BORDER <= room.columns and high + BORDER <= room.rows - tray_rows:
            beside = Room(room.columns - wide - BORDER, room.rows - tray_rows)
            fitting.append(Arrangement(rendition, tray_rows, _fit(layout, beside)))
    with_board = [each for each in fitting if each.plan is not None]
    return (with_board or fitting or [Arrangement(BRAILLE_DOTS, trays[-1], None)])[0]


def board_in_front(room: Room, layout: Layout, trays: Sequence[int]) -> Arrangement:
    """Arrange the board above the smallest tray; a board that is too large is scrolled."""
    above = Room(room.columns, room.rows - trays[-1])
    return Arrangement(None, trays[-1], _fit(layout, above) or BoardPlan(layout.board, PITCHES[-1]))


def _fit(layout: Layout | None, room: Room) -> BoardPlan | None:
    """Return the largest plan of the board that fits ``room`` with a line for each seat."""
    if layout is None:
        return None
    return fit(layout.board, room.columns - BORDER, room.rows - BORDER - len(layout.seats))
