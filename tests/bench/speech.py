"""How soon a table that speaks is heard: ``python -m tests.bench.speech [PRESSES]``.

Somebody goes through the moves of a simulated table, faster than it can say them. The real
synthesiser speaks. A program stands in for aplay: it plays at the pace of sound, and notes when.
A figure is the time on the clock from the debounced event of a key to the first sound of the next
sentence, or to the last sound of the one before.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import quantiles
from typing import Any

import games
from firmware_host.app.request import Request, Speech
from firmware_host.features.speech import espeak
from firmware_host.features.speech.voice import Speaker, Voice
from firmware_host.screens.choose import ChooseView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.world import World
from firmware_host.text.languages import LANGUAGES
from hardware.input.key_timing import KeyEvent
from hardware.wiring import wiring
from tests.bench.page import milliseconds, table

HEAD = (
    "language", "presses", "sound, p50", "sound, p99", "sound, most",
    "silence, p50", "silence, p99", "silence, most",
)  # fmt: skip
PRESSES = 100
GAME = "squadro"
LISTENING = 0.25
"""Seconds of a sentence that are heard before the next press."""

PATIENCE = 10.0
PERIOD = 0.01
"""Seconds of sound that the stand-in plays at once."""

SINK = """
import os, sys, time
log, due = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT), 0.0
while samples := os.read(0, 441):
    now = time.monotonic()
    os.write(log, f"{os.getpid()} {now}\\n".encode())
    due = max(due, now) + len(samples) / 44100
    time.sleep(max(0.0, due - time.monotonic()))
"""


class Ears:
    """What is heard of the stand-in for aplay that notes in ``path`` what it plays."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def command(self) -> Sequence[str]:
        """How the stand-in is started."""
        return (sys.executable, "-S", "-c", SINK, str(self._path))

    def heard(self) -> list[tuple[str, float]]:
        """The program that played each piece of sound, and when."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.exists() else []
        return [(program, float(when)) for program, when in map(str.split, lines)]

    def wait(self, since: float) -> float:
        """Wait for the first sound of a program that has begun ``since`` then; return its time."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            heard = self.heard()
            before = {program for program, when in heard if when <= since}
            new = [when for program, when in heard if program not in before]
            if new:
                return new[0]
            time.sleep(0.002)
        raise TimeoutError("nothing is heard")

    def silent(self, since: float) -> float:
        """The seconds from ``since`` to the end of what was playing then."""
        heard = self.heard()
        playing = next(program for program, when in reversed(heard) if when <= since)
        last = max(when for program, when in heard if program == playing)
        return max(0.0, last + PERIOD - since)


class PressTimes:
    """When the last key was handed to the table in ``world``."""

    def __init__(self, world: World) -> None:
        self.last = 0.0
        vars(world.app.table)["handle"] = partial(self._handle, world.app.table.handle)

    def _handle(self, handle: Any, event: Any, now: float) -> None:
        if isinstance(event, KeyEvent):
            self.last = time.monotonic()
        handle(event, now)


def times(language: str, presses: int) -> tuple[list[float], list[float]]:
    """The seconds to sound and to silence of so many ``presses`` at a table in ``language``."""
    with tempfile.TemporaryDirectory() as folder:
        ears = Ears(Path(folder, "heard"))
        request = Request(
            games, wiring.load("generic"), language, Path(folder), Setup(GAME), speech=Speech()
        )
        with closing(World(request)) as world, closing(Voice(ears.command, print)) as voice:
            world.app.observers.watch(Speaker(voice), "speech")
            hands = Hands(world)
            while not isinstance(world.view, ChooseView):
                hands.follow()
                hands.look_up()
            return _times(world, ears, presses)


def _times(world: World, ears: Ears, presses: int) -> tuple[list[float], list[float]]:
    sounds, silences, pressed = [], [], PressTimes(world)
    ears.wait(0.0)
    for _ in range(presses):
        time.sleep(LISTENING)
        released = world.pi.press("down", 0.1)
        world.run_until(released + 0.1)
        sounds.append(ears.wait(pressed.last) - pressed.last)
        silences.append(ears.silent(pressed.last))
    return sounds, silences


def rows(presses: int = PRESSES) -> Iterator[Sequence[str]]:
    """The head, and a row for each language."""
    yield HEAD
    if shutil.which(espeak.PROGRAM) is None:
        yield (f"{espeak.PROGRAM} is not installed", *[""] * (len(HEAD) - 1))
        return
    for language in LANGUAGES:
        found = times(language, presses)
        yield (language, str(presses), *map(milliseconds, chain(*map(_figures, found))))


def _figures(found: Sequence[float]) -> tuple[float, ...]:
    hundredths = quantiles(found, n=100, method="inclusive")
    return hundredths[49], hundredths[98], max(found)


if __name__ == "__main__":
    for line in table(rows(*map(int, sys.argv[1:]))):
        print(line, flush=True)
