"""The wires from contacts to pins on the simulated machine."""

from collections.abc import Mapping
from typing import Protocol

from hardware.errors import SimulationError
from hardware.wiring.schema import did_you_mean


class DrivenPin(Protocol):
    """The end of a line: a pin of the Pi, or one of a microcontroller."""

    is_open: bool

    def drive(self, is_open: bool) -> None:
        """Open the contact, which makes a pulled-up pin high, or close it."""


class ContactLine:
    """The wire from a contact to its pin, which may have a fault.

    :attr:`contact` is True while the contact is open; :attr:`level` is what the pin reads.
    """

    def __init__(self, pin: DrivenPin) -> None:
        self.contact = True
        self._pin = pin
        self._held: bool | None = None
        self._is_flipped = False

    @property
    def level(self) -> bool:
        """The level of the pin, True while it is pulled up."""
        return self._pin.is_open

    def move(self, is_open: bool) -> None:
        """Open the contact or close it."""
        self.contact = is_open
        self._drive()

    def hold(self, level: bool | None) -> None:
        """Keep the pin at ``level`` whatever the contact does; None lets it follow the contact."""
        self._held = level
        self._drive()

    def flip(self) -> None:
        """Invert the level; a second flip restores it."""
        self._is_flipped = not self._is_flipped
        self._drive()

    def _drive(self) -> None:
        level = self.contact != self._is_flipped if self._held is None else self._held
        if level != self._pin.is_open:
            self._pin.drive(level)


def find(lines: Mapping[str, ContactLine], name: str) -> ContactLine:
    """Return the line called ``name``; raise SimulationError if no such line is wired."""
    if name not in lines:
        raise SimulationError(f"no line {name!r} is wired: {did_you_mean(name, lines)}")
    return lines[name]
