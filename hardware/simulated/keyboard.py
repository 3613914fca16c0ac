"""The keyboard of the simulated machine: what its hands press that is wired to no pin.

Its keys go into the inbox of the program as those of a keyboard on USB do.
"""

import queue
from collections.abc import Callable

from hardware.input.digits import DIGIT
from hardware.input.edges import Edge
from hardware.wiring.switches import SWITCHES
from hardware.wiring.wiring import KEYS, Wiring

NAME = "Simulated keyboard"


class SimulatedKeyboard:
    """A keyboard with the keys and switches of ``wiring`` that have no pin.

    ``clock`` returns seconds. Without :attr:`inbox`, nobody reads it.
    """

    def __init__(self, wiring: Wiring, clock: Callable[[], float]) -> None:
        wanted = (*((*KEYS, *DIGIT) if wiring.keyboards else ()), *SWITCHES)
        self.contacts = {
            line: SimulatedKey(self, line) for line in wanted if line not in wiring.lines
        }
        self.inbox: queue.SimpleQueue[Edge] | None = None
        self._clock = clock

    @property
    def names(self) -> tuple[str, ...]:
        """Its name while it is plugged in."""
        return (NAME,)

    @property
    def faults(self) -> tuple[str, ...]:
        """None."""
        return ()

    def plug(self, inbox: queue.SimpleQueue[Edge]) -> "SimulatedKeyboard":
        """Let its keys go into ``inbox`` from now on."""
        self.inbox = inbox
        return self

    def close(self) -> None:
        """Let nobody read it any more."""
        self.inbox = None

    def tell(self, line: str, is_open: bool) -> None:
        """Tell the program that the key on ``line`` has opened or closed."""
        if self.inbox is not None:
            self.inbox.put(Edge(self._clock(), line, is_open))


class SimulatedKey:
    """The contact of a key on ``line`` of ``keyboard``."""

    def __init__(self, keyboard: SimulatedKeyboard, line: str) -> None:
        self.is_open = True
        self._keyboard, self._line = keyboard, line

    def drive(self, is_open: bool) -> None:
        """Open the contact, or close it."""
        self.is_open = is_open
        self._keyboard.tell(self._line, is_open)
