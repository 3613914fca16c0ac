"""Draw the board of every game to print on A4, in full size, on as many pages as it needs.

It is the drawing that pages show, without pieces.
"""

from collections.abc import Iterator
from math import ceil
from typing import Final

import games
from docs.writer.engraving import engraved
from docs.writer.pdf import GREY, Page, document
from firmware_host.web import board_svg
from firmware_host.web.board_svg import Ground
from firmware_host.web.piece_svg import SQUARE
from games.core import Game

FOLDER: Final = "print"
PAPER: Final = (210.0, 297.0)
"""Width and height of A4 in mm (ISO 216)."""
USED: Final = 194.0
"""The edge of the part of a board on one page, in mm: printers leave a rim of the paper blank."""
SMALLEST: Final = 20.0
"""The smallest edge of a square in mm, for pieces that fingers can take."""
LEFT, BOTTOM = (PAPER[0] - USED) / 2, 68.0
RULER: Final = 100
NOTE: Final = "Print at 100 % (actual size). This line is 100 mm long."


def sheets() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the sheet of each game."""
    for name in games.names():
        game = games.load(name)
        ground = board_svg.ground(game)
        form = engraved(ground.shapes, ground.width, ground.height)
        pages = list(_pages(game, ground))
        yield f"{FOLDER}/{name}.pdf", document(game.name, pages, form)


def square(game: Game) -> float:
    """Return the edge in mm of a square of ``game``, or from one of its lines to the next."""
    return max(SMALLEST, USED // (board_svg.ground(game).width / SQUARE))


def pages_of(game: Game) -> tuple[int, int]:
    """Return how many pages lie side by side, and how many rows of them there are."""
    points = game.board.points
    far = (max(getattr(each, axis) + each.size // 2 for each in points) for axis in "xy")
    across, down = (ceil((each + 1) * square(game) / USED) for each in far)
    return across, down


def _pages(game: Game, ground: Ground) -> Iterator[Page]:
    (across, down), scale = pages_of(game), square(game) / SQUARE
    numbers = [(column, row) for row in reversed(range(down)) for column in range(across)]
    for number, (column, row) in enumerate(numbers, start=1):
        page = Page(*PAPER)
        page.only_inside((LEFT, BOTTOM), (USED, USED))
        left = LEFT + (across * USED - ground.width * scale) / 2 - column * USED
        top = BOTTOM + (down * USED + ground.height * scale) / 2 - row * USED
        page.form((left, top), scale)
        page.everywhere()
        if len(numbers) > 1:
            page.rectangle((LEFT, BOTTOM), (USED, USED), GREY, 0.1)
        which = f"page {number} of {len(numbers)}, cut along the frame"
        _footer(page, game, which if len(numbers) > 1 else "")
        yield page


def _footer(page: Page, game: Game, which: str) -> None:
    facts = f"{game.title}: {square(game):g} mm from one square to the next"
    page.text((LEFT, 45), ", ".join(filter(None, (facts, which))), 4)
    page.line((LEFT, 36), (LEFT + RULER, 36))
    for tenth in range(11):
        page.line((LEFT + 10 * tenth, 36), (LEFT + 10 * tenth, 38 + (tenth % 5 == 0)))
    page.text((LEFT, 30), NOTE, 3.5)
