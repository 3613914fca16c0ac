"""Which row of its memory a controller shows on which row of the glass.

The sources are the datasheets: SSD1306 (Solomon Systech, rev 1.1), commands 40 to 7F, A8, C0/C8, D3
and DA, tables 10-1 to 10-3; SH1106 (Sino Wealth, version 2.3), commands 5, 8, 14, 15 and 18.
"""

from functools import lru_cache
from typing import NamedTuple

ROWS = 64
"""Common lines of the controller, and rows of its memory."""

ALTERNATING, EXCHANGED = 0x10, 0x20
"""Bits of the common pins' set-up: even and odd lines on different sides, the sides exchanged."""


class ScanSetUp(NamedTuple):
    """How a controller scans its common lines; these are the values after a reset.

    It scans the lines up to number ``highest``, backwards if ``is_reversed``; ``offset`` moves the
    rows on the lines, and ``start`` is the row of the memory that is shown first. ``pins`` are
    the bits :data:`ALTERNATING` and :data:`EXCHANGED`.
    """

    highest: int = ROWS - 1
    offset: int = 0
    start: int = 0
    is_reversed: bool = False
    pins: int = ALTERNATING


@lru_cache
def rows_shown(
    scan: ScanSetUp, height: int, top_line: int, is_alternating: bool
) -> tuple[int | None, ...]:
    """Return the row of the memory on each of ``height`` rows of the glass, None where it is dark.

    The top row of the glass is on ``top_line``, the next one on the line before that. The module
    is built for lines that alternate or do not.

    >>> rows_shown(ScanSetUp(is_reversed=True), 64, 63, True) == tuple(range(64))
    True
    >>> rows_shown(ScanSetUp(), 64, 63, True)[:3]
    (63, 62, 61)
    """
    lines = {_pad(line, scan.pins): line for line in range(ROWS)}
    built_for = ALTERNATING if is_alternating else 0
    seen = (lines[_pad(top_line - row, built_for)] for row in range(height))
    return tuple(_row_on(line, scan) for line in seen)


def _row_on(line: int, scan: ScanSetUp) -> int | None:
    place = scan.highest - line if scan.is_reversed else line
    row = (place + scan.offset) % ROWS
    return None if row > scan.highest else (row + scan.start) % ROWS


def _pad(line: int, pins: int) -> int:
    """Return the place of a common line at the controller's edge."""
    pad = line // 2 + line % 2 * ROWS // 2 if pins & ALTERNATING else line
    return pad ^ ROWS // 2 if pins & EXCHANGED else pad
