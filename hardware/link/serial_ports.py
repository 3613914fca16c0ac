"""The serial ports of this machine, by pyserial.

Importing this module imports pyserial, which takes a while on a small Pi.
"""

import glob
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from serial import Serial
from serial.tools.list_ports import comports

from hardware.wiring.sections import LinkWiring

AT_ONCE = 4096
"""The largest number of bytes read at a time."""

BAUD = 115_200
"""The usual speed, for a converter to a real serial line; on USB it has no meaning."""


class SeenPort(Struct, frozen=True):
    """A serial port: its ``path``, its ``usb`` id and ``name``, empty if it has none."""

    path: str
    usb: str = ""
    name: str = ""


class SerialPort:
    """The serial port at ``path``, opened for this program alone; OSError if that fails.

    Bytes that arrived while it was closed are dropped. A frame that the device does not accept at
    once waits here, and other frames are dropped until it is sent: the device never gets half a
    frame.
    """

    def __init__(self, path: str) -> None:
        self._serial = Serial(path, BAUD, timeout=0, exclusive=True)
        self._waiting = b""

    def fileno(self) -> int:
        """Return the file descriptor that shows when there is something to read."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """Return the bytes received so far; OSError when the port is gone."""
        return bytes(self._serial.read(AT_ONCE))

    def write(self, data: bytes) -> None:
        """Send ``data``, or drop it if the device does not read; OSError when it is gone."""
        self._waiting = self._waiting or data
        # pyserial without a timeout would try for ever, and with one it would block the loop
        with suppress(BlockingIOError):
            self._waiting = self._waiting[os.write(self.fileno(), self._waiting) :]

    def close(self) -> None:
        """Close the port. Closing twice is harmless."""
        if self._serial.is_open:
            try:
                # closing waits half a minute for bytes that a device never accepts
                self._serial.reset_output_buffer()
            finally:
                self._serial.close()


class SerialPorts:
    """The ports that ``find`` names by USB id or by path, as in the section [link] of a wiring.

    A path may have ``*`` and other glob patterns. A device with several names is one port.
    """

    def __init__(self, find: Sequence[str]) -> None:
        wanted = LinkWiring(tuple(find))
        self._ids, self._patterns = wanted.usb_ids, wanted.paths

    def find(self) -> Sequence[str]:
        """Return the paths of the ports, each device once, sorted."""
        paths = {port.path for port in seen() if port.usb in self._ids} if self._ids else set()
        for pattern in self._patterns:
            # the pattern is a whole path, which Path.glob does not take
            paths.update(glob.glob(pattern))  # noqa: PTH207
        return sorted({str(Path(path).resolve()) for path in paths})

    def open(self, path: str) -> SerialPort:
        """Open the port at ``path``; raise OSError if that fails."""
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
