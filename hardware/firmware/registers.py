"""Contacts and outputs on pins and on chains of shift registers, and boards that are read row by
row.

Calling a pin reads it or sets it.

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

The shift registers are 74HC165 and 74HC595 on one SPI bus. The chip nearest to the microcontroller
comes first, and in each chip its input A or output QA: number 8 is the first of the second chip.
The bus shifts the most significant bit first and reads and writes bits at the rising clock (mode
0).

A board has a contact at every crossing of a row and a column:

>>> pressed = {(1, 0), (0, 1)}
>>> row_now = []
>>> matrix = Matrix(
...     columns=2,
...     rows=2,
...     select=row_now.append,
...     read=lambda: sum(1 << column for column, row in pressed if row == row_now[-1]),
... )
>>> f"{matrix.read():04b}", row_now
('0110', [0, 1])
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class ShiftBus(Protocol):
        """The part of ``machine.SPI`` that is used."""

        def write(self, data: bytes) -> object:
            """Shift ``data`` out."""

        def readinto(self, buffer: bytearray) -> object:
            """Fill ``buffer`` with bits."""


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


class Chain:
    """A chain of registers in the settings, in place of a list of pins.

    ``pin`` latches it: RCLK (pin 12) of 74HC595s, SH/LD (pin 1) of 74HC165s.
    """

    def __init__(self, pin: int) -> None:
        self.pin = pin


class ChainIn:
    """``count`` contacts to ground on a chain of 74HC165; each input has a pull-up.

    ``load`` sets the chain's SH/LD, which loads the inputs while it is low.
    """

    def __init__(self, bus: "ShiftBus", load: "Callable[[int], object]", count: int) -> None:
        self._bus, self._load = bus, load
        self._buffer = bytearray((count + 7) // 8)
        self._all = (1 << count) - 1

    def read(self) -> int:
        """Return the contacts: bit i for input i, 1 = closed."""
        self._load(0)
        self._load(1)
        self._bus.readinto(self._buffer)
        return int.from_bytes(self._buffer, "little") & self._all ^ self._all


class ChainOut:
    """``count`` outputs of a chain of 74HC595; a rising ``latch`` (its RCLK) shows new bits."""

    def __init__(self, bus: "ShiftBus", latch: "Callable[[int], object]", count: int) -> None:
        self._bus, self._latch = bus, latch
        self._size = (count + 7) // 8
        self._rows = [self._bytes(~(1 << row)) for row in range(count)]

    def show(self, bits: int) -> None:
        """Set the outputs to ``bits``: bit i for output i, 1 = high."""
        self._send(self._bytes(bits))

    def select(self, row: int) -> None:
        """Drive the output of ``row`` low and all others high."""
        self._send(self._rows[row])

    def _send(self, data: bytes) -> None:
        self._bus.write(data)
        self._latch(0)
        self._latch(1)

    def _bytes(self, bits: int) -> bytes:
        return (bits & ((1 << 8 * self._size) - 1)).to_bytes(self._size, "big")


class Matrix:
    """A board of ``columns`` and ``rows`` whose rows are selected one after the other.

    ``select`` drives the row of that number and no other; ``read`` returns the contacts of that row
    (bit i for column i, 1 = closed).
    """

    def __init__(
        self, columns: int, rows: int, select: "Callable[[int], None]", read: "Callable[[], int]"
    ) -> None:
        self._columns, self._select, self._read = columns, select, read
        self._rows = [0] * rows
        self._bits = 0

    def read(self) -> int:
        """Return the contacts of the whole board: bit row * columns + column, 1 = closed."""
        changed = False
        # enumerate would allocate memory for every pair
        for row in range(len(self._rows)):
            self._select(row)
            bits = self._read()
            if bits != self._rows[row]:
                self._rows[row], changed = bits, True
        # joining the rows allocates memory, so it is done only after a change
        if changed:
            self._bits = self._joined()
        return self._bits

    def _joined(self) -> int:
        bits = 0
        for row in reversed(self._rows):
            bits = bits << self._columns | row
        return bits
