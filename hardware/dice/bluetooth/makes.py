"""Which die an advertisement is of, and who reads it.

>>> recognised(Advertisement("AA:01", "GoDice_D2A1_R_v04", rssi=-60)).describes
Describes(make='godice', name='GoDice_D2A1_R_v04', sides=None)
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Struct

from hardware.dice.bluetooth import godice, pixels
from hardware.dice.bluetooth.godice import GoDieReader
from hardware.dice.bluetooth.names import GODICE
from hardware.dice.bluetooth.news import DieChannel, DieReader, KnownDie, Make
from hardware.dice.bluetooth.pixels import Advertised, PixelReader
from hardware.untrusted_text import harmless

CHANNELS: Mapping[Make, tuple[DieChannel, ...]] = {
    "godice": (godice.CHANNEL,),
    "pixels": pixels.CHANNELS,
}

LONGEST_NAME = 24


class Advertisement(Struct, frozen=True):
    """What was heard from ``address``, and how strong (dBm; -127 is next to nothing)."""

    address: str
    name: str = ""
    services: Collection[str] = ()
    manufacturer_data: bytes = b""
    service_data: bytes = b""
    rssi: int = -127


class Describes(NamedTuple):
    """The make of a die, its name, and its sides; None if it does not know them."""

    make: Make
    name: str
    sides: int | None


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die that was heard at ``address``; ``says`` is what a Pixel tells everybody."""

    address: str
    describes: Describes
    rssi: int = -127
    says: Advertised | None = field(default=None, compare=False)

    def known(self, sides: int) -> KnownDie:
        """Return it as a die of the table, with so many ``sides``."""
        return KnownDie(self.address, self.describes.name, self.describes.make, sides)


def recognised(heard: Advertisement) -> FoundDie | None:
    """Return the die that was ``heard``; None if it is none that is understood."""
    name = harmless(heard.name)[:LONGEST_NAME]
    if heard.name.startswith(GODICE):
        return FoundDie(heard.address, Describes("godice", name, None), heard.rssi)
    services = {service.lower() for service in heard.services}
    if not services & {pixels.SERVICE, pixels.LEGACY_SERVICE}:
        return None
    says = pixels.advertised(heard.manufacturer_data, heard.service_data)
    if says is None:
        return None
    describes = Describes("pixels", name or f"Pixel {says.pixel:X}", says.facts.sides)
    return FoundDie(heard.address, describes, heard.rssi, says)


def reader(make: Make, sides: int) -> DieReader:
    """Return what reads a die of ``make`` with so many ``sides``."""
    return GoDieReader(sides) if make == "godice" else PixelReader()
