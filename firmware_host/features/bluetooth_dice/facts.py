"""What is known of Bluetooth dice at a table, and which of them a simulated table is to have."""

from typing import Final

from firmware_host.base.registry import Fact
from firmware_host.table.scene import FileTask
from games.message import msg
from hardware.dice.bluetooth.news import DicePairing, Make, PairedDice

BLUETOOTH_DICE: Final = msg("Bluetooth dice")


class DiceHere(Fact, frozen=True):
    """How the Bluetooth dice of a table are."""

    paired: PairedDice = PairedDice()


class PairingHere(Fact, frozen=True):
    """What pairs Bluetooth ``dice``; None where there can be none."""

    dice: DicePairing | None = None


class DiceToKeep(Fact, frozen=True):
    """What writes the dice of the table to the card, since the last one has come or gone."""

    write: FileTask | None = None


class SimulatedDiceHere(Fact, frozen=True):
    """The make and the sides of the Bluetooth dice of a simulated table; None: it has none."""

    make: Make | None = None
    sides: int = 6
