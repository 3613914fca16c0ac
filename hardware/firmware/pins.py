"""Contacts and lights on pins of the microcontroller. Calling a pin reads it or sets it.

>>> PinsIn([lambda: 1, lambda: 0, lambda: 0]).read()
6
>>> levels = [1, 1, 1]
>>> rows = PinsOut([lambda level, i=i: levels.__setitem__(i, level) for i in range(3)])
>>> rows.select(1), levels
(None, [1, 0, 1])
>>> rows.select(2), levels
(None, [1, 1, 0])
>>> rows.show(0b101), levels
(None, [1, 0, 1])
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class PinsIn:
    """Contacts to ground on ``pins`` with pull-ups."""

    def __init__(self, pins: "list[Callable[[], int]]") -> None:
        self._pins = pins

    def read(self) -> int:
        """Return the contacts: bit i for pin i, 1 = closed."""
        bits, bit = 0, 1
        for pin in self._pins:
            if not pin():
                bits |= bit
            bit <<= 1
        return bits


class PinsOut:
    """Outputs on ``pins``; those that drive rows of a board start high."""

    def __init__(self, pins: "list[Callable[[int], object]]") -> None:
        self._pins = pins
        self._selected = 0

    def show(self, bits: int) -> None:
        """Set the pins to ``bits``: bit i for pin i, 1 = high."""
        for pin in self._pins:
            pin(bits & 1)
            bits >>= 1

    def select(self, row: int) -> None:
        """Drive the pin of ``row`` low, and the previous one high."""
        self._pins[self._selected](1)
        self._pins[row](0)
        self._selected = row
