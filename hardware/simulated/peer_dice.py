"""Dice on a tray of Hall sensors, which the firmware of the simulated microcontroller reads.

It shows, before anybody buys 64
sensors, at which pitch and with which limits the firmware reads the dice. Some throws are not
clear, as on a real tray: dice that touch, lean, or lie across another.

The tray is one as somebody built it, with the firmware that reads it: Hall sensors on a grid, four
multiplexers and the ADC of an RP2040 turn fields into readings.

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
from math import sqrt
from random import Random
from typing import Final

from msgspec import Struct

from hardware.dice.codes import LOTS, Faces
from hardware.firmware.dice import AWAY, COCKED, RESTS, ROLLS
from hardware.firmware.finding import Finder
from hardware.firmware.magnets import MagnetDie, long_die, lot
from hardware.simulated.hall_dice import (
    BODIES,
    REMANENCE_SPREAD,
    DiceInTray,
    Dipole,
    Vector,
    throw,
    turned,
)
from hardware.simulated.reporting_dice import IN_THE_HAND, TUMBLE, ReportingDice
from hardware.simulated.timeline import Timeline

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
                sum_b += 1e-7 * (along - across) / (square * square * sqrt(square))
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

SCANS = 16
"""Scans that are summed."""

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
