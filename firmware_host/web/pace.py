"""How often something may happen."""

from collections.abc import Callable


class Pace:
    """Allows ``burst`` events at once, and ``rate`` a second after that; ``clock`` gives seconds.

    >>> time = [0.0]
    >>> pace = Pace(2, 1.0, lambda: time[0])
    >>> [pace.allows() for _ in range(3)]
    [True, True, False]
    >>> time[0] = 1.0
    >>> pace.allows()
    True
    """

    def __init__(self, burst: int, rate: float, clock: Callable[[], float]) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._at = float(burst), clock()

    def allows(self) -> bool:
        """Return whether one more event may happen now, and count it if so."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
