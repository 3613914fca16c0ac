"""A simulated I2C bus with one panel on it."""

import errno
import os
from collections.abc import Sequence
from typing import Any

from hardware.errors import SimulationError
from hardware.simulated.panel_model import PanelModel

BLOCK = 32
"""Bytes of data in one SMBus block at most (SMBus 2.0, 5.5.7)."""


class SimulatedBus:
    """A bus with smbus2's interface and ``panel`` at ``address``.

    :attr:`bytes_sent` counts what was on the wire for every message that was acknowledged: the
    address, the control byte and the data; :attr:`reads` counts the times that the panel was
    asked. While :attr:`plugged` is False nothing answers, and a transfer fails as the kernel lets
    it fail, with ``EREMOTEIO``; where :attr:`readable` is False, only reading does.
    """

    def __init__(self, panel: PanelModel, address: int = 0x3C) -> None:
        self.plugged = self.readable = True
        self.bytes_sent = self.reads = 0
        self._panel, self._address = panel, address

    def unplug(self) -> None:
        """Take the panel off the bus and its supply."""
        self.plugged = False

    def plug(self) -> None:
        """Put the panel back: it has forgotten everything."""
        self._panel.power_up()
        self.plugged = True

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Send ``register`` (a display's control byte) and at most 32 bytes of ``data``."""
        if len(data) > BLOCK:
            raise SimulationError(f"expected at most {BLOCK} bytes in a block, not {len(data)}")
        self._send(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send each of ``messages``, which are smbus2's ``i2c_msg.write``."""
        for message in messages:
            self._send(message.addr, bytes(message))

    def read_byte_data(self, address: int, register: int) -> int:
        """Send ``register`` (a display's control byte) and return the byte that is read then."""
        self._find(address, answers=self.readable)
        self.reads += 1
        self._panel.write(bytes([register]))
        return self._panel.status()

    def close(self) -> None:
        """Nothing to give back; twice is fine."""

    def _send(self, address: int, message: bytes) -> None:
        self._find(address)
        self._panel.write(message)
        self.bytes_sent += 1 + len(message)

    def _find(self, address: int, answers: bool = True) -> None:
        if not (self.plugged and answers and address == self._address):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
