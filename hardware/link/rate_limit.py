"""How fast somebody may go: a burst, then so much a second. Pure: it is told the time.

>>> pace = Pace(per_second=100, burst=0.5)
>>> pace.spend(200, now=1.0)
>>> pace.allows(1.0), round(pace.free_at, 3), pace.allows(2.6)
(False, 2.5, True)
"""

from math import inf


class Pace:
    """What is spent may add up to ``burst`` seconds of ``per_second``; then it has to wait.

    The last thing that is allowed may be more than what is left, which is waited for after it.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._per_second, self._burst = per_second, burst
        self._paid_at = -inf

    @property
    def free_at(self) -> float:
        """From when on (seconds) something may be spent again."""
        return self._paid_at - self._burst

    def allows(self, now: float) -> bool:
        """Whether something may be spent at ``now`` (seconds)."""
        return now >= self.free_at

    def spend(self, amount: float, now: float) -> None:
        """Take note that ``amount`` was spent at ``now`` (seconds)."""
        self._paid_at = max(self._paid_at, now) + amount / self._per_second
