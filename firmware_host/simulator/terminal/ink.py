"""Characters with colours: a grid that is written anywhere and shown as a whole."""

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from textual.content import Content


class Ink(NamedTuple):
    """How characters look: a Textual style, and the colour of their ground if it has its own."""

    front: str = ""
    ground: str = ""

    @property
    def style(self) -> str:
        """Both as one style."""
        return f"{self.front} on {self.ground}".strip() if self.ground else self.front


class CharacterGrid:
    """``columns`` by ``rows`` characters, blank at first; column and row count from 0.

    >>> sheet = CharacterGrid(5, 2)
    >>> sheet.write(1, 0, "red", Ink("#ff0000"))
    >>> sheet.content().plain
    ' red \\n     '
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._signs = [[" "] * columns for _ in range(rows)]
        self._inks = [[Ink()] * columns for _ in range(rows)]

    def write(self, column: int, row: int, text: str, ink: Ink) -> None:
        """Write ``text``; an ``ink`` without a ground leaves the ground that is there."""
        for place, sign in enumerate(text, start=column):
            ground = ink.ground or self._inks[row][place].ground
            self._signs[row][place] = sign
            self._inks[row][place] = Ink(ink.front, ground)

    def sign(self, column: int, row: int) -> str:
        """The character at a place."""
        return self._signs[row][column]

    def content(self) -> Content:
        """All lines of the sheet."""
        return Content("\n").join(self._line(row) for row in range(self.rows))

    def _line(self, row: int) -> Content:
        written = zip(self._signs[row], self._inks[row], strict=True)
        return Content.assemble(
            *(
                ("".join(sign for sign, _ in run), ink.style)
                for ink, run in groupby(written, key=itemgetter(1))
            )
        )


DIM = "#7d8891"
BRIGHT = "bold #ffffff"
KEY = "bold #ffd94a"
"""A key of the keyboard, where a text names it."""

ACTIVE = "#74dc86"
"""A contact that is closed."""

LIGHT = "#b4b4b4"
"""The ground on which black is legible."""
