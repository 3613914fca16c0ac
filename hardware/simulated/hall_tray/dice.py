"""The dice of the tray as bodies: their size, their magnets, and how they lie on the felt."""

from collections.abc import Sequence
from math import cos, pi, sin

from msgspec import Struct
from msgspec.structs import replace

from hardware.simulated.hall_tray.field import Dipole, Vector, moment

DISC = moment(diameter=0.006, height=0.002, remanence=1.24)
"""A disc of 6 x 2 mm, N38: remanence 1.22 to 1.26 T (data sheets of N38, such as those of dhit.pl
and K&J Magnetics)."""

REMANENCE_SPREAD = 0.016
"""How far the remanence of an N38 may be from its middle, as a part of it."""


class Body(Struct, frozen=True):
    """A kind of dice: length, width and thickness in metres, and its magnets.

    A magnet is its place along the die, and how many discs it has that point out of the first face
    and out of the second one (the next one when the die rolls). ``faces`` are in the order in which
    they come up as it rolls; a lot has two, half a turn apart.
    """

    faces: tuple[int, ...]
    size: Vector
    magnets: tuple[tuple[float, int, int], ...]

    @property
    def step(self) -> float:
        """The angle from one face to the next."""
        return 2 * pi / len(self.faces)


LOT = Body((1, 0), (0.080, 0.015, 0.012), ((0.0, 1, 0),))
LONG_DIE = Body((1, 3, 6, 4), (0.070, 0.020, 0.020), ((-0.025, 2, 0), (0.025, 0, 1)))
BODIES: dict[str, tuple[Body, int]] = {"lots": (LOT, 4), "long": (LONG_DIE, 2)}


class Lying(Struct, frozen=True):
    """A die that lies: its middle, the direction of its length, how far it has rolled, its pitch.

    ``z`` is the height of its middle over the felt. ``roll`` turns it about its length; 0 shows the
    first face. ``nose`` lifts the end that its length points to.
    """

    body: Body
    x: float
    y: float
    z: float
    yaw: float
    roll: float
    nose: float = 0.0

    @property
    def axes(self) -> tuple[Vector, Vector, Vector]:
        """The directions of its length, of its second face and of its first face."""
        cy, sy, cn, sn = cos(self.yaw), sin(self.yaw), cos(self.nose), sin(self.nose)
        length = (cy * cn, sy * cn, sn)
        across = (-sy, cy, 0.0)
        up = (-cy * sn, -sy * sn, cn)
        cr, sr = cos(self.roll), sin(self.roll)
        # rolling lifts the second face to where the first one was
        second = _mixed(across, cr, up, sr)
        first = _mixed(up, cr, across, -sr)
        return length, second, first

    @property
    def up(self) -> tuple[int, float]:
        """The face that is up, and the cosine of how far it is from lying flat."""
        _, second, first = self.axes
        heights = (first[2], second[2], -first[2], -second[2])
        shown = heights if len(self.body.faces) == 4 else heights[::2]
        best = max(range(len(shown)), key=shown.__getitem__)
        return self.body.faces[best], shown[best]

    def dipoles(self, floor: float, strengths: Sequence[float]) -> list[Dipole]:
        """Return its magnets; the sensors are ``floor`` metres below the felt.

        ``strengths`` are those of the magnets, as parts of what they should be.
        """
        length, second, first = self.axes
        made = []
        for (along, of_first, of_second), strength in zip(
            self.body.magnets, strengths, strict=True
        ):
            ax, ay, az = (each * along for each in length)
            to = _mixed(first, of_first * DISC * strength, second, of_second * DISC * strength)
            made.append(Dipole((self.x + ax, self.y + ay, self.z + floor + az), to))
        return made


def turned(die: Lying, face: int) -> Lying:
    """Return ``die`` rolled on the spot until ``face`` is up.

    >>> turned(Lying(LONG_DIE, 0, 0, 0.01, 0, roll=0.02), 6).up[0]
    6
    """
    faces = die.body.faces
    quarters = faces.index(face) - faces.index(die.up[0])
    return replace(die, roll=die.roll + quarters * die.body.step)


def _mixed(one: Vector, part: float, other: Vector, rest: float) -> Vector:
    return (
        one[0] * part + other[0] * rest,
        one[1] * part + other[1] * rest,
        one[2] * part + other[2] * rest,
    )
