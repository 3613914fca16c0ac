"""A sheet of characters with colours, written anywhere and shown as a whole."""

from itertools import groupby
from operator import itemgetter

from textual.content import Content


class Sheet:
    """``columns`` by ``rows`` characters, blank at first; column and row count from 0.

    >>> sheet = Sheet(5, 2)
    >>> sheet.write(1, 0, "red", "#ff0000")
    >>> sheet.content().plain
    ' red \\n     '
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._signs = [[" "] * columns for _ in range(rows)]
        self._inks = [[""] * columns for _ in range(rows)]
        self._grounds = [[""] * columns for _ in range(rows)]

    def write(self, column: int, row: int, text: str, ink: str = "", ground: str = "") -> None:
        """Write ``text`` in a style ``ink``; a colour ``ground`` replaces the one behind it."""
        for place, sign in enumerate(text, start=column):
            self._signs[row][place] = sign
            self._inks[row][place] = ink
            self._grounds[row][place] = ground or self._grounds[row][place]

    def sign(self, column: int, row: int) -> str:
        """The character at a place."""
        return self._signs[row][column]

    def content(self) -> Content:
        """All lines of the sheet."""
        return Content("\n").join(self._line(row) for row in range(self.rows))

    def _line(self, row: int) -> Content:
        styled = zip(self._signs[row], self._inks[row], self._grounds[row], strict=True)
        parts = []
        for (ink, ground), run in groupby(styled, key=itemgetter(1, 2)):
            style = f"{ink} on {ground}" if ground else ink
            parts.append(("".join(sign for sign, _, _ in run), style.strip()))
        return Content.assemble(*parts)
