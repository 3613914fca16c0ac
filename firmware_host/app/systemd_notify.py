"""What the program tells systemd about itself: it is ready, it lives, it stops.

The protocol is that of sd_notify(3): a datagram of lines to the socket in ``$NOTIFY_SOCKET``.

>>> Notifier({}).deadline is None
True
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

SOCKET, WATCHDOG, WATCHDOG_PID = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
READY, ALIVE, STOPPING = b"READY=1", b"WATCHDOG=1", b"STOPPING=1"

SHARE = 0.5
"""After what part of the time that systemd waits it is told again (sd_watchdog_enabled(3))."""

Send = Callable[[str, bytes], None]


def send(address: str, words: bytes) -> None:
    """Send ``words`` to the datagram socket at ``address``; one that begins with @ is abstract.

    Never waits; OSError if nobody listens there or cannot take it now.
    """
    path = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.setblocking(False)
        sender.sendto(words, path)


class Notifier:
    """Tells systemd what it wants to know; without ``$NOTIFY_SOCKET`` there is nothing to tell.

    ``environ`` is the environment that systemd gave. Nothing here raises: a table goes on without
    anybody who listens.
    """

    def __init__(self, environ: Mapping[str, str], send: Send = send) -> None:
        self._address, self._send = environ.get(SOCKET, ""), send
        self._interval = _interval(environ) if self._address else None
        self._is_ready = False
        self._due: float | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`cycle` is to be called next, in seconds; None if nobody waits for it."""
        return self._due

    def cycle(self, now: float) -> None:
        """The loop has gone round at ``now`` (seconds); the first time a picture is shown."""
        if not self._is_ready:
            self._is_ready = True
            self._tell(READY)
        if self._interval is not None and (self._due is None or now >= self._due):
            self._due = now + self._interval
            self._tell(ALIVE)

    def stop(self) -> None:
        """The program is about to end."""
        self._tell(STOPPING)

    def _tell(self, words: bytes) -> None:
        if self._address:
            # a path with a null byte in it, or too long a one, is as good as none
            with suppress(OSError, ValueError):
                self._send(self._address, words)


def _interval(environ: Mapping[str, str]) -> float | None:
    """Seconds from one sign of life to the next; None if systemd does not watch this process.

    >>> _interval({"WATCHDOG_USEC": "30000000"})
    15.0
    """
    text, pid = environ.get(WATCHDOG, ""), environ.get(WATCHDOG_PID, "")
    is_meant = pid in ("", str(os.getpid()))
    if not (is_meant and text.isascii() and text.isdigit() and len(text) < 19 and int(text)):
        return None
    return int(text) / 1_000_000 * SHARE
