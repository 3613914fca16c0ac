"""Serve the host on a Pico: the parts are on its pins, the host is at its USB port.

Only this module needs MicroPython.

MicroPython writes a byte to USB without waiting while there is room, but waits for half a second
when there is none. So nothing is written before the port reports that there is room.
"""

from . import settings
from .binding import parts
from .peer import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MODEL = "tableside-pico/2"

WATCHDOG = 2000
"""Milliseconds after which a Pico that hangs restarts; a pass takes a few."""

READ_AT_ONCE, WRITTEN_AT_ONCE = 64, 32
"""The most bytes that are read and written in one pass: to write one takes 0.07 ms."""


class UsbPort:
    """The USB port as a stream that never waits.

    ``source`` and ``sink`` are its raw streams, ``reading`` and ``writing`` their ``select.poll``.
    """

    def __init__(self, source: "Any", sink: "Any", reading: "Any", writing: "Any") -> None:
        self._source, self._sink = source, sink
        self._reading, self._writing = reading, writing
        self._unsent = b""

    @property
    def is_free(self) -> bool:
        """Whether everything has been sent."""
        return not self._unsent

    def read(self) -> bytes:
        """Return the bytes received so far; wait at most a millisecond for them."""
        data, wait = b"", 1
        for _ in range(READ_AT_ONCE):
            if not self._reading.poll(wait):
                break
            data, wait = data + self._source.read(1), 0
        return data

    def send(self, data: bytes) -> None:
        """Write ``data`` after the bytes that are not sent yet, as far as there is room."""
        self._unsent += data
        sent = 0
        while sent < min(len(self._unsent), WRITTEN_AT_ONCE) and self._writing.poll(0):
            self._sink.write(self._unsent[sent : sent + 1])
            sent += 1
        self._unsent = self._unsent[sent:]


class Clock:
    """A clock in milliseconds that never wraps, from ``ticks`` and ``since`` of MicroPython.

    ``ticks`` wraps; ``since`` is the difference of two values of it.
    """

    def __init__(self, ticks: "Callable[[], int]", since: "Callable[[int, int], int]") -> None:
        self._ticks, self._since = ticks, since
        self._last, self._now = ticks(), 0

    def now(self) -> int:
        """Return the milliseconds since the clock was created."""
        ticks = self._ticks()
        self._now += self._since(ticks, self._last)
        self._last = ticks
        return self._now


def attend(peer: Peer, port: UsbPort, clock: Clock) -> None:
    """Do one pass: read from the host, read the parts, send a frame to the host.

    While the host does not read, nothing new is sent, so that it never gets old reports.
    """
    peer.feed(port.read(), clock.now())
    peer.update(clock.now())
    port.send(peer.next_frame(clock.now()) if port.is_free else b"")


def run() -> None:
    """Serve the host until the power goes, unless the service pin is connected to ground."""
    import machine  # type: ignore[import-not-found]
    import micropython  # type: ignore[import-not-found]

    if not machine.Pin(settings.SERVICE, machine.Pin.IN, machine.Pin.PULL_UP)():
        print(f"GP{settings.SERVICE} is at ground: the firmware does not run")
        return
    peer = Peer(machine.unique_id().hex(), MODEL, parts(machine))
    port, clock = _usb(), _clock()
    watchdog = machine.WDT(timeout=WATCHDOG)
    # a byte of noise must not stop it as Ctrl-C would
    micropython.kbd_intr(-1)
    while True:
        attend(peer, port, clock)
        watchdog.feed()


def _usb() -> UsbPort:
    import select
    import sys

    reading, writing = select.poll(), select.poll()
    reading.register(sys.stdin, select.POLLIN)
    writing.register(sys.stdout, select.POLLOUT)
    return UsbPort(sys.stdin.buffer, sys.stdout.buffer, reading, writing)


def _clock() -> Clock:
    import time

    now: Any = time
    return Clock(now.ticks_ms, now.ticks_diff)
