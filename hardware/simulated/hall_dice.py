"""Dice with magnets on a tray of Hall sensors, which the simulated microcontroller reads.

They are physics: the fields of magnets, how dice lie, and how they come to lie so.

Each small magnet is a point dipole. A disc of 6 x 2 mm differs from one by less than three per cent
at the distances of a tray (see the tests). Lengths are metres, fields teslas, moments ampere square
metres.

>>> disc = moment(diameter=0.006, height=0.002, remanence=1.24)
>>> f"{disc:.4f} A m2"
'0.0558 A m2'
>>> straight_above = Dipole(at=(0.0, 0.0, 0.02), moment=(0.0, 0.0, disc))
>>> f"{straight_above.field((0.0, 0.0, 0.0))[2] * 1000:.2f} mT"
'1.40 mT'

Thrown dice come to lie apart, touching, on one another or against the rim. The proportions are
assumptions, and rather unkind: a third of the dice end up touching another.

The tray is one as somebody built it, with the firmware that reads it: sensors on a grid, four
multiplexers and the ADC of an RP2040 turn fields into readings. So it is known, before anybody buys
64 sensors, at which pitch and with which limits the firmware reads the dice. Some throws are not
clear, as on a real tray: dice that touch, lean, or lie across another.

Where the figures come from:

- DRV5055A1 at 3.3 V (Texas Instruments, SBAS640): 60 mV/mT, output at half the supply without a
  field, ratiometric. Noise: 215 nT per root hertz over 20 kHz, 30 microtesla.
- RP2040: 12 bits. Input-referred noise 1.36 steps, differential nonlinearity up to 8.9 steps at a
  few codes (measured by Mark Omo, pico-adc.markomo.me; the codes are 512 + 1024 n by the RP2040
  datasheet, erratum E11).
- The earth has 0.02 to 0.065 mT; the part that stands on the tray changes when the tray is moved.

The other tolerances are assumptions, generous ones: see :class:`Tolerances`.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import asin, atan2, cos, hypot, pi, sin, sqrt
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from hardware.dice.codes import LOTS, Faces
from hardware.firmware.dice import AWAY, COCKED, RESTS, ROLLS
from hardware.firmware.finding import Finder
from hardware.firmware.halls import SCANS
from hardware.firmware.magnets import MagnetDie, long_die, lot
from hardware.simulated.serial_peer import IN_THE_HAND, TUMBLE, ReportingDice
from hardware.simulated.timeline import Timeline

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


INSIDE = 0.200
"""The inner side of the tray in metres; the sensors are in the middle of its eighths."""

MARGIN = 0.0125
"""From the rim to the first sensors."""

TOUCHING, CROSSED, LEANING, MISSING = 0.3, 0.015, 0.01, 0.005
"""The parts of the dice that touch another, lie on another, lean on the rim, or fell out."""

FLAT = 0.02
"""How uneven the felt is: the standard deviation of the tilt of a die that lies, in radians."""

CLEAR = {2: cos(pi / 3), 4: cos(35 / 180 * pi)}
"""A face counts as up while it is at most so far from level, by the number of faces: 60 degrees for
a lot, which is two thirds of the way to its edge, and 35 of 45 for a long die."""

TRIES = 60


class DiceInTray(Struct, frozen=True):
    """Dice as they lie; ``faces`` are what a person would read, None if one is not clear."""

    kind: str
    dice: tuple[Lying, ...]

    @property
    def faces(self) -> tuple[int, ...] | None:
        """What counts, in ascending order; None if a die is missing or leans too much."""
        body, count = BODIES[self.kind]
        ups = [die.up for die in self.dice]
        if len(ups) < count or any(level < CLEAR[len(body.faces)] for _, level in ups):
            return None
        return tuple(sorted(face for face, _ in ups))


def throw(kind: str, rng: Random) -> DiceInTray:
    """Return a throw of the dice called ``kind`` ("lots" or "long")."""
    body, count = BODIES[kind]
    lying: list[Lying] = []
    for _ in range(count):
        chance = rng.random()
        if chance < MISSING:
            continue
        die = None
        if chance < MISSING + LEANING:
            die = _leaning(body, rng)
        elif lying and chance < MISSING + LEANING + CROSSED:
            die = _crossed(body, rng.choice(lying), rng)
        elif lying and rng.random() < TOUCHING:
            die = _beside(body, rng.choice(lying), lying, rng)
        lying.append(die or _apart(body, lying, rng))
    return DiceInTray(kind, tuple(lying))


def _flat(body: Body, x: float, y: float, yaw: float, rng: Random) -> Lying:
    """Return a die that lies at a place, on a face of its own choice."""
    roll = rng.randrange(len(body.faces)) * body.step + rng.gauss(0, FLAT)
    z = body.size[2] / 2 + rng.gauss(0, 0.0003)
    return Lying(body, x, y, z, yaw, roll, rng.gauss(0, FLAT / 2))


def _anywhere(body: Body, rng: Random) -> tuple[float, float, float]:
    while True:
        x, y = (rng.uniform(-MARGIN, INSIDE - MARGIN) for _ in "xy")
        yaw = rng.uniform(0, 2 * pi)
        if inside(body, x, y, yaw):
            return x, y, yaw


def _apart(body: Body, lying: Sequence[Lying], rng: Random) -> Lying:
    for _ in range(TRIES):
        x, y, yaw = _anywhere(body, rng)
        if all(gap_between(body, x, y, yaw, other) > 0 for other in lying):
            break
    return _flat(body, x, y, yaw, rng)


def _beside(body: Body, other: Lying, lying: Sequence[Lying], rng: Random) -> Lying | None:
    """Return a die that has been pushed against ``other``; None if there was no room."""
    for _ in range(TRIES):
        yaw = other.yaw + (rng.choice((0, pi)) if rng.random() < 0.4 else rng.uniform(0, 2 * pi))
        way, start = rng.uniform(0, 2 * pi), rng.uniform(-0.03, 0.03)
        x, y = other.x + start * cos(other.yaw), other.y + start * sin(other.yaw)
        while gap_between(body, x, y, yaw, other) <= 0:
            x, y = x + 0.0005 * cos(way), y + 0.0005 * sin(way)
        if inside(body, x, y, yaw) and all(
            gap_between(body, x, y, yaw, each) > 0 for each in lying if each is not other
        ):
            return _flat(body, x, y, yaw, rng)
    return None


def _crossed(body: Body, other: Lying, rng: Random) -> Lying | None:
    """Return a die with one end on the felt that lies across ``other``; None if it cannot."""
    length, _, thick = body.size
    for _ in range(TRIES):
        yaw = rng.uniform(0, 2 * pi)
        reach = rng.uniform(0.15, 0.85) * length
        x = other.x + rng.uniform(-0.02, 0.02) + (length / 2 - reach) * cos(yaw)
        y = other.y + rng.uniform(-0.02, 0.02) + (length / 2 - reach) * sin(yaw)
        if inside(body, x, y, yaw):
            nose = asin(min(1.0, other.body.size[2] / reach))
            z = length / 2 * sin(nose) + thick / 2 * cos(nose)
            roll = rng.randrange(len(body.faces)) * body.step + rng.gauss(0, 0.15)
            return Lying(body, x, y, z, yaw + pi, roll, -nose)
    return None


def _leaning(body: Body, rng: Random) -> Lying:
    """Return a die that leans against the rim with its side or with its end."""
    length, width, thick = body.size
    lean = rng.uniform(0.1, 1.4)
    turn = rng.randrange(4) * pi / 2
    roll = rng.randrange(len(body.faces)) * body.step
    along = rng.uniform(length / 2, INSIDE - length / 2)
    if rng.random() < 0.5:
        # on its long edge, the length along the rim
        out = (width * cos(lean) + thick * sin(lean)) / 2
        z = (width * sin(lean) + thick * cos(lean)) / 2
        x, y = _at_rim(out, along, turn)
        return Lying(body, x, y, z, turn + pi / 2, roll + lean)
    out = (length * cos(lean) + thick * sin(lean)) / 2
    z = (length * sin(lean) + thick * cos(lean)) / 2
    x, y = _at_rim(out, along, turn)
    return Lying(body, x, y, z, turn + pi, roll, lean)


def _at_rim(out: float, along: float, turn: float) -> tuple[float, float]:
    """Return the place ``out`` from the rim and ``along`` it, on the side that ``turn`` names."""
    half = INSIDE / 2
    x, y = out - half, along - half
    angle = atan2(y, x) + turn
    far = hypot(x, y)
    return far * cos(angle) + half - MARGIN, far * sin(angle) + half - MARGIN


def corners(body: Body, x: float, y: float, yaw: float) -> list[tuple[float, float]]:
    """Return the corners of a die that lies at a place, seen from above."""
    length, width, _ = body.size
    cy, sy = cos(yaw), sin(yaw)
    return [
        (x + a * length / 2 * cy - b * width / 2 * sy, y + a * length / 2 * sy + b * width / 2 * cy)
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]


def inside(body: Body, x: float, y: float, yaw: float) -> bool:
    """Return whether a die at a place is within the rim."""
    return all(
        -MARGIN <= each <= INSIDE - MARGIN for corner in corners(body, x, y, yaw) for each in corner
    )


def gap_between(body: Body, x: float, y: float, yaw: float, other: Lying) -> float:
    """Return how far a die is from ``other`` along the axis that separates them best (m).

    It is negative if they overlap.
    """
    ours = corners(body, x, y, yaw)
    theirs = corners(other.body, other.x, other.y, other.yaw)
    best = -1.0
    for angle in (yaw, yaw + pi / 2, other.yaw, other.yaw + pi / 2):
        ca, sa = cos(angle), sin(angle)
        one = [px * ca + py * sa for px, py in ours]
        two = [px * ca + py * sa for px, py in theirs]
        best = max(best, min(two) - max(one), min(one) - max(two))
    return best


STEPS_A_TESLA = 60.0 / 3.3 * 4096
"""Steps of the ADC for a tesla: 60 V/T of 3.3 V with 12 bits."""

SENSOR_NOISE = 30e-6
"""Teslas, rms, in one reading."""

ADC_NOISE = 1.36
"""Steps, rms, in one reading."""

ODD_CODES, ODD_STEPS = (512, 1536, 2560, 3584), 8.0

SIDE, PITCH = 8, 0.025


class Tolerances(Struct, frozen=True):
    """How a built tray differs from its drawing; spreads are standard deviations.

    ``place`` and ``sunk`` are where a sensor is (m), ``lean`` how it is turned (rad), ``gain`` its
    sensitivity (a part), ``offset`` its output without a field (steps, before the calibration),
    ``drift`` the same since the calibration; ``common`` is what all drift together, by the earth
    and the supply (steps).
    """

    place: float = 0.0004
    sunk: float = 0.0003
    lean: float = 0.03
    gain: float = 0.025
    offset: float = 30.0
    drift: float = 0.7
    common: float = 4.0


class _Sensor(Struct, frozen=True):
    at: Vector
    axis: Vector
    gain: float
    offset: float


class Sensors:
    """The sensors of one built tray, with ``pitch`` metres between them, from ``rng``."""

    def __init__(
        self, rng: Random, tolerances: Tolerances = Tolerances(), pitch: float = PITCH
    ) -> None:
        self._rng, self._tolerances = rng, tolerances
        self._sensors = [
            self._built(column * pitch, row * pitch)
            for row in range(SIDE)
            for column in range(SIDE)
        ]
        self._drift = [0.0] * len(self._sensors)

    def _built(self, x: float, y: float) -> _Sensor:
        gauss, of = self._rng.gauss, self._tolerances
        return _Sensor(
            (x + gauss(0, of.place), y + gauss(0, of.place), gauss(0, of.sunk)),
            (gauss(0, of.lean), gauss(0, of.lean), 1.0),
            STEPS_A_TESLA * (1 + gauss(0, of.gain)),
            2048 + gauss(0, of.offset),
        )

    def age(self) -> None:
        """Let the sensors drift away from what they were when they were calibrated."""
        common = self._rng.gauss(0, self._tolerances.common)
        self._drift = [common + self._rng.gauss(0, self._tolerances.drift) for _ in self._sensors]

    def levels(self, dipoles: list[Dipole]) -> list[float]:
        """Return the outputs in steps of the ADC, without noise."""
        levels = []
        for sensor, drift in zip(self._sensors, self._drift, strict=True):
            px, py, pz = sensor.at
            ax, ay, az = sensor.axis
            sum_b = 0.0
            for dipole in dipoles:
                dx, dy, dz = dipole.at
                mx, my, mz = dipole.moment
                rx, ry, rz = px - dx, py - dy, pz - dz
                square = rx * rx + ry * ry + rz * rz
                along = 3 * (mx * rx + my * ry + mz * rz) * (ax * rx + ay * ry + az * rz)
                across = (mx * ax + my * ay + mz * az) * square
                sum_b += MU0_4PI * (along - across) / (square * square * sqrt(square))
            levels.append(sensor.offset + drift + sensor.gain * sum_b)
        return levels

    def reading(self, level: float) -> int:
        """Return one reading of an output at ``level``, as the ADC gives it."""
        noisy = level + self._rng.gauss(0, ONE_READING)
        return min(4095, max(0, round(noisy + unevenness(noisy))))

    def summed(self, levels: list[float], scans: int) -> list[int]:
        """Return the sums of ``scans`` readings of each output.

        The noise of the readings is drawn once, for their sum: it is much larger than a step, so
        rounding adds nothing that could be seen.
        """
        noise = ONE_READING * sqrt(scans)
        return [
            round(scans * (level + unevenness(level)) + self._rng.gauss(0, noise))
            for level in levels
        ]


ONE_READING = sqrt((SENSOR_NOISE * STEPS_A_TESLA) ** 2 + ADC_NOISE**2)


def unevenness(level: float) -> float:
    """Return by how many steps the ADC is wrong at ``level``: it jumps at a few codes.

    >>> [unevenness(level) for level in (1280.0, 1535.0, 1537.0)]
    [-2.0, -3.9921875, 3.9921875]
    """
    to_middle = (level % 1024) - 512
    return ODD_STEPS * (0.5 - abs(to_middle) / 1024) * (1 if to_middle > 0 else -1)


GAP = 0.014
"""Metres from the sensors to the top of the felt."""

KINDS: dict[str, MagnetDie] = {"lots": lot(GAP * 1000), "long": long_die(GAP * 1000)}


class HallReading(Struct, frozen=True):
    """What was read of a throw: the faces in ascending order, None in doubt; after ``attempts``."""

    faces: tuple[int, ...] | None
    attempts: int
    energy: int


class BuiltTray:
    """A tray with sensors as they came out of the box, calibrated while it was empty."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._sensors = rng, Sensors(rng)
        self._empty = self._sensors.summed(self._sensors.levels([]), SCANS)

    def levels(self, thrown: DiceInTray) -> list[float]:
        """Return the outputs of the sensors for a throw, in steps of the ADC, without noise."""
        spread, dipoles = REMANENCE_SPREAD, []
        for die in thrown.dice:
            strengths = [1 + self._rng.uniform(-spread, spread) for _ in die.body.magnets]
            dipoles += die.dipoles(GAP, strengths)
        return self._sensors.levels(dipoles)

    def field(self, thrown: DiceInTray) -> list[int]:
        """Return what the firmware measures of a throw: the sum of scans, less the empty tray."""
        self._sensors.age()
        sums = self._sensors.summed(self.levels(thrown), SCANS)
        return [now - before for now, before in zip(sums, self._empty, strict=True)]

    def read(self, thrown: DiceInTray) -> HallReading:
        """Return what the firmware makes of a throw."""
        finder = Finder(KINDS[thrown.kind], BODIES[thrown.kind][1], self.field(thrown))
        for _ in finder.work():
            pass
        faces = finder.faces
        return HallReading(
            None if faces is None else tuple(faces), finder.attempts, finder.fit.energy
        )


READING: Final = 1.0
"""Seconds from when dice rest until they are read: about what a Pico takes."""


class HallTrayDice(ReportingDice):
    """Four lots and two long dice with magnets, on a tray that is built by ``rng``.

    >>> from hardware.simulated.timeline import VirtualClock
    >>> timeline = Timeline(VirtualClock())
    >>> dice = HallTrayDice(timeline, random.Random(1), lambda: None)
    >>> timeline.run_due(dice.throw((6, 3), [(1, 3, 4, 6)] * 2, 0.0))
    >>> dice.read(0)[4:]
    [(1, '=', 3), (1, '=', 6)]
    """

    def __init__(self, timeline: Timeline, rng: random.Random, tell: Callable[[], None]) -> None:
        super().__init__(timeline, rng, tell)
        self._tray = BuiltTray(rng)
        self.sensor_words = []

    def throw(self, faces: Sequence[int], dice: Sequence[Faces], start: float) -> float:
        """Plan a throw of ``dice`` at ``start``; return when it has been read (seconds).

        The dice show ``faces``, in any order, unless they come to lie so that nobody could tell.
        """
        names = self._fitting(dice)
        lying = self._lying("lots" if dice[0] == LOTS[0] else "long", faces)
        found = self._tray.read(lying).faces
        self._all(names, start, AWAY)
        self._all(names, start + IN_THE_HAND, ROLLS)
        read_at = start + IN_THE_HAND + TUMBLE + READING
        if found is None:
            self._all(names, read_at, COCKED)
        else:
            for name, face in zip(names, found, strict=True):
                self._timeline.at(read_at, partial(self.set, name, RESTS, face, throws=1))
        return read_at

    def _lying(self, kind: str, faces: Sequence[int]) -> DiceInTray:
        """Return dice that show ``faces``, or lie so that one has none."""
        lying = throw(kind, self._rng)
        if lying.faces is None:
            return lying
        dice = [turned(die, face) for die, face in zip(lying.dice, faces, strict=True)]
        return DiceInTray(kind, tuple(dice))

    def _all(self, names: Sequence[str], time: float, does: str) -> None:
        for name in names:
            self._timeline.at(time, partial(self.set, name, does))
