"""The serial ports of this machine, by pyserial.

Importing this module imports pyserial; that takes a while on a small Pi.
"""

import glob
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from serial import Serial
from serial.tools.list_ports import comports

from hardware.wiring.link import LinkWiring

AT_ONCE = 4096
"""Bytes that are read at a time."""

BAUD = 115_200
"""Means nothing on USB; a converter to a real serial line needs the usual one."""


@dataclass(frozen=True, slots=True)
class SeenPort:
    """A serial port that is there: its ``path``, its ``usb`` id and ``name``, empty without one."""

    path: str
    usb: str = ""
    name: str = ""


class SerialPort:
    """The serial port at ``path``, opened for this program alone; OSError if it cannot be.

    What has come while it was closed is dropped. A frame that the device does not take at once
    waits here, whole, and until it has gone no other is taken: the device stays in step.
    """

    def __init__(self, path: str) -> None:
        self._serial = Serial(path, BAUD, timeout=0, exclusive=True)
        self._waiting = b""

    def fileno(self) -> int:
        """The file descriptor that tells when there is something to read."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """Return what has come, nothing perhaps; OSError when the port is gone."""
        return bytes(self._serial.read(AT_ONCE))

    def write(self, data: bytes) -> None:
        """Send ``data``, or lose it if the device does not listen; OSError when it is gone."""
        self._waiting = self._waiting or data
        # pyserial without a time to wait would try for ever, and with one it would hold up the loop
        with suppress(BlockingIOError):
            self._waiting = self._waiting[os.write(self.fileno(), self._waiting) :]

    def close(self) -> None:
        """Close the port; twice is fine."""
        if self._serial.is_open:
            try:
                # what a device never takes would hold up the closing for half a minute
                self._serial.reset_output_buffer()
            finally:
                self._serial.close()


class SerialPorts:
    """The ports that ``find`` names by USB id or by path, as in the section [link] of a wiring.

    A path may have ``*`` and other signs of a glob. One device that has several names is one port.
    """

    def __init__(self, find: Sequence[str]) -> None:
        wanted = LinkWiring(tuple(find))
        self._ids, self._patterns = wanted.usb_ids, wanted.paths

    def find(self) -> Sequence[str]:
        """Return the paths of the ports that are there, each device once, sorted."""
        paths = {port.path for port in seen() if port.usb in self._ids} if self._ids else set()
        for pattern in self._patterns:
            # the pattern is a whole path, which Path.glob does not take
            paths.update(glob.glob(pattern))  # noqa: PTH207
        return sorted({str(Path(path).resolve()) for path in paths})

    def open(self, path: str) -> SerialPort:
        """Open the port at ``path``; OSError if it cannot be had."""
        return SerialPort(path)


def seen() -> tuple[SeenPort, ...]:
    """Return every serial port of this machine, sorted by path."""
    ports = [
        SeenPort(port.device, f"{port.vid:04x}:{port.pid:04x}", port.product or "")
        if port.vid is not None and port.pid is not None
        else SeenPort(port.device)
        for port in comports()
    ]
    return tuple(sorted(ports, key=lambda port: port.path))
