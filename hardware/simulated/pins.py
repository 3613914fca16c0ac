"""GPIO pins with a contact to ground that the program moves."""

from functools import lru_cache
from threading import RLock
from typing import Any

from gpiozero import PiBoardInfo
from gpiozero.pins.mock import MockFactory, MockPin

MAX_STATES = 16
"""How many of its last levels a pin remembers."""


class PromptFactory(MockFactory):  # type: ignore[misc]  # gpiozero comes without types
    """gpiozero's mock factory, whose handlers are never late by any clock.

    All such factories of one kind of Pi share what is known of it, which is much. The lock is as in
    :mod:`hardware.input.pins`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._res_lock = RLock()

    def _get_board_info(self) -> PiBoardInfo:
        return _board_info(self._revision)

    @staticmethod
    def ticks() -> float:
        """Return a constant: a handler runs in the instant of its edge."""
        return 0.0


class ContactPin(MockPin):  # type: ignore[misc]
    """gpiozero's mock pin, with a contact that is stronger than the pull resistor.

    A contact that is closed when the pin is claimed keeps it low, as on a real machine. An open
    contact, the initial state, leaves the pin to the resistor.
    """

    is_open = True

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive(self.is_open)

    def drive(self, is_open: bool) -> None:
        """Open the contact, so that a pulled-up pin is high, or close it, which makes it low."""
        self.is_open = is_open
        if is_open and self._pull == "up":
            self.drive_high()
        elif not is_open:
            self.drive_low()
        self.clear_states()

    def _change_state(self, value: float) -> bool:
        has_changed: bool = super()._change_state(value)
        # gpiozero keeps a list of all levels; it would grow for ever
        del self.states[:-MAX_STATES]
        return has_changed


@lru_cache(maxsize=1)
def _board_info(revision: int) -> PiBoardInfo:
    """Return the headers and pins of the Pi of ``revision``."""
    return PiBoardInfo.from_revision(revision)


def simulated_factory() -> Any:
    """Return a gpiozero factory of pins that the program drives in place of contacts."""
    return PromptFactory(pin_class=ContactPin)
