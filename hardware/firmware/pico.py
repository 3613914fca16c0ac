"""A peer on a Pico: its parts on pins, the host at its USB port. Only this room needs MicroPython.

MicroPython writes to USB byte by byte without waiting as long as there is room, but waits for half
a second where there is none: so nothing is written before the port says that there is room.
"""

from . import settings
from .binding import parts
from .peer import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MODEL = "tableside-pico/1"

WATCHDOG = 2000
"""Milliseconds after which a Pico that hangs starts anew; a pass takes a few."""

AT_ONCE = 64
"""Bytes that are read or written in one pass at most."""


class UsbPort:
    """The USB port as a stream that never waits: ``source`` and ``sink`` are its raw streams.

    ``reading`` and ``writing`` are their ``select.poll`` objects.
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
        """Return what has come, waiting a millisecond for it at most."""
        data, wait = b"", 1
        for _ in range(AT_ONCE):
            if not self._reading.poll(wait):
                break
            data, wait = data + self._source.read(1), 0
        return data

    def send(self, data: bytes) -> None:
        """Write ``data`` after what has not been sent yet, as far as there is room."""
        self._unsent += data
        sent = 0
        while sent < min(len(self._unsent), AT_ONCE) and self._writing.poll(0):
            self._sink.write(self._unsent[sent : sent + 1])
            sent += 1
        self._unsent = self._unsent[sent:]


class Clock:
    """Milliseconds that never go back, out of ``ticks`` and ``since`` of MicroPython, which do."""

    def __init__(self, ticks: "Callable[[], int]", since: "Callable[[int, int], int]") -> None:
        self._ticks, self._since = ticks, since
        self._last, self._now = ticks(), 0

    def now(self) -> int:
        """Return the ms since the clock was made."""
        ticks = self._ticks()
        self._now += self._since(ticks, self._last)
        self._last = ticks
        return self._now


def attend(peer: Peer, port: UsbPort, clock: Clock) -> None:
    """Take a pass: hear the host, look at the parts, tell the host.

    While the host does not read, nothing new is said: what it reads first is as old as a frame.
    """
    peer.feed(port.read(), clock.now())
    port.send(peer.poll(clock.now()) if port.is_free else b"")


def run() -> None:
    """Serve the host until the supply goes, unless the service pin is tied to ground."""
    import machine  # type: ignore[import-not-found]
    import micropython  # type: ignore[import-not-found]

    if not machine.Pin(settings.SERVICE, machine.Pin.IN, machine.Pin.PULL_UP)():
        print(f"GP{settings.SERVICE} is at ground: the firmware does not run")
        return
    peer = Peer(machine.unique_id().hex(), MODEL, parts(machine))
    port, clock = _usb(), _clock()
    watchdog = machine.WDT(timeout=WATCHDOG)
    # a byte of garbage must not stop it as Ctrl-C would
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
