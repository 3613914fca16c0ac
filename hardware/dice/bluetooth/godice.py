"""The protocol of GoDice.

A GoDice die says whether it rolls, and after that where gravity points in it, as three signed
bytes of about 64 together. Its faces follow from the shell that it wears, which it does not know
itself.

The numbers are those of the maker's interfaces for programs (ParticulaCode/GoDicePythonAPI and
GoDiceJavaScriptAPI). Whether the die leans on something follows from the angle to the next face.

    >>> die = GoDieReader(6)
    >>> die.read(b"R")
    Motion(does='rolling', face=None)
    >>> die.read(b"S" + bytes((0, 62, 4)))
    Motion(does='settled', face=3)
    >>> die.read(b"S" + bytes((0, 45, 45)))
    Motion(does='cocked', face=None)
"""

import struct
from collections.abc import Mapping
from math import acos, degrees, hypot, inf
from typing import Final

from hardware.dice.bluetooth.news import Charge, DieChannel, Motion, News

SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
CHANNEL: Final = DieChannel(
    notifies="6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    listens="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
)

ASK_BATTERY: Final = bytes([3])
BLINK: Final = bytes([16, 3, 20, 20, 0, 0, 255, 1, 0])
"""Three pulses in blue: 0.2 s on and 0.2 s off each."""

Vector = tuple[int, int, int]

CUBE: Final[Mapping[Vector, int]] = {
    (-64, 0, 0): 1,
    (0, 0, 64): 2,
    (0, 64, 0): 3,
    (0, -64, 0): 4,
    (0, 0, -64): 5,
    (64, 0, 0): 6,
}
FOUR_SIDES: Final[Mapping[Vector, int]] = {
    (20, 0, 60): 1,
    (-60, 0, 20): 1,
    (20, 60, 20): 1,
    (-20, -60, 20): 1,
    (60, 0, 20): 1,
    (-60, 0, -20): 1,
    (40, 20, -40): 1,
    (-40, 40, 40): 2,
    (20, 0, -60): 2,
    (-40, -40, -40): 2,
    (40, -20, 40): 2,
    (20, -60, 20): 2,
    (-20, 60, 20): 2,
    (20, -60, -20): 3,
    (-20, 0, 60): 3,
    (40, -20, -40): 3,
    (-20, 60, -20): 3,
    (-20, 0, -60): 3,
    (-40, -40, 40): 4,
    (40, 20, 40): 4,
    (-20, -60, -20): 4,
    (-40, 20, -40): 4,
    (20, 60, -20): 4,
    (60, 0, -20): 4,
}
"""As the maker has published it: 1 is up in seven positions, 3 in five, 2 and 4 in six."""

SHELLS: Final[Mapping[int, Mapping[Vector, int]]] = {6: CUBE, 4: FOUR_SIDES}
"""The directions of gravity, and the number that is up, for each number of sides."""

LEANS: Final = 20.0
"""A die leans if it is more degrees off the position of a face,"""
LEAD: Final = 6.0
"""or if the position of another number is less than so many degrees further away."""

LIGHTEST, HEAVIEST = 48, 84
"""A die that lies still feels gravity of about 64; anything else is a blow."""

MOTIONS: Final[Mapping[bytes, tuple[int, str]]] = {
    b"S": (1, "settled"),
    b"FS": (2, "moved"),
    b"MS": (2, "moved"),
    b"TS": (2, "cocked"),
}


class GoDieReader:
    """Reads a GoDice die with a shell of so many ``sides``: 6, or 4."""

    greeting = (ASK_BATTERY,)
    battery = ASK_BATTERY
    blink = BLINK

    def __init__(self, sides: int) -> None:
        self._sides = sides

    @property
    def is_ready(self) -> bool:
        """Always: there is nothing to ask the die."""
        return True

    def read(self, data: bytes) -> News | None:
        """Return what ``data`` says; None if that is nothing about faces or the battery."""
        if data == b"R":
            return Motion("rolling")
        if data[:3] == b"Bat" and len(data) >= 4:
            return Charge(data[3]) if data[3] <= 100 else None
        for start, (skip, does) in MOTIONS.items():
            if data.startswith(start) and len(data) == skip + 3:
                return self._motion(does, struct.unpack("bbb", data[skip:]))
        return None

    def _motion(self, does: str, gravity: tuple[int, ...]) -> Motion:
        face = None if does == "cocked" else face_up(self._sides, gravity)
        if face is None:
            return Motion("cocked")
        return Motion("settled" if does == "settled" else "moved", face)


def face_up(sides: int, gravity: tuple[int, ...]) -> int | None:
    """Return the number that is up on a die with so many ``sides``; None if the die leans.

    >>> face_up(6, (60, 5, -7)), face_up(6, (60, 40, 0)), face_up(4, (22, 58, 20))
    (6, None, 1)
    """
    if not LIGHTEST <= hypot(*gravity) <= HEAVIEST:
        return None
    off = dict.fromkeys(range(1, sides + 1), inf)
    for position, number in SHELLS[sides].items():
        off[number] = min(off[number], _angle(position, gravity))
    nearest, second = sorted(off, key=off.__getitem__)[:2]
    is_certain = off[nearest] <= LEANS and off[second] - off[nearest] >= LEAD
    return nearest if is_certain else None


def _angle(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the angle between two directions in degrees."""
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return degrees(acos(max(-1.0, min(1.0, product / (hypot(*one) * hypot(*other))))))
