"""Name the seats of a board beside or below it, each with its sign, where there is room."""

from collections.abc import Iterator
from typing import Self

from msgspec import Struct

from firmware_host.screens.canvas import SECONDARY, Box, Canvas
from firmware_host.screens.signs import sign
from firmware_host.screens.text_layout import height, width
from firmware_host.screens.view import Layout
from firmware_host.session import names
from firmware_host.text.translator import Language

SIGN, GAP = 5, 3
ROW = height("body")


class SeatLegend(Struct, frozen=True):
    """The colours of the seats, each with the name of its seat, and that a machine plays there."""

    entries: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, layout: Layout, say: Language) -> Self:
        """Return the seats of ``layout``, named in the language ``say``."""
        return cls(
            tuple(
                (seat.colour, say.heading(names.occupied_seat(seat, layout.machines)))
                for seat in layout.seats
            )
        )

    def rows(self, pixels: int) -> int:
        """Return how many rows of text it takes in ``pixels`` columns; 0 if a name is too wide."""
        columns = self._columns(pixels)
        return -(-len(self.entries) // columns) if columns else 0

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw it in ``box`` from the top, if all of it has room."""
        rows = self.rows(box.width)
        if not 0 < rows * ROW <= box.height:
            return
        canvas.shade(box, SECONDARY)
        for (colour, name), (x, y) in zip(self.entries, self._places(box, rows), strict=False):
            canvas.stamp(x, y + (ROW - SIGN) // 2, sign(colour, SIGN))
            canvas.text(x + SIGN + GAP, y, name)

    def _places(self, box: Box, rows: int) -> Iterator[tuple[int, int]]:
        columns = self._columns(box.width)
        for number in range(rows * columns):
            row, column = divmod(number, columns)
            yield box.left + column * (box.width // columns), box.top + row * ROW

    def _columns(self, pixels: int) -> int:
        """Return how many entries stand side by side in ``pixels``: 2, 1, or none."""
        widest = SIGN + GAP + max((width(name, "body") for _, name in self.entries), default=0)
        return next((count for count in (2, 1) if widest <= pixels // count - GAP), 0)
