"""What happens on a simulated machine at which time, and a clock that moves only on command."""

import heapq
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from hardware import SimulationError

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
    any other ``clock`` an action runs at the first :meth:`run_due` after its time; until it has
    run, the time of the machine, :meth:`now`, stands still. So what runs on the machine never
    notices that a hand was late.

    Every method may be called from any thread.

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
        self._stands_at: float | None = None
        self._lock = threading.Lock()

    def now(self) -> float:
        """Return the time of the machine in seconds; it waits for actions that have not run."""
        with self._lock:
            return self._now()

    def at(self, time: float, action: Action) -> None:
        """Plan ``action`` for ``time`` (seconds), or for now if that is in the past.

        Actions of the same time run in the order in which they were planned.
        """
        with self._lock:
            heapq.heappush(self._actions, (max(time, self._now()), next(self._order), action))

    @contextmanager
    def still(self) -> Iterator[None]:
        """Let the time of the machine stand still, so that what is planned keeps its distances."""
        with self._lock:
            before, self._stands_at = self._stands_at, self._now()
        try:
            yield
        finally:
            self._stands_at = before

    @property
    def next(self) -> float | None:
        """When the next action is due (seconds); None if nothing is planned."""
        with self._lock:
            return self._next()

    def run_due(self, now: float) -> None:
        """Run every action up to ``now`` (seconds) in the order of their times."""
        try:
            while (action := self._take(now)) is not None:
                action()
        finally:
            self._stands_at = None
        self._advance_to(now)

    def _take(self, now: float) -> Action | None:
        """Return the next action up to ``now`` (seconds), at whose time the machine then is."""
        with self._lock:
            if not self._actions or self._actions[0][0] > now:
                return None
            time, _, action = heapq.heappop(self._actions)
            self._stands_at = time
            self._advance_to(time)
        return action

    def _next(self) -> float | None:
        return self._actions[0][0] if self._actions else None

    def _now(self) -> float:
        planned = self._next() if self._stands_at is None else self._stands_at
        return self._clock() if planned is None else min(self._clock(), planned)

    def _advance_to(self, time: float) -> None:
        if isinstance(self._clock, VirtualClock):
            self._clock.advance_to(time)
