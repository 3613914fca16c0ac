"""The radio as the dice of a table use it, and which die it is that was heard.

>>> recognised(Advertisement("AA:01", "GoDice_D2A1_R_v04", rssi=-60)).describes
Describes(make='godice', name='GoDice_D2A1_R_v04', sides=None)

An adapter does one thing at a time, and each may take long, fail, or never end, while people go on
pressing keys. So what is wished is kept apart from what is done:

>>> plan = RadioPlan()
>>> plan.scan(True)
>>> plan.next()
RadioStep(kind='scan', address='', channels=())
>>> plan.scan(False)  # while the adapter still begins
>>> plan.end()
>>> plan.next().kind
'quiet'
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct

from hardware.dice.bluetooth import godice, pixels
from hardware.dice.bluetooth.godice import GoDieReader
from hardware.dice.bluetooth.news import GODICE, DieChannel, DieReader, KnownDie, Make
from hardware.dice.bluetooth.pixels import Advertised, PixelReader
from hardware.untrusted_input import harmless

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


class RadioNews(NamedTuple):
    """What the radio says at a ``time`` in seconds, of the die at ``address``.

    Of ``kind`` "heard" has ``heard``, "data" has ``data``, and "fault" has a line of ``text``,
    empty once the radio works again.
    """

    time: float
    kind: Literal["heard", "connected", "failed", "lost", "data", "fault"]
    address: str = ""
    heard: Advertisement | None = None
    data: bytes = b""
    text: str = ""


Post = Callable[[RadioNews], None]


class Radio(Protocol):
    """A radio as the keeper of the dice uses it. Every method returns at once."""

    def scan(self, is_on: bool) -> None:
        """Begin to look for dice that advertise, or end it."""

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Connect to the die at ``address``, which talks on one of ``channels``."""

    def send(self, address: str, data: bytes) -> None:
        """Send ``data`` to a die that is connected."""

    def leave(self, address: str) -> None:
        """End the connection to a die, or the attempt to connect."""

    def close(self) -> None:
        """End everything."""


class RadioStep(NamedTuple):
    """One thing that the radio does: begin to scan, be quiet again, connect to a die, leave it."""

    kind: Literal["scan", "quiet", "connect", "leave"]
    address: str = ""
    channels: tuple[DieChannel, ...] = ()


class RadioPlan:
    """What the radio is to do next, one step at a time, whatever is wished while it does one.

    Nothing is connected while it scans. A step that fails is not repeated before it is wished anew.
    """

    def __init__(self) -> None:
        self._wants_scan = self._scans = False
        self._leaves: dict[str, RadioStep] = {}
        self._connects: dict[str, RadioStep] = {}
        self._step: RadioStep | None = None

    def scan(self, is_on: bool) -> None:
        """Wish to hear dice that advertise, or not to."""
        self._wants_scan = is_on

    def connect(self, address: str, channels: Sequence[DieChannel]) -> None:
        """Wish to be connected to the die at ``address``, which talks on one of ``channels``."""
        self._connects[address] = RadioStep("connect", address, tuple(channels))

    def leave(self, address: str) -> None:
        """Wish to be connected to the die at ``address`` no longer."""
        self._connects.pop(address, None)
        self._leaves[address] = RadioStep("leave", address)

    @property
    def is_void(self) -> bool:
        """Whether the step that is being done is an attempt to connect that nobody wants now."""
        step = self._step
        return step is not None and step.kind == "connect" and step.address in self._leaves

    def next(self) -> RadioStep | None:
        """Return the step to do now, None if everything is as it is wished.

        Call :meth:`end` when it has been done, in whatever way.
        """
        self._step = self._chosen()
        return self._step

    def end(self) -> None:
        """Note that the step has ended."""
        if self._step is not None and self._step.kind in ("scan", "quiet"):
            self._scans = self._step.kind == "scan"
        self._step = None

    def _chosen(self) -> RadioStep | None:
        if self._leaves:
            return self._leaves.pop(next(iter(self._leaves)))
        if self._scans and (self._connects or not self._wants_scan):
            return RadioStep("quiet")
        if self._connects:
            return self._connects.pop(next(iter(self._connects)))
        return RadioStep("scan") if self._wants_scan and not self._scans else None
