"""A light beside each seat; it is on while it is the turn of that seat."""

from collections.abc import Mapping
from functools import partial
from operator import methodcaller
from typing import Any

from gpiozero import DigitalOutputDevice

from hardware.output.guarded import GuardedOutput

ON, OFF = methodcaller("on"), methodcaller("off")


class Lights:
    """Lights that are on while their pin is high; all are off when created.

    ``pins`` maps the side of a seat to the BCM pin of its light, ``factory`` is a gpiozero pin
    factory. A light that fails stays dark and is reported in :attr:`fault`; the others still work.

    >>> from hardware.simulated.pi import simulated_factory
    >>> factory = simulated_factory()
    >>> lights = Lights({"south": 16, "north": 20}, factory)
    >>> lights.show("north")
    >>> bool(factory.pin(16).state), bool(factory.pin(20).state)
    (False, True)
    >>> lights.close()
    """

    def __init__(self, pins: Mapping[str, int], factory: Any) -> None:
        self._shown: str | None = None
        self._lights = {
            side: GuardedOutput(
                f"[lights] {side}", pin, partial(DigitalOutputDevice, pin, pin_factory=factory)
            )
            for side, pin in pins.items()
        }

    @property
    def fault(self) -> str | None:
        """Why lights stay dark, in one line; None while all work."""
        faults = [light.fault for light in self._lights.values() if light.fault is not None]
        return " | ".join(faults) or None

    def show(self, side: str | None) -> None:
        """Light the seat on ``side`` and no other; None, or a side without a light, lights none."""
        if side != self._shown:
            self._shown = side
            for each, light in self._lights.items():
                light.drive(ON if each == side else OFF)

    def close(self) -> None:
        """Switch every light off and release the pins. Closing twice is harmless."""
        for light in self._lights.values():
            light.close()
