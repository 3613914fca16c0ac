"""A simulated I2C bus with one panel on it."""

import errno
import os
from collections.abc import Sequence
from typing import Any, Protocol

from hardware.errors import SimulationError

BLOCK = 32
"""Bytes of data in one SMBus block at most (SMBus 2.0, 5.5.7)."""


class Listener(Protocol):
    """A device on the bus."""

    def write(self, message: bytes) -> None:
        """Take one ``message``, from after its address to the stop."""


class SimulatedBus:
    """A bus with smbus2's interface and ``panel`` at ``address``.

    :attr:`bytes_sent` counts what was on the wire for every message that was acknowledged: the
    address, the control byte and the data. While :attr:`plugged` is False nothing answers, and a
    write fails as the kernel lets it fail, with ``EREMOTEIO``.
    """

    def __init__(self, panel: Listener, address: int = 0x3C) -> None:
        self.plugged = True
        self.bytes_sent = 0
        self._panel, self._address = panel, address

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Send ``register`` (a display's control byte) and at most 32 bytes of ``data``."""
        if len(data) > BLOCK:
            raise SimulationError(f"expected at most {BLOCK} bytes in a block, not {len(data)}")
        self._send(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send each of ``messages``, which are smbus2's ``i2c_msg.write``."""
        for message in messages:
            self._send(message.addr, bytes(message))

    def close(self) -> None:
        """Nothing to give back; twice is fine."""

    def _send(self, address: int, message: bytes) -> None:
        if not self.plugged or address != self._address:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self._panel.write(message)
        self.bytes_sent += 1 + len(message)
