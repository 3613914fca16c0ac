"""A tray of Hall sensors at an emulated Pico, and throws of the model that lie on it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from hardware.firmware.halls import FIRST_LINE, SCANS
from hardware.simulated.hall_dice import BuiltTray, DiceInTray
from tests.pico.emulated import EmulatedPico

TRIES, STEP = 200, 50.0
"""How often is looked whether the tray has been read, and the time between two looks (ms)."""

A_HELLO = 20
"""Looks after which the host says hello: a second."""


@dataclass(frozen=True)
class PicoReading:
    """What the Pico made of a throw: its faces in ascending order, None if it asks for another.

    ``took`` is the time from the last movement of the dice, ``longest_pass`` the longest one over
    all sensors (ms).
    """

    faces: tuple[int, ...] | None
    took: float
    longest_pass: float


class TrayAtPico:
    """A Pico with a ``tray`` for the dice called ``kind`` that was calibrated while it was empty.

    ``folder`` is for the file system of the Pico.
    """

    def __init__(self, folder: Path, kind: str, tray: BuiltTray) -> None:
        self.kind, self._tray, self._empty = kind, tray, DiceInTray(kind, ())
        self._looks = 0
        calibration = "\n".join([FIRST_LINE, *(str(SCANS * each) for each in self._steps()), ""])
        more = f'TRAY = []\nHALL_DICE = "{kind}"\n'
        self.pico = EmulatedPico(folder, more, more_files={"halls.txt": calibration})
        self.clear()

    def clear(self) -> None:
        """Take all dice off the tray, and wait until the Pico has seen it."""
        self.pico.sense(self._steps())
        self._wait_for("-")

    def put(self, thrown: DiceInTray) -> None:
        """Let the dice lie on the tray as they are ``thrown``."""
        self.pico.sense(self._steps(thrown))

    def read(self, thrown: DiceInTray) -> PicoReading:
        """Throw the dice onto the empty tray, and return what the Pico makes of it."""
        begun = self.pico.now
        self.put(thrown)
        words = self._wait_for("=/")
        faces = None if "/" in words[0] else tuple(sorted(int(each[3:]) for each in words))
        return PicoReading(faces, self.pico.now - begun, self.pico.longest_pass)

    def dice(self) -> list[list[str]]:
        """Let a moment pass; return what the dice did in it, as words of a die each."""
        if self._looks % A_HELLO == 0:
            self.pico.greet()
        self._looks += 1
        return [words[1:] for words in self.pico.run(STEP) if words[0] == "dice"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pico.__exit__()

    def _wait_for(self, signs: str) -> list[str]:
        for _ in range(TRIES):
            for words in self.dice():
                if words[0][2] in signs:
                    return words
        raise TimeoutError(f"the dice did not come to {signs} in {TRIES * STEP:.0f} ms")

    def _steps(self, thrown: DiceInTray | None = None) -> list[int]:
        return [round(level) for level in self._tray.levels(thrown or self._empty)]
