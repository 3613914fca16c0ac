"""When to send a picture again to a panel that may have lost it without anybody noticing."""

from collections.abc import Callable, Iterator
from math import inf

EVERY = 60.0
"""Seconds from the end of one refresh to the next."""

AFTER_A_PICTURE = 0.02
"""Seconds by which a slice is put off when a picture has just been sent: presses come first."""


class Refresh:
    """Sends the slices of a refresh, one at a time; there is none until :meth:`plan`.

    :attr:`deadline` is when the next slice is due, in seconds.
    """

    def __init__(self) -> None:
        self.deadline = inf
        self._slices: Iterator[float] | None = None

    def plan(self, now: float) -> None:
        """Begin a refresh in a while; one that has begun is given up."""
        self.deadline, self._slices = now + EVERY, None

    def stop(self) -> None:
        """Give up the refresh, and plan none."""
        self.deadline, self._slices = inf, None

    def put_off(self, now: float) -> None:
        """Let a slice that is due wait a little."""
        self.deadline = max(self.deadline, now + AFTER_A_PICTURE)

    def run_due(self, begin: Callable[[], Iterator[float] | None], now: float) -> None:
        """Send the slice that is due, if any; ``begin`` returns those of a new refresh."""
        if now < self.deadline:
            return
        if self._slices is None:
            self._slices = begin()
        wait = next(self._slices or iter(()), None)
        if wait is None:
            self.plan(now)
        else:
            self.deadline = now + wait
