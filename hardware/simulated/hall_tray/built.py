"""A tray as somebody built it, with the firmware that reads it."""

from random import Random

from msgspec import Struct

from hardware.firmware.finding import Finder
from hardware.firmware.magnets import MagnetDie, long_die, lot
from hardware.simulated.hall_tray.dice import BODIES, REMANENCE_SPREAD
from hardware.simulated.hall_tray.sensors import Sensors
from hardware.simulated.hall_tray.throws import DiceInTray

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
