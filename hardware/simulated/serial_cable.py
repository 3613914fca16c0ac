"""A simulated USB cable with a serial port at one end and a microcontroller at the other."""

import errno
import os
import socket
from collections.abc import Sequence
from contextlib import suppress

PATH = "simulated-serial"
"""What the port is called where a real one has a path such as /dev/ttyACM0."""

AT_ONCE = 65_536
"""Bytes that are taken from the wire at a time."""


class SimulatedPort:
    """The host's end of the cable while it is open, with the interface of a port of the link.

    What nobody reads is lost when the buffers are full, as it is with a real microcontroller.
    """

    def __init__(self) -> None:
        self._host, self._device = socket.socketpair()
        for end in (self._host, self._device):
            end.setblocking(False)

    @property
    def is_open(self) -> bool:
        """False once it has been closed."""
        return self._host.fileno() >= 0

    def fileno(self) -> int:
        """The file descriptor that tells when there is something to read."""
        return self._host.fileno()

    def read(self) -> bytes:
        """Return what has come, nothing perhaps; OSError once the cable is out."""
        with suppress(BlockingIOError):
            data = self._host.recv(AT_ONCE)
            if not data:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return data
        return b""

    def write(self, data: bytes) -> None:
        """Send ``data``; OSError once the cable is out."""
        self._host.send(data)

    def close(self) -> None:
        """Close the port; twice is fine."""
        self._host.close()
        self.hang_up()

    def hang_up(self) -> None:
        """Let the device be gone: reading and writing fail from now on."""
        self._device.close()

    def give(self, data: bytes) -> None:
        """Let ``data`` come from the device; nothing happens when the host has closed."""
        with suppress(OSError):
            self._device.send(data)

    def take(self) -> bytes:
        """Return what the host has sent and the device has not yet taken."""
        with suppress(OSError):
            return self._device.recv(AT_ONCE)
        return b""


class SerialCable:
    """The cable, which is also all the ports that there are: none while :attr:`plugged` is False.

    Only one program can have the port open. Bytes that nobody reads are lost.

    >>> cable = SerialCable()
    >>> port = cable.open(PATH)
    >>> cable.give(b"hello")
    >>> port.read()
    b'hello'
    >>> cable.unplug()
    >>> port.read()
    Traceback (most recent call last):
    OSError: [Errno 5] Input/output error
    >>> port.close()
    """

    def __init__(self) -> None:
        self.plugged = True
        self._port: SimulatedPort | None = None

    def find(self) -> Sequence[str]:
        """Return the paths of the ports that are there."""
        return [PATH] if self.plugged else []

    def open(self, path: str) -> SimulatedPort:
        """Open the port at ``path``; OSError if it is not there or is open already."""
        if not self.plugged or path != PATH:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if self._port is not None and self._port.is_open:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)
        self._port = SimulatedPort()
        return self._port

    def unplug(self) -> None:
        """Pull the cable."""
        self.plugged = False
        if self._port is not None:
            self._port.hang_up()

    def plug(self) -> None:
        """Put the cable back; a port that was open stays dead."""
        self.plugged = True

    def give(self, data: bytes) -> None:
        """Let ``data`` arrive at the host."""
        if self.plugged and self._port is not None:
            self._port.give(data)

    def take(self) -> bytes:
        """Return what the host has sent and the device has not yet taken."""
        return b"" if self._port is None else self._port.take()
