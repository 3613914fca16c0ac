"""Pacing: how long to wait before the next try, and how fast a peer may be.

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

from math import inf

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
