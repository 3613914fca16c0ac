"""How soon a table that speaks is heard, and what speech costs the loop.

``python -m tests.firmware_host.features.speech.bench [PRESSES]`` measures how soon it is heard.
Somebody goes through the moves of a simulated table, faster than it can say them. The real
synthesiser speaks. A program stands in for aplay: it plays at the pace of sound, and notes when.
A figure is the time on the clock from the debounced event of a key to the first sound of the next
sentence, or to the last sound of the one before.
"""

import gc
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import quantiles
from typing import Any

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.features.speech import programs
from firmware_host.features.speech.facts import SpeechHere
from firmware_host.features.speech.voice import Speaker, Voice
from firmware_host.screens.choose import ChooseView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.text import LANGUAGES
from hardware.input.edges import KeyEvent
from hardware.speaker import USUAL_DEVICE
from hardware.wiring import wiring
from tests.bench.loop_load import GAME, NOTHING, TimedTable, compared, figures
from tests.bench.loop_load import HEAD as LOAD_HEAD
from tests.bench.page import milliseconds, table
from tests.bench.section import Section

HEAD = (
    "language", "presses", "sound, p50", "sound, p99", "sound, most",
    "silence, p50", "silence, p99", "silence, most",
)  # fmt: skip
PRESSES = 100
LISTENING = 0.25
"""Seconds of a sentence that are heard before the next press."""

LABELS = ("silent", "another silent one", "speaking")
COMPARED = (("the silent ones compared", 1), ("speaking compared with silent", 2))
LOAD_PRESSES = 1000
LOAD_LISTENING = 0.1
"""The most seconds of a sentence before the next press: it comes while the voice is at work."""

SEED = 1

PATIENCE = 10.0
PERIOD = 0.01
"""Seconds of sound that the stand-in plays at once."""

SPEAKING = KnownFacts().with_fact(SpeechHere(USUAL_DEVICE))

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
            games, wiring.load("generic"), language, Path(folder), Setup(GAME), facts=SPEAKING
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
    if shutil.which(programs.PROGRAM) is None:
        yield (f"{programs.PROGRAM} is not installed", *[""] * (len(HEAD) - 1))
        return
    for language in LANGUAGES:
        found = times(language, presses)
        yield (language, str(presses), *map(milliseconds, chain(*map(_figures, found))))


def _figures(found: Sequence[float]) -> tuple[float, ...]:
    hundredths = quantiles(found, n=100, method="inclusive")
    return hundredths[49], hundredths[98], max(found)


def timed(presses: int) -> Sequence[Sequence[Sequence[float]]]:
    """The seconds of so many ``presses`` at each of the tables."""
    chance = random.Random(SEED)
    gc.freeze()  # as the program does
    try:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            tables = [
                stack.enter_context(closing(TimedTable(_made(folder, label), facts)))
                for label, facts in zip(LABELS, (NOTHING, NOTHING, SPEAKING), strict=True)
            ]
            _let_speak(tables[-1], Path(folder, "heard"))
            for _ in range(presses):
                time.sleep(chance.uniform(0.0, LOAD_LISTENING))
                for each in chance.sample(tables, len(tables)):
                    each.press()
            return [each.found for each in tables]
    finally:
        gc.unfreeze()


def _let_speak(table: TimedTable, heard: Path) -> None:
    voice = table.opened.enter_context(closing(Voice(Ears(heard).command, print)))
    table.world.app.observers.watch(Speaker(voice), "speech")


def _made(folder: str, label: str) -> Path:
    made = Path(folder, label)
    made.mkdir()
    return made


def load_rows(presses: int = LOAD_PRESSES) -> Iterator[Sequence[str]]:
    """The head, a row for each table, and how the other two compare with the first."""
    yield LOAD_HEAD
    if shutil.which(programs.PROGRAM) is None:
        yield (f"{programs.PROGRAM} is not installed", *[""] * (len(LOAD_HEAD) - 1))
        return
    spent = []
    for label, found in zip(LABELS, timed(presses), strict=True):
        spent.append(figures(found))
        yield (label, str(len(found[0])), *map(milliseconds, spent[-1]))
    yield from compared(spent, COMPARED)


SECTIONS = {
    "Speech": Section(
        "Wall-clock time from the debounced event of a key, at a table that is speaking, to the "
        "first sound of the next sentence and to the last of the one before. The real espeak-ng "
        "speaks; a program stands in for aplay, plays at the pace of sound and notes when. The "
        "targets are 300 ms to the sound and 100 ms to silence.",
        lambda names: rows(),
    ),
    "Speech and the loop": Section(
        "The time from the debounced event of a key to the last message handed to the bus, at "
        "three tables that are pressed in turns in one run: two are silent, whose difference is "
        "chance, and one speaks with the real espeak-ng. The processor is that of the thread of "
        "the loop. The target is that speech does not change the p99.",
        lambda names: load_rows(),
    ),
}


if __name__ == "__main__":
    for line in table(rows(*map(int, sys.argv[1:]))):
        print(line, flush=True)
