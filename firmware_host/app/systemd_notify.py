"""Tell systemd that the program is ready, alive or about to stop.

The protocol is that of sd_notify(3): a datagram of lines to the socket in ``$NOTIFY_SOCKET``.

>>> Notifier({}).deadline is None
True
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple, Protocol

from firmware_host.base.registry import Registry

SOCKET, WATCHDOG, WATCHDOG_PID = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
READY, ALIVE, STOPPING = b"READY=1", b"WATCHDOG=1", b"STOPPING=1"

SHARE = 0.5
"""Part of the watchdog time after which to send the next message (sd_watchdog_enabled(3))."""

SIGNALLED = 75
"""The exit code of the service after a signal; the unit in ``setup`` has the same number."""

Send = Callable[[str, bytes], None]


class StartWitness(Protocol):
    """What learns whether a new version of the program has started, and whether it has failed."""

    def started(self) -> None:
        """Learn that the first picture is drawn and the watchdog has its first answer."""

    def failed(self, error: Exception) -> None:
        """Learn that the table has failed with ``error``."""


class VersionTrial(NamedTuple):
    """What a feature that puts versions in the place of others has to know of a start.

    ``witness`` returns what learns how the program with this environment does, None if nothing
    asks; ``has_come_back`` whether it runs again because a newer version has failed.
    """

    witness: Callable[[Mapping[str, str]], StartWitness | None]
    has_come_back: Callable[[], bool]


VERSION_TRIALS = Registry[VersionTrial]()
"""The trials of features; the first one counts."""


def start_witness(environ: Mapping[str, str]) -> StartWitness | None:
    """Return what learns how the program with this ``environ`` does; None if nothing asks."""
    return next((each.witness(environ) for each in VERSION_TRIALS), None)


def has_come_back() -> bool:
    """Return whether the program runs again because a newer version has failed."""
    return any(each.has_come_back() for each in VERSION_TRIALS)


def send(address: str, words: bytes) -> None:
    """Send ``words`` to the datagram socket at ``address``, an abstract one if it begins with @.

    Do not wait; raise OSError if nobody listens there or the queue is full.
    """
    path = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.setblocking(False)
        sender.sendto(words, path)


class Notifier:
    """Notify systemd, or do nothing if ``environ`` has no ``NOTIFY_SOCKET``.

    ``environ`` is the environment of the process. No method raises: the table runs with and without
    systemd. ``trial`` tells the updater how a new version of the program is (None: nobody asks).
    """

    def __init__(
        self, environ: Mapping[str, str], send: Send = send, trial: StartWitness | None = None
    ) -> None:
        self._address, self._send, self._trial = environ.get(SOCKET, ""), send, trial
        self._interval = _interval(environ) if self._address else None
        self._is_ready = False
        self._due: float | None = None

    @property
    def is_service(self) -> bool:
        """True if systemd started the program and waits for its messages."""
        return bool(self._address)

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`cycle` next, in seconds; None if there is no watchdog."""
        return self._due

    def cycle(self, now: float, has_picture: bool = False) -> None:
        """Report that the loop is alive at ``now`` (seconds); the first call reports readiness.

        ``has_picture`` is true if the display shows the table: then a new version has started.
        """
        if not self._is_ready:
            self._is_ready = True
            self._notify(READY)
        if self._interval is not None and (self._due is None or now >= self._due):
            self._due = now + self._interval
            self._notify(ALIVE)
        if has_picture and self._trial is not None:
            self._trial.started()

    def failed(self, error: Exception) -> None:
        """Report that the table has failed with ``error``, although the program goes on."""
        if self._trial is not None:
            self._trial.failed(error)

    def stop(self) -> None:
        """Report that the program is about to end."""
        self._notify(STOPPING)

    def _notify(self, words: bytes) -> None:
        if self._address:
            # a path that is too long or contains a null byte counts as none
            with suppress(OSError, ValueError):
                self._send(self._address, words)


def _interval(environ: Mapping[str, str]) -> float | None:
    """Return the seconds between two watchdog messages; None if systemd does not expect any.

    >>> _interval({"WATCHDOG_USEC": "30000000"})
    15.0
    """
    text, pid = environ.get(WATCHDOG, ""), environ.get(WATCHDOG_PID, "")
    is_for_us = pid in ("", str(os.getpid()))
    if not (is_for_us and text.isascii() and text.isdigit() and len(text) < 19 and int(text)):
        return None
    return int(text) / 1_000_000 * SHARE
