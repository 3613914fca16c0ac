"""When to try again what has failed: soon at first, then less and less often.

>>> backoff = Backoff()
>>> for _ in range(5):
...     backoff.put_off(now=10.0)
...     print(backoff.due)
10.5
11.0
12.0
14.0
14.0
"""

from math import inf

FIRST, LONGEST = 0.5, 4.0
"""Seconds to the second try, and at most from one try to the next."""


class Backoff:
    """When something is tried next (:attr:`due`, in seconds); at once, to begin with."""

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
