"""Draw the board of every game to print on A4, in full size, on as many pages as it needs."""

from collections.abc import Iterator
from math import ceil
from typing import Final

import games
from docs.writer.pdf import BLACK, GREY, Page, Spot, document
from games.core import Game
from games.equipment import Board, Boundary, Point

FOLDER: Final = "print"
PAPER: Final = (210.0, 297.0)
"""Width and height of A4 in mm (ISO 216)."""
USED: Final = 190.0
"""The edge of the part of a board on one page, in mm: printers leave a rim of the paper blank."""
SMALLEST: Final = 20.0
"""The smallest edge of a square in mm, for pieces that fingers can take."""
LEFT, BOTTOM = (PAPER[0] - USED) / 2, 68.0
WATER: Final = (0.75, 0.86, 0.99)
RULER: Final = 100
NOTE: Final = "Print at 100 % (actual size). This line is 100 mm long."


def sheets() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of the sheet of each game."""
    for name in games.names():
        yield (
            f"{FOLDER}/{name}.pdf",
            document(games.kind(name).name, list(_pages(games.load(name)))),
        )


def square(board: Board) -> float:
    """Return the edge in mm of a square of ``board``, or from one of its lines to the next."""
    fields = _fields(board)
    return max(SMALLEST, USED // fields)


def pages_a_side(board: Board) -> int:
    """Return how many pages lie side by side."""
    return ceil(_fields(board) * square(board) / USED)


def _fields(board: Board) -> int:
    """Return how many squares ``board`` is wide and high."""
    far = [max(each.x, each.y) + each.size // 2 for each in board.points]
    return max(far) + 1


def _pages(game: Game) -> Iterator[Page]:
    side = pages_a_side(game.board)
    numbers = [(column, row) for row in reversed(range(side)) for column in range(side)]
    for number, (column, row) in enumerate(numbers, start=1):
        page = Page(*PAPER)
        page.only_inside((LEFT, BOTTOM), (USED, USED))
        _Drawing(page, game.board, (column, row)).draw()
        page.everywhere()
        if side > 1:
            page.rectangle((LEFT, BOTTOM), (USED, USED), GREY, 0.1)
        _footer(
            page, game, f"page {number} of {side * side}, cut along the frame" if side > 1 else ""
        )
        yield page


def _footer(page: Page, game: Game, which: str) -> None:
    facts = f"{game.title}: {square(game.board):g} mm from one square to the next"
    page.text((LEFT, 45), ", ".join(filter(None, (facts, which))), 4)
    page.line((LEFT, 36), (LEFT + RULER, 36))
    for tenth in range(11):
        page.line((LEFT + 10 * tenth, 36), (LEFT + 10 * tenth, 38 + (tenth % 5 == 0)))
    page.text((LEFT, 30), NOTE, 3.5)


class _Drawing:
    """The part of a board that is on one page; ``tile`` is the column and row of the page."""

    def __init__(self, page: Page, board: Board, tile: tuple[int, int]) -> None:
        self._page, self._board = page, board
        self._square = square(board)
        rim = (pages_a_side(board) * USED - _fields(board) * self._square) / 2
        self._left = LEFT + rim - tile[0] * USED
        self._bottom = BOTTOM + rim - tile[1] * USED

    def draw(self) -> None:
        """Draw boundaries, lines or squares, marks, and the name of every point."""
        for boundary in self._board.boundaries:
            self._boundary(boundary)
        for begin, end in self._board.lines:
            self._page.line(self._at(self._board[begin]), self._at(self._board[end]))
        for point in self._board.points:
            if not self._board.lines:
                self._frame(point, 0)
            for number, mark in enumerate(point.marks):
                MARKS[mark.sign](self, point, number)
            self._name(point)

    def _at(self, point: Point) -> Spot:
        return self._spot(point.x, point.y)

    def _spot(self, x: float, y: float) -> Spot:
        return self._left + (x + 0.5) * self._square, self._bottom + (y + 0.5) * self._square

    def _boundary(self, boundary: Boundary) -> None:
        ink, width = (BLACK, 0.9) if boundary.sign == "line" else (WATER, 0.6 * self._square)
        self._page.line(self._spot(*boundary.start), self._spot(*boundary.end), ink, width)

    def _frame(self, point: Point, inset: float) -> None:
        x, y = self._at(point)
        edge = point.size * self._square - 2 * inset
        self._page.rectangle((x - edge / 2, y - edge / 2), (edge, edge))

    def _inner_frame(self, point: Point, number: int) -> None:
        self._frame(point, self._square / 8)

    def _cross(self, point: Point, number: int) -> None:
        x, y = self._at(point)
        half = point.size * self._square * (1 if self._board.lines else 0.5)
        for slope in (1, -1):
            self._page.line((x - half, y - slope * half), (x + half, y + slope * half), GREY)

    def _dot(self, point: Point, number: int) -> None:
        x, y = self._at(point)
        aside = (number - 1) * self._square / 6
        self._page.dot((x + aside, y + 0.38 * self._square), self._square / 24)

    def _name(self, point: Point) -> None:
        x, y = self._at(point)
        corner = 0.0 if self._board.lines else -point.size * self._square / 2
        self._page.text((x + corner + 1, y + corner + 1), point.name, 2.6, GREY)


MARKS: Final = {"cross": _Drawing._cross, "frame": _Drawing._inner_frame, "dot": _Drawing._dot}
