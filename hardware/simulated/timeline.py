"""What is going to happen on a simulated machine, and when."""

import heapq
from collections.abc import Callable
from itertools import count

from hardware.simulated.clock import VirtualClock

Act = Callable[[], object]


class Timeline:
    """Acts with the times at which they are due.

    A :class:`VirtualClock` goes on as the acts are run, so that each runs at exactly its time; any
    other ``clock`` goes by itself, and an act runs when it is due and asked for.

    >>> clock = VirtualClock()
    >>> timeline = Timeline(clock)
    >>> for time in (0.3, 0.1):
    ...     timeline.at(time, lambda: print(clock()))
    >>> timeline.run_due(0.2)
    0.1
    >>> clock(), timeline.next
    (0.2, 0.3)
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._advance_to = clock.advance_to if isinstance(clock, VirtualClock) else _goes_by_itself
        self._acts: list[tuple[float, int, Act]] = []
        self._order = count()

    def at(self, time: float, act: Act) -> None:
        """Let ``act`` happen at ``time`` (seconds), or now if that is past.

        Acts of one time happen in the order in which they were planned.
        """
        heapq.heappush(self._acts, (max(time, self._clock()), next(self._order), act))

    @property
    def next(self) -> float | None:
        """When the next act is due (seconds); None if nothing is planned."""
        return self._acts[0][0] if self._acts else None

    def run_due(self, now: float) -> None:
        """Run every act up to ``now`` (seconds) in the order of their times."""
        while self._acts and self._acts[0][0] <= now:
            time, _, act = heapq.heappop(self._acts)
            self._advance_to(time)
            act()
        self._advance_to(now)


def _goes_by_itself(time: float) -> None:
    pass
