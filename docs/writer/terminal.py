"""Draw the simulator in the terminal, as somebody at the keyboard sees it.

The program runs on virtual time. Each character has its own place in the drawing, and those that
are made of dots are drawn as dots, so that it looks alike with any font.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.text.terminal import BRAILLE, DOT_BITS
from firmware_host.web.svg import element, picture, text
from hardware.simulated import VirtualClock
from hardware.wiring import wiring
from tests.firmware_host.simulator.desks import open_desk
from tests.firmware_host.simulator.terminal_table import Steady, Still, Table

TITLE: Final = "The simulator: the display, the real board, the dice, the keys and the pins"
COLUMNS, ROWS = 112, 28
KEYS: Final = ("1", "4", "2", "enter", "enter", "enter", "enter", "enter", "enter")
"""Throws by their number, then OK for whatever is asked."""
WIDE, HIGH, LETTERS = 8, 17, 13
"""Pixels of a character's place, and of its letters."""
PAPER, INK = "#12161a", "#d5dde3"


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the picture."""
    with tempfile.TemporaryDirectory() as folder:
        strips = asyncio.run(_taken(Path(folder)))
    yield "pictures/simulator.svg", _drawing(strips)


async def _taken(folder: Path) -> list[Strip]:
    """Return the lines of the screen after all :data:`KEYS`."""
    clock = VirtualClock()
    setup = Setup("thaayam", {"seats": 2})
    request = Request(games, wiring.load("generic"), "en", folder, setup)
    desk = open_desk(request, clock)
    program = Steady()
    ui = Still(desk, program)
    try:
        async with ui.run_test(size=(COLUMNS, ROWS)) as pilot:
            table = Table(ui, desk, clock, program, pilot)
            await table.wait(0.5)
            await table.strike(*KEYS, seconds=2)
            return list(ui.screen._compositor.render_strips())
    finally:
        desk.app.close()


def _drawing(strips: list[Strip]) -> str:
    """Return the screen as SVG."""
    shapes = [element("rect", width=COLUMNS * WIDE, height=ROWS * HIGH, fill=PAPER)]
    for row, strip in enumerate(strips):
        column = 0
        for segment in strip:
            shapes.extend(_segment(segment, column, row))
            column += segment.cell_length
    return picture(COLUMNS * WIDE, ROWS * HIGH, TITLE, shapes)


def _segment(segment: Segment, column: int, row: int) -> Iterator[str]:
    style, x, y = segment.style or Style(), column * WIDE, row * HIGH
    ink, paper = _colours(style)
    if paper != PAPER:
        width = segment.cell_length * WIDE
        yield element("rect", x=x, y=y, width=width, height=HIGH, fill=paper)
    for place, sign in enumerate(segment.text):
        yield from _sign(sign, x + place * WIDE, y, ink, "bold" if style.bold else "normal")


def _sign(sign: str, x: int, y: int, ink: str, weight: str) -> Iterator[str]:
    bits = ord(sign) - BRAILLE
    if 0 < bits < 256:
        yield element("path", d=_dots(bits, x, y), fill=ink)
    elif sign.strip() and bits:
        look: dict[str, str | float] = {
            "font_family": "monospace",
            "font_size": LETTERS,
            "fill": ink,
        }
        middle = x + WIDE / 2
        yield text(middle, y + LETTERS, sign, text_anchor="middle", font_weight=weight, **look)


def _dots(bits: int, x: int, y: int) -> str:
    """Return the dots of a sign of Braille, each a square, as the data of a path."""
    return "".join(
        f"M{x + across * WIDE / 2 + 0.5:g} {y + down * HIGH / 4 + 0.5:g}h3v3h-3z"
        for across, column in enumerate(DOT_BITS)
        for down, bit in enumerate(column)
        if bits & bit
    )


def _colours(style: Style) -> tuple[str, str]:
    """Return ink and paper of a style, exchanged where it is reversed."""
    ink = style.color.get_truecolor().hex if style.color else INK
    paper = style.bgcolor.get_truecolor().hex if style.bgcolor else PAPER
    return (paper, ink) if style.reverse else (ink, paper)
