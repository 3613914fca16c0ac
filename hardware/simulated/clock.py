"""A clock that stands still until it is told to go on."""

from hardware.errors import SimulationError


class VirtualClock:
    """Tells the seconds when called, as ``time.monotonic`` does, but moves only when told.

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
        """Move on to ``time`` (seconds); SimulationError if that is past."""
        if time < self._now:
            raise SimulationError(f"expected a time from {self._now} s on, not {time} s")
        self._now = time
