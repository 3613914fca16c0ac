"""Draw things that stand on a table, as somebody who sits at it sees them.

Lengths are in millimetres: x to the right, y away from the viewer, z up. The camera looks down at
an angle and has no vanishing point, so a length is equally long wherever it is.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from firmware_host.web.svg import Number, element, group

ELEVATION: Final = radians(56)
"""The angle between the camera's view and the table."""
FLAT, STEEP = sin(ELEVATION), cos(ELEVATION)
EDGE: Final = "#00000055"

Place = tuple[float, float, float]


@dataclass(frozen=True)
class Camera:
    """Where the origin of the table is in the picture, and how many pixels a millimetre has."""

    left: float
    top: float
    scale: float

    def at(self, place: Place) -> tuple[float, float]:
        """Return where ``place`` is in the picture, in pixels."""
        x, y, z = place
        across, down = x * self.scale, -(y * FLAT + z * STEEP) * self.scale
        return round(self.left + across, 1), round(self.top + down, 1)

    def polygon(self, places: Iterable[Place], **look: Number | str) -> str:
        """Return the flat shape with these corners."""
        points = " ".join(f"{x:g},{y:g}" for x, y in map(self.at, places))
        return element("polygon", points=points, **look)

    def slab(self, corner: Place, size: Place, top: str, **look: Number | str) -> str:
        """Return a box with its lower left front ``corner`` there: its top and its front."""
        (x, y, z), (width, depth, height) = corner, size
        lid = _rectangle((x, y, z + height), width, depth)
        front = [(x, y, z), (x + width, y, z), (x + width, y, z + height), (x, y, z + height)]
        faces = [self.polygon(front, fill=shaded(top), **look), self.polygon(lid, fill=top, **look)]
        return group(faces)

    def plate(self, corner: Place, width: float, depth: float, **look: Number | str) -> str:
        """Return a rectangle that lies flat."""
        return self.polygon(_rectangle(corner, width, depth), **look)

    def line(self, begin: Place, end: Place, **look: Number | str) -> str:
        """Return a straight line."""
        (x1, y1), (x2, y2) = self.at(begin), self.at(end)
        return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **look)

    def lying(self, corner: tuple[float, float], pixel: float) -> str:
        """Return the transform of a drawing that lies flat, with its origin at that ``corner``.

        ``corner`` is in pixels of the picture, ``pixel`` how many mm one of the drawing is.
        """
        across = pixel * self.scale
        return f"matrix({across:.4g} 0 0 {across * FLAT:.4g} {corner[0]:g} {corner[1]:g})"

    def disc(self, middle: Place, radius: float, height: float, fill: str) -> str:
        """Return a round piece that lies flat, with its shadow and its rim."""
        x, y, z = middle
        wide, low = round(radius * self.scale, 1), round(radius * self.scale * FLAT, 1)
        shape = {"rx": wide, "ry": low}
        (left, bottom), (_, top) = self.at(middle), self.at((x, y, z + height))
        side = f"M{left - wide:g} {top:g}v{bottom - top:g}a{wide} {low} 0 0 0 {2 * wide:g} 0"
        return group(
            (
                element("ellipse", cx=left + 2, cy=bottom + 3, **shape, fill="#00000040"),
                element("path", d=f"{side}v{top - bottom:g}z", fill=shaded(fill), stroke=EDGE),
                element("ellipse", cx=left, cy=top, **shape, fill=fill, stroke=EDGE),
            )
        )

    def stick(self, middle: Place, length: float, width: float, turn: float, fill: str) -> str:
        """Return a stick that lies flat, turned by ``turn`` degrees, with its shadow."""
        height = width * 0.4
        corners = list(_turned(middle, length, width, turn))
        raised = [(x, y, z + height) for x, y, z in corners]
        shadow = [(x + 2, y - 3, z) for x, y, z in corners]
        sides = (
            self.polygon([*pair, *reversed(lifted)], fill=shaded(fill))
            for pair, lifted in zip(_sides(corners), _sides(raised), strict=True)
        )
        top = self.polygon(raised, fill=fill, stroke=EDGE)
        return group((self.polygon(shadow, fill="#00000040"), *sides, top))


def shaded(colour: str) -> str:
    """Return ``colour`` as it is on a side that faces away from the light.

    >>> shaded("#c8ff00")
    '#8cb200'
    """
    parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{part * 7 // 10:02x}" for part in parts)


def _rectangle(corner: Place, width: float, depth: float) -> list[Place]:
    x, y, z = corner
    return [(x, y, z), (x + width, y, z), (x + width, y + depth, z), (x, y + depth, z)]


def _turned(middle: Place, length: float, width: float, turn: float) -> Iterator[Place]:
    x, y, z = middle
    along, across = (cos(radians(turn)), sin(radians(turn)))
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        u, v = a * length / 2, b * width / 2
        yield x + u * along - v * across, y + u * across + v * along, z


def _sides(corners: list[Place]) -> list[tuple[Place, Place]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))
