"""Dice on a tray of Hall sensors at the simulated microcontroller, read by its firmware.

Some throws are not clear, as on a real tray: dice that touch, lean, or lie across another.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from hardware.dice.codes import LOTS, Faces
from hardware.firmware.dice import AWAY, COCKED, RESTS, ROLLS
from hardware.simulated.hall_tray.built import BuiltTray
from hardware.simulated.hall_tray.dice import turned
from hardware.simulated.hall_tray.throws import DiceInTray, throw
from hardware.simulated.peer_dice import IN_THE_HAND, TUMBLE, ReportingDice
from hardware.simulated.timeline import Timeline

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
