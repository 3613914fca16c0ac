"""What happens on a simulated machine at which time, and a clock that moves only on command."""

import heapq
from collections.abc import Callable
from itertools import count

from hardware.errors import SimulationError

Action = Callable[[], object]


class VirtualClock:
    """Returns the time in seconds when called, as ``time.monotonic`` does; moves only on command.

    >>> clock = VirtualClock()
    >>> clock.advance_to(1.5)
    >>> clock()
    1.5
    """

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def __call__(self) -> float:
        return self._now

    def advance_to(self, time: float) -> None:
        """Move on to ``time`` (seconds); raise SimulationError if that is in the past."""
        if time < self._now:
            raise SimulationError(f"expected a time from {self._now} s on, not {time} s")
        self._now = time


class Timeline:
    """Planned actions with their times.

    A :class:`VirtualClock` advances as the actions run, so that each runs exactly at its time. With
    any other ``clock`` an action runs at the first :meth:`run_due` after its time.

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
        self._actions: list[tuple[float, int, Action]] = []
        self._order = count()

    def at(self, time: float, action: Action) -> None:
        """Plan ``action`` for ``time`` (seconds), or for now if that is in the past.

        Actions of the same time run in the order in which they were planned.
        """
        heapq.heappush(self._actions, (max(time, self._clock()), next(self._order), action))

    @property
    def next(self) -> float | None:
        """When the next action is due (seconds); None if nothing is planned."""
        return self._actions[0][0] if self._actions else None

    def run_due(self, now: float) -> None:
        """Run every action up to ``now`` (seconds) in the order of their times."""
        while self._actions and self._actions[0][0] <= now:
            time, _, action = heapq.heappop(self._actions)
            self._advance_to(time)
            action()
        self._advance_to(now)

    def _advance_to(self, time: float) -> None:
        if isinstance(self._clock, VirtualClock):
            self._clock.advance_to(time)
