"""The protocol of Pixels dice.

A Pixel finds its face itself, and says so in messages of a number and its data, and also in what it
advertises while nobody is connected. Numbers are little-endian. Facts: GameWithPixels/.github
(doc/CommunicationsProtocol.md), DiceFirmware, and pixels-js for what came later.

    >>> motion(3, 0, PixelFacts(6, BAD_NORMALS_UNTIL + 1))
    Motion(does='rolling', face=None)
    >>> motion(1, 5, PixelFacts(6, BAD_NORMALS_UNTIL + 1))
    Motion(does='settled', face=6)
"""

import struct
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from hardware.dice.bluetooth.news import Charge, DieChannel, Does, Motion, News

SERVICE: Final = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
LEGACY_SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
CHANNELS: Final = (
    DieChannel("a6b90002-7a5a-43f2-a962-350c8edc9b5b", "a6b90003-7a5a-43f2-a962-350c8edc9b5b"),
    DieChannel("6e400001-b5a3-f393-e0a9-e50e24dcca9e", "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),
)
"""Those of newer firmware first. GoDice have the older service too, but notify elsewhere."""

WHO_ARE_YOU, I_AM_A_DIE, ROLL_STATE, BLINK, ASK_BATTERY, BATTERY = 1, 2, 3, 29, 33, 34

STATES: Final[Mapping[int, Does]] = {
    1: "settled",
    2: "handled",
    3: "rolling",
    4: "cocked",
    5: "moved",
}
"""Roll states. Older firmware, which has no 5, also says 1 after the die was only moved."""

SIDES: Final[Mapping[int, int]] = {1: 4, 2: 6, 3: 8, 6: 12, 7: 20, 8: 6}
"""The sides by die type; those that count from 0 (d10, d00) or have no numbers are missing."""
LEDS: Final[Mapping[int, int]] = {4: 4, 6: 6, 8: 8, 12: 12, 20: 20, 21: 6}
"""The sides by number of lights, for firmware that does not name the type."""

BAD_NORMALS_UNTIL: Final = 1704150000
"""Firmware built up to then (Unix time) gives other indices to the faces of two kinds of dice:"""
BAD_NORMALS: Final[Mapping[int, Mapping[int, int]]] = {
    4: {0: 1, 3: 2, 2: 3, 5: 4},
    6: {0: 1, 4: 2, 3: 3, 2: 4, 1: 5, 5: 6},
}

LEGACY: Final = struct.Struct("<BBBBIIHIBBBB")
VERSION_SIZE: Final = 15
VERSION_CHUNK: Final = struct.Struct("<BHI")
DIE_CHUNK: Final = struct.Struct("<BIBBB")
ADVERTISED: Final = struct.Struct("<BBBBB")
IDENTITY: Final = struct.Struct("<II")
CHARGING: Final = 0x80
CHARGING_STATES: Final = (5, 6, 7)
"""Battery states of a die in its charger: charging, trickle charging, done."""


class PixelFacts(Struct, frozen=True):
    """What is known of a die: its ``sides``, and when its firmware was ``built`` (Unix time)."""

    sides: int
    built: int

    def face(self, index: int) -> int | None:
        """Return the number on the face with this ``index``; None if there is no such face.

        >>> new, old = PixelFacts(4, BAD_NORMALS_UNTIL + 1), PixelFacts(4, BAD_NORMALS_UNTIL)
        >>> new.face(3), old.face(3), old.face(1)
        (4, 2, None)
        """
        if self.built <= BAD_NORMALS_UNTIL and self.sides in BAD_NORMALS:
            return BAD_NORMALS[self.sides].get(index)
        return index + 1 if index < self.sides else None


class PixelReader:
    """Reads a Pixel, which says itself how many sides it has."""

    greeting = (bytes([WHO_ARE_YOU]), bytes([ASK_BATTERY]))
    battery = bytes([ASK_BATTERY])
    blink = struct.pack("<BBHIIBB", BLINK, 3, 1200, 0x0000FF, 0xFFFFFFFF, 0, 0)

    def __init__(self) -> None:
        self.facts: PixelFacts | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the die has said what it is."""
        return self.facts is not None

    def read(self, data: bytes) -> News | None:
        """Return what ``data`` says; None if that is nothing about faces or the battery."""
        kind = data[0] if data else 0
        if kind == I_AM_A_DIE:
            self.facts = _facts(data) or self.facts
        elif kind == ROLL_STATE and len(data) == 3 and self.facts is not None:
            return motion(data[1], data[2], self.facts)
        elif kind == BATTERY and len(data) >= 3 and data[1] <= 100:
            return Charge(data[1], data[2] in CHARGING_STATES)
        return None


class Advertised(Struct, frozen=True):
    """What a Pixel says of itself to everybody: its number, and how it lies."""

    pixel: int
    facts: PixelFacts
    motion: Motion | None
    charge: Charge


def advertised(manufacturer_data: bytes, service_data: bytes) -> Advertised | None:
    """Return what a Pixel advertises; None if that is not all there.

    >>> advertised(bytes((6, 0x21, 1, 5, 0x80 | 60)), IDENTITY.pack(77, BAD_NORMALS_UNTIL + 1))
    Advertised(pixel=77, facts=PixelFacts(sides=6, built=1704150001),
        motion=Motion(does='settled', face=6), charge=Charge(percent=60, is_charging=True))
    """
    if len(manufacturer_data) < ADVERTISED.size or len(service_data) < IDENTITY.size:
        return None
    leds, look, state, index, battery = ADVERTISED.unpack_from(manufacturer_data)
    pixel, built = IDENTITY.unpack_from(service_data)
    sides = SIDES.get(look >> 4) or LEDS.get(leds)
    if sides is None:
        return None
    facts = PixelFacts(sides, built)
    charge = Charge(min(100, battery & ~CHARGING), bool(battery & CHARGING))
    return Advertised(pixel, facts, motion(state, index, facts), charge)


def motion(state: int, index: int, facts: PixelFacts) -> Motion | None:
    """Return what a die does in a roll ``state`` with the face at ``index`` up."""
    does = STATES.get(state)
    if does not in ("settled", "moved"):
        return None if does is None else Motion(does)
    face = facts.face(index)
    return Motion("cocked") if face is None else Motion(does, face)


def _facts(message: bytes) -> PixelFacts | None:
    """Return what a die says in ``message`` that it is; None if that cannot be understood.

    Newer firmware sends chunks, each with its size first; the older message has a fixed size.
    """
    if len(message) == LEGACY.size and message[1] != VERSION_SIZE:
        _, leds, _, kind, _, _, _, built, *_ = LEGACY.unpack(message)
    else:
        at = 1 + (message[1] if len(message) > 1 else 0)
        if len(message) < at + DIE_CHUNK.size or at < 1 + VERSION_CHUNK.size:
            return None
        _, _, built = VERSION_CHUNK.unpack_from(message, 1)
        _, _, _, kind, leds = DIE_CHUNK.unpack_from(message, at)
    sides = SIDES.get(kind) or LEDS.get(leds)
    return None if sides is None else PixelFacts(sides, built)
