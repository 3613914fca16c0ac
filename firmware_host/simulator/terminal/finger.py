"""A finger on the keys of the simulated Pi.

A terminal tells that a key of the keyboard was struck, again and again while it stays down, but
never that it was let go. So every stroke is a press of a fixed length.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_host.simulator.terminal.people import People
from hardware.simulated import SimulatedPi

SHORT, LONG = 0.1, 1.0
"""Seconds for which a key is pressed, and held."""

BETWEEN = 0.05
"""Seconds from one press to the next, enough for the companion to have shown what it did."""


@dataclass(frozen=True, slots=True)
class Press:
    """A ``key`` of the wiring, pressed for so many ``seconds``, and others together with it."""

    key: str
    seconds: float = SHORT
    together: tuple[str, ...] = ()


class Finger:
    """Presses the keys of ``pi`` one after the other, in the order in which they were asked for.

    ``clock`` tells the seconds. ``people`` do what the screen asks for before the finger presses
    ok, and see what came of it before it presses anything again.
    """

    def __init__(self, pi: SimulatedPi, clock: Callable[[], float], people: People) -> None:
        self._pi, self._clock, self._people = pi, clock, people
        self._asked: deque[Press] = deque()
        self._free_at = 0.0

    def ask(self, press: Press) -> None:
        """Ask for ``press``; while the same press is still waiting, that is the one meant."""
        if press not in self._asked:
            self._asked.append(press)

    def move(self) -> None:
        """Begin the press that has waited longest, if it may begin."""
        now = self._clock()
        if self._asked and now >= self._free_at and not self._people.are_waiting(now):
            press = self._asked.popleft()
            if press.key == "ok":
                self._people.obey(now)
            keys = (press.key, *press.together)
            self._free_at = max(self._pi.press(key, press.seconds) for key in keys) + BETWEEN
