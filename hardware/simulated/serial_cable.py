"""A simulated USB cable with a serial port at one end and a microcontroller at the other."""

import errno
import os
import socket
from collections.abc import Sequence
from contextlib import suppress

PATH = "simulated-serial"
"""The path of the port, where a real port has one such as /dev/ttyACM0."""

AT_ONCE = 65_536
"""The most bytes that are read at a time."""


class SimulatedPort:
    """The host's end of the cable while it is open, with the interface of a port of the link.

    Bytes that nobody reads are lost when the buffers are full, as with a real microcontroller.
    """

    def __init__(self) -> None:
        self._host, self._device = socket.socketpair()
        for end in (self._host, self._device):
            end.setblocking(False)

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed."""
        return self._host.fileno() >= 0

    def fileno(self) -> int:
        """Return the file descriptor that shows when there is something to read."""
        return self._host.fileno()

    def read(self) -> bytes:
        """Return the bytes received so far; raise OSError when the cable is unplugged."""
        with suppress(BlockingIOError):
            data = self._host.recv(AT_ONCE)
            if not data:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return data
        return b""

    def write(self, data: bytes) -> None:
        """Send ``data``; raise OSError when the cable is unplugged."""
        self._host.send(data)

    def close(self) -> None:
        """Close the port. Closing twice is harmless."""
        self._host.close()
        self.hang_up()

    def hang_up(self) -> None:
        """Disconnect the device: reading and writing fail from now on."""
        self._device.close()

    def give(self, data: bytes) -> None:
        """Send ``data`` from the device; nothing happens when the host has closed the port."""
        with suppress(OSError):
            self._device.send(data)

    def take(self) -> bytes:
        """Return the bytes that the host has sent and the device has not read yet."""
        with suppress(OSError):
            return self._device.recv(AT_ONCE)
        return b""


class SerialCable:
    """The cable, with the interface of a machine's ports: no port while :attr:`plugged` is False.

    Only one program can open the port. Bytes that nobody reads are lost.

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
        """Return the paths of the ports."""
        return [PATH] if self.plugged else []

    def open(self, path: str) -> SimulatedPort:
        """Open the port at ``path``; raise OSError if it does not exist or is already open."""
        if not self.plugged or path != PATH:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if self._port is not None and self._port.is_open:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)
        self._port = SimulatedPort()
        return self._port

    def unplug(self) -> None:
        """Unplug the cable."""
        self.plugged = False
        if self._port is not None:
            self._port.hang_up()

    def plug(self) -> None:
        """Plug the cable in again; a port that was open stays dead."""
        self.plugged = True

    def give(self, data: bytes) -> None:
        """Send ``data`` to the host."""
        if self.plugged and self._port is not None:
            self._port.give(data)

    def take(self) -> bytes:
        """Return the bytes that the host has sent and the device has not read yet."""
        return b"" if self._port is None else self._port.take()
