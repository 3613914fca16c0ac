"""Dice at the simulated microcontroller that report their faces, thrown by the program."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from hardware.dice.codes import LONG_DICE, LOTS, DieReport, Faces, fitting
from hardware.firmware.dice import AWAY, RESTS, ROLLS
from hardware.simulated.timeline import Timeline

NAMES = ("a", "b", "c", "d", "long1", "long2")

IN_THE_HAND, TUMBLE, APART = 0.15, 0.5, 0.12
"""Seconds for which dice are away, and tumble, and the longest time between two that come to
rest."""


class ReportingDice:
    """Four lots and two long dice, which rest on faces by ``rng`` and move on ``timeline``.

    ``tell`` is called whenever one does something else.

    >>> from hardware.simulated.timeline import VirtualClock
    >>> dice = ReportingDice(Timeline(VirtualClock()), random.Random(1), lambda: None)
    >>> dice.offer[0], dice.offer[-1]
    (('a', [0, 1]), ('long2', [1, 3, 4, 6]))
    >>> dice.faces([(1, 3, 4, 6)])
    (6,)
    """

    sensor_words: list[str] | None = None
    """What is wrong with the sensors under them, as words of the protocol; None without sensors."""

    def __init__(self, timeline: Timeline, rng: random.Random, tell: Callable[[], None]) -> None:
        self._timeline, self._rng, self._tell = timeline, rng, tell
        dice = zip(NAMES, (*LOTS, *LONG_DICE), strict=True)
        self._dice = {name: DieReport(name, faces) for name, faces in dice}
        self._seen: dict[str, tuple[int, str, int | None]] = {
            name: (0, RESTS, rng.choice(die.faces)) for name, die in self._dice.items()
        }

    @property
    def offer(self) -> list[tuple[str, list[int]]]:
        """The names and faces of all dice."""
        return [(name, list(die.faces)) for name, die in self._dice.items()]

    def read(self, _now: int) -> list[tuple[int, str, int | None]]:
        """Return what each of the dice does now, for the firmware."""
        return list(self._seen.values())

    def can_throw(self, dice: Sequence[Faces]) -> bool:
        """Return whether there are such dice."""
        return bool(self._fitting(dice))

    def faces(self, dice: Sequence[Faces]) -> Faces:
        """Return what such dice show, the last face of those that move."""
        return tuple(self._faces[name] for name in self._fitting(dice))

    def throw(self, faces: Sequence[int], dice: Sequence[Faces], start: float) -> float:
        """Plan a throw of ``dice`` at ``start``; return when the last of them rests (seconds)."""
        ends = [
            self._plan(name, face, start)
            for name, face in zip(self._fitting(dice), faces, strict=True)
        ]
        return max(ends)

    def set(self, name: str, does: str, face: int | None = None, throws: int = 0) -> None:
        """Let the die ``name`` do something else, after so many more throws."""
        self._seen[name] = (self._seen[name][0] + throws, does, face)
        self._tell()

    @property
    def _faces(self) -> dict[str, int]:
        first = {name: die.faces[0] for name, die in self._dice.items()}
        return {
            name: first[name] if seen[2] is None else seen[2] for name, seen in self._seen.items()
        }

    def _fitting(self, dice: Sequence[Faces]) -> tuple[str, ...]:
        return fitting(dice, list(self._dice.values())) or ()

    def _plan(self, name: str, face: int, start: float) -> float:
        rest = start + IN_THE_HAND + TUMBLE + self._rng.uniform(0.0, APART)
        at = self._timeline.at
        at(start, partial(self.set, name, AWAY))
        at(start + IN_THE_HAND, partial(self.set, name, ROLLS))
        at(rest, partial(self.set, name, RESTS, face, throws=1))
        return rest
