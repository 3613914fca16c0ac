"""A string of WS2812 lights: which light of it is in which field, and the bits that it gets.

>>> Strip(28).places(3, 2), Strip(28, "straight", first=1).places(3, 2)
([0, 1, 2, 5, 4, 3], [1, 2, 3, 4, 5, 6])
>>> Strip(28, [7, 0]).places(2, 1)
[7, 0]
"""

from .tiles import tile_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = (400, 850, 800, 450)
"""Nanoseconds of a bit 0, high and then low, and of a bit 1 (WS2812B data sheet, WorldSemi)."""


class Strip:
    """A string of lights in the settings, in place of a list of pins; ``pin`` is its data input.

    ``order`` says how the string runs: ``"serpentine"`` begins in the field at the lower left, goes
    to the right, and comes back in the row above; ``"straight"`` begins every row on the left;
    ``"tiles"`` goes through tiles of 4 x 4 fields, as the module ``tiles`` says; or a list has the
    number of the light in each field, the bottom row first, from the left. ``first`` is the number
    of the light where the string begins to be used. ``budget`` is how many milliamperes the string
    may take.
    """

    def __init__(
        self,
        pin: int,
        order: "str | list[int]" = "serpentine",
        first: int = 0,
        budget: int = 500,
    ) -> None:
        self.pin, self.budget = pin, budget
        self._order, self._first = order, first

    def places(self, columns: int, rows: int) -> "list[int]":
        """Return the number of the light in each field; ValueError says what is wrong."""
        order = self._order
        if isinstance(order, list):
            places = [number + self._first for number in order]
        elif order == "tiles":
            places = [number + self._first for number in tile_places(columns, rows)]
        elif order == "serpentine" or order == "straight":
            places = []
            for row in range(rows):
                numbers = list(range(row * columns, (row + 1) * columns))
                turned = order == "serpentine" and row % 2 == 1
                places += [
                    self._first + each for each in (reversed(numbers) if turned else numbers)
                ]
        else:
            raise ValueError(f"settings: expected serpentine, straight, tiles or a list: {order}")
        if len(places) != columns * rows or len(set(places)) < len(places) or min(places) < 0:
            raise ValueError(
                f"settings: expected a light of its own for each of {columns * rows} fields"
            )
        return places


class StripOut:
    """Lights on a string, ``places`` by field; ``send`` gets three bytes a light, green first."""

    def __init__(self, send: "Callable[[bytearray], object]", places: "list[int]") -> None:
        self._send, self._places = send, places
        self._buffer = bytearray(3 * (max(places) + 1))

    def show(self, colours: "list[tuple[int, tuple[int, int, int]]]") -> None:
        """Show ``colours``, pairs of a field and red, green, blue; all other lights are dark."""
        for at in range(len(self._buffer)):
            self._buffer[at] = 0
        for field, (red, green, blue) in colours:
            at = 3 * self._places[field]
            self._buffer[at], self._buffer[at + 1], self._buffer[at + 2] = green, red, blue
        self._send(self._buffer)
