"""What the link asks of serial ports, real or simulated."""

from collections.abc import Sequence
from typing import Protocol


class Port(Protocol):
    """An open serial port."""

    def fileno(self) -> int:
        """The file descriptor that tells when there is something to read."""

    def read(self) -> bytes:
        """Return what has come, nothing perhaps; never waits. OSError when the port is gone."""

    def write(self, data: bytes) -> None:
        """Send ``data``; never waits. OSError when the port is gone."""

    def close(self) -> None:
        """Close the port; twice is fine."""


class Ports(Protocol):
    """The serial ports of a machine."""

    def find(self) -> Sequence[str]:
        """Return the paths of the ports that the wiring asks for."""

    def open(self, path: str) -> Port:
        """Open the port at ``path`` for this program alone; OSError if it cannot be had."""
