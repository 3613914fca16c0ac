"""The field of small magnets: each is a point dipole.

A disc of 6 x 2 mm differs from one by less than three per cent at the distances of a tray (see the
tests). Lengths are metres, fields teslas, moments ampere square metres.

>>> disc = moment(diameter=0.006, height=0.002, remanence=1.24)
>>> f"{disc:.4f} A m2"
'0.0558 A m2'
>>> straight_above = Dipole(at=(0.0, 0.0, 0.02), moment=(0.0, 0.0, disc))
>>> f"{straight_above.field((0.0, 0.0, 0.0))[2] * 1000:.2f} mT"
'1.40 mT'
"""

from collections.abc import Sequence
from math import pi, sqrt

from msgspec import Struct

Vector = tuple[float, float, float]

MU0_4PI = 1e-7
"""The magnetic constant divided by 4 pi, in T m / A."""


def moment(diameter: float, height: float, remanence: float) -> float:
    """Return the moment of a disc magnet that is magnetised along its axis."""
    return remanence * pi / 4 * diameter**2 * height / (4 * pi * MU0_4PI)


class Dipole(Struct, frozen=True):
    """A magnet ``at`` a point with a ``moment``."""

    at: Vector
    moment: Vector

    def field(self, point: Vector) -> Vector:
        """Return the field at ``point``."""
        rx, ry, rz = (p - a for p, a in zip(point, self.at, strict=True))
        mx, my, mz = self.moment
        square = rx * rx + ry * ry + rz * rz
        scale = MU0_4PI / (square * square * sqrt(square))
        along = 3 * (mx * rx + my * ry + mz * rz)
        return (
            scale * (along * rx - mx * square),
            scale * (along * ry - my * square),
            scale * (along * rz - mz * square),
        )


def field(dipoles: Sequence[Dipole], point: Vector) -> Vector:
    """Return the field of all ``dipoles`` at ``point``."""
    x = y = z = 0.0
    for dipole in dipoles:
        bx, by, bz = dipole.field(point)
        x, y, z = x + bx, y + by, z + bz
    return (x, y, z)


def pull(first: Dipole, second: Dipole, step: float = 1e-6) -> float:
    """Return the force between two magnets in newtons, along the line between them.

    It is positive where they attract each other: the slope of their energy.
    """
    way = [b - a for a, b in zip(first.at, second.at, strict=True)]
    length = sqrt(sum(each * each for each in way))

    def energy(more: float) -> float:
        at = tuple(a + w * (1 + more / length) for a, w in zip(first.at, way, strict=True))
        there = first.field((at[0], at[1], at[2]))
        return -sum(m * b for m, b in zip(second.moment, there, strict=True))

    return (energy(step) - energy(-step)) / (2 * step)
