"""The loops over all sensors, in machine code on a Pico.

MicroPython's viper compiles them; they are plain Python everywhere else, where ``ptr16`` and
``ptr32`` return what they get. Arrays of 64 integers of 32 bits hold fields. The numbers stay below
31 bits: no field is larger than LARGEST.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    import micropython  # type: ignore[import-not-found]
except ImportError:

    class micropython:  # type: ignore[no-redef]  # noqa: N801 - its compiler knows the name
        """What is used of that module, for other Pythons."""

        @staticmethod
        def viper(function: "Any") -> "Any":
            """Return ``function``."""
            return function


def _as_it_is(values: "Any") -> "Any":
    """Return ``values``: what takes the place of viper's pointers in other Pythons."""
    return values


ptr16 = ptr32 = _as_it_is

SIDE, PITCH = 8, 200
"""Sensors along a side of the tray, and eighths of a millimetre between them."""

COUNT = SIDE * SIDE

SHIFT, REACH = 7, 4096
"""Fields are looked up by the upper bits of a squared distance; beyond 90 mm they count as 0."""

BIAS = 32768
"""What is added to the fields in a table, which has no signs."""

LARGEST = 4000
"""The largest field: more than dice make that lie side by side."""

NOWHERE = array("i", [0] * COUNT)
"""A field that is 0 everywhere. A copy of it takes a third of the time of a new array."""


def new_field() -> "array[int]":
    """Return a field that is 0 everywhere."""
    return NOWHERE[:]


def to_field(values: "list[int]") -> "array[int]":
    """Return a field of ``values``, none larger than LARGEST.

    >>> to_field([5000, -3] + [0] * 62)[:2]
    array('i', [4000, -3])
    """
    return array("i", [max(-LARGEST, min(LARGEST, each)) for each in values])


@micropython.viper
def add_magnet(out, upright, level, numbers):  # type: ignore[no-untyped-def]
    """Add the field of a magnet to ``out``, by the tables of one that stands and one that lies.

    ``numbers`` are its place, how much of it stands, and how much lies to the right and up.
    """
    # viper knows the types of single assignments only
    field = ptr32(out)
    stood = ptr16(upright)
    lay = ptr16(level)
    given = ptr32(numbers)
    x = given[0]
    dy = 0 - given[1]
    stands = given[2]
    right = given[3]
    up = given[4]
    i = 0
    for _row in range(8):
        square = dy * dy
        part = up * dy
        dx = 0 - x
        for _column in range(8):
            at = (dx * dx + square) >> 7
            if at < 4096:
                lying = (((right * dx + part) >> 4) * lay[at]) >> 10
                field[i] = field[i] + ((stands * (stood[at] - 32768)) >> 8) - lying
            i += 1
            dx += 200
        dy += 200


@micropython.viper
def subtract(one, two):  # type: ignore[no-untyped-def]
    """Subtract the field ``two`` from ``one``."""
    a = ptr32(one)
    b = ptr32(two)
    for i in range(64):
        a[i] = a[i] - b[i]


@micropython.viper  # type: ignore[untyped-decorator]
def product(one, two) -> int:  # type: ignore[no-untyped-def]
    """Return the sum of the products of two fields."""
    a = ptr32(one)
    b = ptr32(two)
    total = 0
    for i in range(64):
        total += a[i] * b[i]
    return total


@micropython.viper
def lower(out, by):  # type: ignore[no-untyped-def]
    """Subtract ``by`` from ``out`` everywhere."""
    field = ptr32(out)
    step = int(by)
    for i in range(64):
        field[i] = field[i] - step


def level(field: "array[int]") -> None:
    """Take out what all sensors have in common: the field of the earth, and the supply."""
    lower(field, sorted(field)[COUNT // 2])
