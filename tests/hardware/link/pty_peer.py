"""The firmware's peer at the other end of a pseudo-terminal in place of a USB cable."""

import os
import pty
import select
from collections.abc import Callable
from pathlib import Path

from hardware.firmware.parts import PeerInputs, PeerLights
from hardware.firmware.peer import Peer
from hardware.firmware.protocol import frame

KEYS = ["up", "down", "ok"]
PATIENCE = 20.0
"""Seconds to wait for bytes on a pseudo-terminal."""


class PtyPeer:
    """A peer with three keys and three lights, plugged in where ``link`` points to its port.

    ``clock`` tells the seconds. :attr:`closed` are the bits of the keys that are down.
    """

    def __init__(self, link: Path, clock: Callable[[], float]) -> None:
        self.closed = self.lit = 0
        self._link, self._clock = link, clock
        self._master = -1

    def plug(self, noise: bytes = b"") -> None:
        """Plug it in: it starts, and sends ``noise`` first."""
        keys = PeerInputs("keys", KEYS, lambda: self.closed, 5)
        lights = PeerLights(["south", "west", "north"], self._light)
        self._peer = Peer("e6614c311b7e6a35", "tableside-test/1", [keys, lights])
        self._noise = noise
        self._master, slave = pty.openpty()
        os.set_blocking(self._master, False)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(os.ttyname(slave))
        os.close(slave)

    def unplug(self, last: bytes = b"") -> None:
        """Unplug the cable while ``last`` is being sent."""
        if self._master >= 0:
            self._send(last)
            os.close(self._master)
            self._master = -1
            self._link.unlink()

    def attend(self, seconds: float = 0.0) -> None:
        """Wait up to ``seconds`` for the host, and answer; look at the keys in any case."""
        now = round(self._clock() * 1000)
        select.select([self._master], [], [], seconds)
        try:
            self._peer.feed(os.read(self._master, 4096), now)
        except OSError:
            # nothing there, or nobody at the other end yet
            pass
        else:
            self._send(self._noise)
            self._noise = b""
        self._send(self._peer.poll(now))

    def _send(self, data: bytes) -> None:
        if data:
            os.write(self._master, data)

    def _light(self, bits: int) -> None:
        self.lit = bits


def half_a_frame() -> bytes:
    return frame(7, ["keys", "7"])[:9]


def has_come(filenos: tuple[int, ...]) -> bool:
    """Wait until there is something to read on one of ``filenos``."""
    ready, _, _ = select.select(filenos, [], [], PATIENCE)
    return bool(ready)
