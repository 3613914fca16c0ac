"""Presses of the keys of a simulated Pi, one after the other.

Every press has a fixed length in the time of the machine: that stands still while this program is
too busy to move the contact (:meth:`hardware.simulated.Timeline.now`), so that no press is lost,
and none becomes a hold.
"""

from collections import deque
from collections.abc import Callable

from msgspec import Struct

from firmware_host.simulator.people import People
from hardware.input.edges import STABLE
from hardware.simulated import SimulatedPi

SHORT, LONG = 0.05, 1.0
"""Seconds for which a key is pressed, and held."""

SETTLED = STABLE + 0.001
"""Seconds from the last edge of a press until the program can know that it has ended."""

GLANCE = 0.01
"""Seconds between two looks at whether the program has handled a press."""

MOST_WAITING = 3
"""The most equal presses that wait: more than a person strikes while the program is busy, and few
enough that a key that is held down, which a keyboard repeats, stops soon after it is let go."""


class Press(Struct, frozen=True):
    """A ``key`` of the wiring, pressed for ``seconds``, and others ``together`` with it."""

    key: str
    seconds: float = SHORT
    together: tuple[str, ...] = ()


class KeyPresser:
    """Press the keys of ``pi`` one after the other, in the order in which they are requested.

    A press ends when the program has handled its last edge; only then does the next one begin.
    ``wake`` lets the program handle what has come. Before OK is pressed, ``people`` do what the
    screen asks for, and the next press waits until the screen has answered. Times are seconds of
    the clock of ``pi``.
    """

    def __init__(self, pi: SimulatedPi, people: People, wake: Callable[[], None]) -> None:
        self._pi, self._people, self._wake = pi, people, wake
        self._queue: deque[Press] = deque()
        self._ends_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """When to call :meth:`run_due`; None while no press is requested or under way."""
        now = self._pi.clock()
        if self._ends_at is not None:
            return max(self._ends_at, now + GLANCE)
        return now + GLANCE if self._queue else None

    @property
    def is_idle(self) -> bool:
        """Whether no press is requested or under way."""
        return self._ends_at is None and not self._queue

    def request(self, press: Press) -> None:
        """Add ``press`` to the queue, unless the same press waits there often enough already."""
        if self._queue.count(press) < MOST_WAITING:
            self._queue.append(press)

    def run_due(self, handled_until: float) -> None:
        """Begin the press that has waited longest, if it is time.

        Everything up to the time ``handled_until`` is handled and shown.
        """
        now = self._pi.clock()
        if self._ends_at is not None and handled_until < self._ends_at:
            if now >= self._ends_at:
                self._wake()
            return
        self._ends_at = None
        if self._queue and not self._people.are_waiting(now):
            self._begin(self._queue.popleft(), now)

    def _begin(self, press: Press, now: float) -> None:
        if self._people.confirms(press.key):
            self._people.obey(now)
        keys = (press.key, *press.together)
        with self._pi.timeline.still():
            released = max(self._pi.press(key, press.seconds) for key in keys)
        self._ends_at = released + SETTLED
