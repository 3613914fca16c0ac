"""Serial ports of peers: what the link needs of a port, which it opens when, and how fast one may
be.

The code is pure: the caller passes the time.

>>> backoff = Backoff()
>>> for _ in range(5):
...     backoff.put_off(now=10.0)
...     print(backoff.due)
10.5
11.0
12.0
14.0
14.0
>>> limit = RateLimit(per_second=100, burst=0.5)
>>> limit.spend(200, now=1.0)
>>> limit.allows(1.0), round(limit.free_at, 3), limit.allows(2.6)
(False, 2.5, True)
"""

import errno
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from typing import Protocol, TypeVar

from hardware.link.hello import Hello

FIRST, LONGEST = 0.5, 4.0
"""Seconds before the second try, and the longest time between two tries."""


class Backoff:
    """When to try something next (:attr:`due`, in seconds): soon at first, then less often."""

    def __init__(self) -> None:
        self.due = -inf
        self._delay = FIRST

    def put_off(self, now: float) -> None:
        """Wait from ``now`` (seconds) twice as long as the last time, up to LONGEST."""
        self.due = now + self._delay
        self._delay = min(LONGEST, 2 * self._delay)

    def restart(self, now: float) -> None:
        """Wait from ``now`` (seconds) as after the first failure."""
        self._delay = FIRST
        self.put_off(now)


class RateLimit:
    """Allows ``per_second`` in the long run, and up to ``burst`` seconds' worth of it at once.

    The last amount that is allowed may be larger than what is left; the wait after it is longer.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._burst = per_second, burst
        self._paid_until = -inf

    @property
    def free_at(self) -> float:
        """When something may be spent again (seconds)."""
        return self._paid_until - self._burst

    def allows(self, now: float) -> bool:
        """Return whether something may be spent at ``now`` (seconds)."""
        return now >= self.free_at

    def spend(self, amount: float, now: float) -> None:
        """Record that ``amount`` was spent at ``now`` (seconds)."""
        self._paid_until = max(self._paid_until, now) + amount / self._per_second


MOST = 8
"""The largest number of ports in use, and of lost peers that are remembered."""

NOT_PERMITTED = "not permitted: sudo usermod -aG dialout $USER, then log in again"
IN_USE = "in use by another program: end that (the service: sudo systemctl stop tableside)"
ADVICE: Mapping[int | None, str] = {
    errno.EACCES: NOT_PERMITTED,
    errno.EPERM: NOT_PERMITTED,
    errno.EAGAIN: IN_USE,
    errno.EBUSY: IN_USE,
}

Value = TypeVar("Value")
log = logging.getLogger(__name__)


class Port(Protocol):
    """An open serial port, real or simulated."""

    def fileno(self) -> int:
        """Return the file descriptor that shows when there is something to read."""

    def read(self) -> bytes:
        """Return the bytes received so far, without waiting; OSError when the port is gone."""

    def write(self, data: bytes) -> None:
        """Send ``data`` without waiting; OSError when the port is gone."""

    def close(self) -> None:
        """Close the port. Closing twice is harmless."""


class Ports(Protocol):
    """The serial ports of a machine, real or simulated."""

    def find(self) -> Sequence[str]:
        """Return the paths of the ports that the wiring asks for."""

    def open(self, path: str) -> Port:
        """Open the port at ``path`` for this program alone; OSError if that is not possible."""


class PortSearch:
    """Finds and opens ``ports``; what failed is tried again soon, and then less and less often."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._next_search = Backoff()
        self._retries: dict[str, Backoff] = {}
        self._troubles: dict[str, str] = {}
        self._lost: dict[str, str] = {}

    @property
    def troubles(self) -> list[str]:
        """Why ports cannot be used, and which peers are gone, each in one line."""
        return [*self._troubles.values(), *self._lost.values()]

    def due(self, in_use: Collection[str]) -> float:
        """Return when to search again (seconds) while the ports at ``in_use`` are open."""
        waiting = self._retries.keys() - set(in_use)
        return min([self._next_search.due, *(self._retries[path].due for path in waiting)])

    def search(self, now: float, in_use: Collection[str]) -> Iterator[tuple[str, Port]]:
        """Search at ``now`` (seconds); yield each port that is not ``in_use``, opened."""
        self._next_search.put_off(now)
        for path in self._found():
            retry = self._retries.get(path)
            if path not in in_use and (retry is None or retry.due <= now):
                port = self._opened(path, now)
                if port is not None:
                    yield path, port

    def welcome(self, path: str, hello: Hello) -> None:
        """Record that the peer that sent ``hello`` is here, at ``path``."""
        self._retries.pop(path, None)
        self._lost.pop(hello.identity, None)

    def lose(self, path: str, hello: Hello | None, error: Exception, now: float) -> None:
        """Record that the port at ``path`` failed, and with it the peer that sent ``hello``."""
        log.debug("%s failed", path, exc_info=error)
        self._retries.setdefault(path, Backoff()).put_off(now)
        if hello is None:
            self._troubles[path] = f"{path}: {_advice(error)}"
            return
        gone = f"{path}: {hello.model} {hello.identity} is gone: plug it in again"
        self._lost = dict(list({**self._lost, hello.identity: gone}.items())[-MOST:])
        self._next_search.restart(now)

    def _found(self) -> Sequence[str]:
        found: Sequence[str] = ()
        trouble = {}
        try:
            found = self._ports.find()
        except Exception as error:  # noqa: BLE001 - nothing may end the link
            trouble = {"": f"the search for serial ports failed: {error}"}
        if len(found) > MOST:
            trouble = {"": f"only {MOST} of {len(found)} ports are used: name them in [link] find"}
        found = found[:MOST]
        self._troubles = trouble | _only(self._troubles, found)
        self._retries = _only(self._retries, found)
        return found

    def _opened(self, path: str, now: float) -> Port | None:
        try:
            port = self._ports.open(path)
        except Exception as error:  # noqa: BLE001 - termios.error is no OSError, for one
            self._troubles[path] = f"{path}: {_advice(error)}"
            self._retries.setdefault(path, Backoff()).put_off(now)
            return None
        self._troubles.pop(path, None)
        return port


def _only(table: Mapping[str, Value], keys: Collection[str]) -> dict[str, Value]:
    return {key: value for key, value in table.items() if key in keys}


def _advice(error: Exception) -> str:
    cannot = f"cannot be used ({error}): plug it in again"
    return ADVICE.get(getattr(error, "errno", None), cannot)
