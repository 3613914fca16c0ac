"""What Bluetooth dice add to the command line: they are watched, and there are virtual ones."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from firmware_host.cli.parser import DICE_WATCHES, SIMULATED_DICE, DiceWatch, SimulatedDice

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


def _add(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--bluetooth", action="store_true", help="watch the Bluetooth dice of the table instead"
    )


def _watch(arguments: Namespace) -> int | None:
    if not arguments.bluetooth:
        return None
    from firmware_host.features.bluetooth_dice.watch import watch_bluetooth
    from firmware_host.storage.state_folder import find

    return watch_bluetooth(find(arguments.state_dir, os.environ), arguments.simulated)


def _apply(request: "Request", name: str) -> "Request":
    from firmware_host.features.bluetooth_dice.facts import SimulatedDiceHere

    return replace(request, facts=request.facts.with_fact(SimulatedDiceHere(*DICE[name])))


OFFERS: Final = (
    DICE_WATCHES.offer(DiceWatch(_add, _watch)),
    SIMULATED_DICE.offer(SimulatedDice("virtual Bluetooth dice", tuple(DICE), _apply)),
)
