"""Parts as values: outlines in a plane, extruded, and then put together.

Lengths are in millimetres. A part lies as it is printed: z is up, and its lowest point is at 0.
"""

from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Final

Point = tuple[float, float]
Place = tuple[float, float, float]


@dataclass(frozen=True)
class Circle:
    """A round outline."""

    middle: Point
    diameter: float

    def corners(self, count: int = 48) -> tuple[Point, ...]:
        """Return points on it, counter-clockwise."""
        x, y = self.middle
        turns = [2 * pi * each / count for each in range(count)]
        radius = self.diameter / 2
        return tuple((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


Outline = tuple[Point, ...] | Circle


@dataclass(frozen=True)
class Orientation:
    """Where a plane is, and how it is turned: its origin, and its two axes."""

    origin: Place = (0, 0, 0)
    x: Place = (1, 0, 0)
    y: Place = (0, 1, 0)

    @property
    def normal(self) -> Place:
        """Return which way an outline is extruded."""
        (a, b, c), (d, e, f) = self.x, self.y
        return b * f - c * e, c * d - a * f, a * e - b * d


ON_THE_BED: Final = Orientation()


@dataclass(frozen=True)
class Prism:
    """An outline that is extruded from one height over its plane to another."""

    outline: Outline
    low: float
    high: float
    holes: tuple[Outline, ...] = ()
    frame: Orientation = ON_THE_BED


@dataclass(frozen=True)
class Workpiece:
    """Something that is printed or cut: what is there, and what is then cut away."""

    name: str
    colour: str
    count: int
    prisms: tuple[Prism, ...]
    cuts: tuple[Prism, ...] = ()

    @property
    def file_name(self) -> str:
        """Return the name of its files, which says in which colour and how often it is made.

        >>> Workpiece("flap", "red", 4, ()).file_name
        'flap_red_x4'
        """
        return f"{self.name}_{self.colour}_x{self.count}"

    @property
    def sheet(self) -> Prism | None:
        """Return its only outline if it can be cut from a sheet."""
        flat = len(self.prisms) == 1 and not self.cuts
        return self.prisms[0] if flat and self.prisms[0].frame == ON_THE_BED else None


@dataclass(frozen=True)
class Placed:
    """A part in an assembly: turned about z, in degrees, and moved."""

    part: Workpiece
    move: Place = (0, 0, 0)
    turn: float = 0


def box(left: float, bottom: float, right: float, top: float) -> tuple[Point, ...]:
    """Return a rectangle."""
    return (left, bottom), (right, bottom), (right, top), (left, top)


def along(start: Point, angle: float, distance: float, aside: float = 0) -> Point:
    """Return where you are after ``distance`` at ``angle`` degrees, and ``aside`` to the left.

    >>> along((0, 0), 90, 2, 1)
    (-1.0, 2.0)
    """
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = start
    return round(x + distance * c - aside * s, 6), round(y + distance * s + aside * c, 6)


def strip(start: Point, angle: float, length: float, low: float, high: float) -> tuple[Point, ...]:
    """Return a strip from ``start``: that long, and from ``low`` to ``high`` beside its line."""
    corners = ((0, low), (length, low), (length, high), (0, high))
    return tuple(along(start, angle, *corner) for corner in corners)
