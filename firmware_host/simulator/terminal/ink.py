"""Characters with colours: a grid to write on, and the colours of the simulator."""

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from textual.content import Content


class Ink(NamedTuple):
    """The look of characters: a Textual style, and the background colour, if they have one."""

    front: str = ""
    ground: str = ""

    @property
    def style(self) -> str:
        """Both as one Textual style."""
        return f"{self.front} on {self.ground}".strip() if self.ground else self.front


class CharacterGrid:
    """A blank grid of ``columns`` by ``rows`` characters, both counted from 0.

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
        """Write ``text``; an ``ink`` without a background keeps the present one."""
        for place, sign in enumerate(text, start=column):
            ground = ink.ground or self._inks[row][place].ground
            self._signs[row][place] = sign
            self._inks[row][place] = Ink(ink.front, ground)

    def shade(self, column: int, row: int, ground: str) -> None:
        """Change the background at a place, and nothing else."""
        self._inks[row][column] = self._inks[row][column]._replace(ground=ground)

    def sign(self, column: int, row: int) -> str:
        """Return the character at a place."""
        return self._signs[row][column]

    def content(self) -> Content:
        """Return the whole grid."""
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
"""The name of a key in a text."""

ACTIVE = "#74dc86"
"""A closed contact."""

LIGHT = "#b4b4b4"
"""A background on which black is readable."""
