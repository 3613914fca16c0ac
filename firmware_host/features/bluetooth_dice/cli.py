"""What Bluetooth dice add to the command line: they are watched, and there are virtual ones."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.cli.parser import (
    DICE_WATCHES,
    EXTRAS,
    SIMULATED_DICE,
    DiceWatch,
    Extra,
    SimulatedDice,
)

if TYPE_CHECKING:
    from firmware_host.app.request import Request
    from hardware.dice.bluetooth.news import Make

DICE: Final[Mapping[str, "tuple[Make, int]"]] = {
    "godice": ("godice", 6),
    "godice-d4": ("godice", 4),
    "pixels": ("pixels", 6),
    "pixels-d4": ("pixels", 4),
}
"""The make and the sides of the Bluetooth dice that a simulated table can have."""


def _apply(request: "Request", name: str) -> "Request":
    from firmware_host.features.bluetooth_dice.store import SimulatedDiceHere

    return replace(request, facts=request.facts.with_fact(SimulatedDiceHere(*DICE[name])))


OFFERS: Final = (
    EXTRAS.offer(Extra("bluetooth", ("bleak",), "Bluetooth dice")),
    DICE_WATCHES.offer(
        DiceWatch(
            "--bluetooth",
            "watch the Bluetooth dice of the table instead",
            "firmware_host.features.bluetooth_dice.watch",
        )
    ),
    SIMULATED_DICE.offer(SimulatedDice("virtual Bluetooth dice", tuple(DICE), _apply)),
)
