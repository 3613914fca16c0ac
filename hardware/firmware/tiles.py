"""Tiles of 4 x 4 fields in a chain: which input of the chain, and which light, is in which field.

Each tile has sixteen Hall switches at two 74HC165 and sixteen lights, its lower left field first
and then row by row. The tile next to the microcontroller lies at the lower left; the chain goes to
the right and comes back in the row of tiles above.

>>> places = tile_places(8, 8)
>>> places[:8], places[32:40]
([0, 1, 2, 3, 16, 17, 18, 19], [48, 49, 50, 51, 32, 33, 34, 35])
>>> in_order(0b1 | 1 << 16, places)
17
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SIDE = 4
"""Fields along an edge of a tile."""


class Tiles:
    """A chain of tiles in the settings, in place of the pins of columns; ``pin`` loads it.

    ``order`` says how the chain runs through the tiles: ``"serpentine"``, or ``"straight"`` if it
    begins every row of tiles on the left.
    """

    def __init__(self, pin: int, order: str = "serpentine") -> None:
        self.pin, self.order = pin, order


def tile_places(columns: int, rows: int, order: str = "serpentine") -> "list[int]":
    """Return the number in the chain of each field of a board, the bottom row first.

    Raises ValueError if whole tiles do not make such a board.
    """
    if columns % SIDE or rows % SIDE or not columns or not rows:
        raise ValueError(f"settings: tiles make boards of 4, 8, 12..., not {columns} x {rows}")
    if order not in ("serpentine", "straight"):
        raise ValueError(f"settings: expected serpentine or straight, not {order}")
    wide = columns // SIDE
    places = []
    for row in range(rows):
        for column in range(columns):
            across, up = column // SIDE, row // SIDE
            if order == "serpentine" and up % 2:
                across = wide - 1 - across
            within = row % SIDE * SIDE + column % SIDE
            places.append((up * wide + across) * SIDE * SIDE + within)
    return places


def in_order(chained: int, places: "list[int]") -> int:
    """Return the bits of ``chained`` in the order of the fields."""
    bits, bit = 0, 1
    for place in places:
        if chained >> place & 1:
            bits |= bit
        bit <<= 1
    return bits


class TiledBoard:
    """The contacts of a board of tiles; ``read`` returns those of the chain (:class:`ChainIn`)."""

    def __init__(self, read: "Callable[[], int]", places: "list[int]") -> None:
        self._read, self._places = read, places
        self._chained, self._bits = 0, 0

    def read(self) -> int:
        """Return the contacts: bit row * columns + column, 1 = a magnet is there."""
        chained = self._read()
        # putting them in order takes time, so it is done only after a change
        if chained != self._chained:
            self._chained, self._bits = chained, in_order(chained, self._places)
        return self._bits
