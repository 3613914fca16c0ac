"""The magnets of dice, and what the Hall sensors under a tray measure of them.

A die is a rigid body with one magnet or two. What the sensors measure of it is linear in two
numbers, ``c`` and ``s``: the cosine and the sine of how far it has rolled from its first face. So
only its place, and the direction of a long die, have to be searched; the face is read off.

Lengths are eighths of a millimetre, from the first sensor on. Angles are 256ths of a turn, fields
sixteenths of a step of the ADC.
"""

from array import array

from .fields import BIAS, REACH, SHIFT, add_magnet, new_field

UNIT = 256
"""The strength of one disc, the length of a direction, and 1 as ``c`` or ``s``."""

SINES = (
    0, 6, 13, 19, 25, 31, 38, 44, 50, 56, 62, 68, 74, 80, 86, 92, 98, 104, 109, 115, 121, 126,
    132, 137, 142, 147, 152, 157, 162, 167, 172, 177, 181, 185, 190, 194, 198, 202, 206, 209,
    213, 216, 220, 223, 226, 229, 231, 234, 237, 239, 241, 243, 245, 247, 248, 250, 251, 252,
    253, 254, 255, 255, 256, 256, 256,
)  # fmt: skip

DISC = 11.16
"""The field of a disc of 6 x 2 mm, N38: millitesla times cubic centimetres, on its axis."""

SIXTEENTHS = 60 / 3300 * 4096 * 16
"""Sixteenths of a step for a millitesla: DRV5055A1 at 3.3 V, 12 bits."""


def sine(angle: int) -> int:
    """Return 256 times the sine of ``angle``.

    >>> sine(0), sine(64), sine(128), sine(-64), sine(32)
    (0, 256, 0, -256, 181)
    """
    angle &= 255
    if angle >= 128:
        return -sine(angle - 128)
    return SINES[angle if angle <= 64 else 128 - angle]


class MagnetDie:
    """A kind of dice: where its magnets are, and what the sensors measure of them.

    ``faces`` are those that are up after a roll of no, one, two and three quarters; a lot has only
    the first and the third. ``magnets`` has a triple for each magnet: its place along the die, and
    the strengths with which it points out of the first face and out of the second. ``height`` is
    that of the magnets above the sensors while the die lies, in millimetres; ``thick`` is how close
    the lines through the middle of two dice can come, ``edge`` how far beyond the outer sensors a
    magnet can lie.
    """

    def __init__(
        self,
        faces: "tuple[int, ...]",
        magnets: "tuple[tuple[int, int, int], ...]",
        height: float,
        thick: int,
        edge: int,
    ) -> None:
        self.faces, self.magnets = faces, magnets
        self.thick, self.edge = thick, edge
        self.is_long = len(magnets) > 1
        self._upright, self._level = _tables(height, self.is_long)

    def pattern(self, x: int, y: int, angle: int, c: int, s: int) -> "array[int]":
        """Return the field on all sensors of a die there that has rolled to ``c`` and ``s``."""
        out = new_field()
        ux, uy = sine(angle + 64), sine(angle)
        for along, first, second in self.magnets:
            stands, lies = first * c + second * s >> 8, second * c - first * s >> 8
            px, py = x + (along * ux >> 8), y + (along * uy >> 8)
            self._add(out, px, py, stands, -uy * lies >> 8, ux * lies >> 8)
        return out

    def magnet(self, x: int, y: int, stands: int, right: int, up: int) -> "array[int]":
        """Return the field of one magnet: of what stands upright of it, and of what lies."""
        out = new_field()
        self._add(out, x, y, stands, right, up)
        return out

    def _add(self, out: "array[int]", *numbers: int) -> None:
        add_magnet(out, self._upright, self._level, array("i", numbers))


def lot(gap: float) -> MagnetDie:
    """Return a lot of 80 x 15 x 12 mm, a disc in its middle; ``gap`` is felt to sensors in mm.

    The north pole of the disc points to the white side.
    """
    return MagnetDie((1, 1, 0, 0), ((0, UNIT, 0),), gap + 6, thick=92, edge=52)


def long_die(gap: float) -> MagnetDie:
    """Return a long die of 70 x 20 x 20 mm, with discs 25 mm from its middle.

    Two discs point out of the face 1, and at the other end one out of the face 3. With as many at
    both ends, 1 could not be told from 3: turned by half a turn about the edge between them, the
    magnets of the die would be where they were.
    """
    magnets = ((-200, 2 * UNIT, 0), (200, 0, UNIT))
    return MagnetDie((1, 3, 6, 4), magnets, gap + 10, thick=130, edge=28)


def _tables(height: float, with_level: bool) -> "tuple[array[int], array[int]]":
    """Return the field of a disc that stands, by distance, plus BIAS, and of one that lies.

    The latter is 64 times that at an eighth of a millimetre along it. A die whose magnets never lie
    has the first table twice, as what lies of them is 0.
    """
    scale = DISC * 1000 * SIXTEENTHS
    upright, level = array("H", []), array("H", [])
    for index in range(REACH):
        flat = ((index << SHIFT) + (1 << SHIFT - 1)) / 64
        square = flat + height * height
        fifth = square * square * square**0.5
        upright.append(BIAS + round(scale * (height * height - flat / 2) / fifth))
        if with_level:
            level.append(round(scale * 12 * height / fifth))
    return upright, level if with_level else upright
