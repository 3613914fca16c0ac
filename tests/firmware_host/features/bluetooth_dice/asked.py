"""Simulated tables with Bluetooth dice, as they are asked for."""

from firmware_host.base.registry import KnownFacts
from firmware_host.features.bluetooth_dice.store import SimulatedDiceHere
from hardware.dice.bluetooth.news import Make


def with_dice(make: Make, sides: int) -> KnownFacts:
    """Return what a request says of the virtual dice of a ``make`` with so many ``sides``."""
    return KnownFacts().with_fact(SimulatedDiceHere(make, sides))
