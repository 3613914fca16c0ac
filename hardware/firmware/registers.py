"""Contacts and outputs on chains of shift registers: 74HC165 and 74HC595 on one SPI bus.

The chip nearest to the microcontroller comes first, and in each chip its input A or output QA:
number 8 is the first of the second chip. The bus shifts the most significant bit first and reads
and writes bits at the rising clock (mode 0).
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
