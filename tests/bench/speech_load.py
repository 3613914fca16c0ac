"""What speech costs the loop, in one run: ``python -m tests.bench.speech_load [PRESSES]``.

Three tables are pressed in turns, the same key at each, in an order drawn by lot: two are silent,
whose difference is chance, and one speaks with the real synthesiser all the time. A figure is the
time from the debounced event of a key to the last message handed to the bus: of the processor in
the thread of the loop, and on the clock.
"""

import gc
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import quantiles

import games
from firmware_host.app.request import Request, Speech
from firmware_host.features.speech import espeak
from firmware_host.features.speech.voice import Speaker, Voice
from firmware_host.screens.choose import ChooseView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.world import World
from hardware.wiring import wiring
from tests.bench.page import milliseconds, table
from tests.bench.presses import Stopwatch
from tests.bench.speech import GAME, Ears

HEAD = (
    "table", "presses", "processor, p50", "processor, p99", "clock, p50", "clock, p99",
)  # fmt: skip
LABELS = ("silent", "another silent one", "speaking")
COMPARED = (("the silent ones compared", 1), ("speaking compared with silent", 2))
PRESSES = 1000
LISTENING = 0.1
"""The most seconds of a sentence before the next press: it comes while the voice is at work."""

SEED = 1


class TimedTable:
    """A simulated table that awaits a move; its presses are timed on both clocks."""

    def __init__(self, folder: Path, *, speaks: bool) -> None:
        self._open = ExitStack()
        speech = Speech() if speaks else None
        generic = wiring.load("generic")
        request = Request(games, generic, "en", folder, Setup(GAME), speech=speech)
        self._world = self._open.enter_context(closing(World(request)))
        if speaks:
            ears = Ears(folder / "heard")
            voice = self._open.enter_context(closing(Voice(ears.command, print)))
            self._world.app.observers.watch(Speaker(voice), "speech")
        hands = Hands(self._world)
        while not isinstance(self._world.view, ChooseView):
            hands.follow()
            hands.look_up()
        self._watches = [
            Stopwatch(clock, self._world) for clock in (time.thread_time, time.perf_counter)
        ]

    @property
    def found(self) -> Sequence[Sequence[float]]:
        """The seconds of each press: of the processor, and on the clock."""
        return [watch.found for watch in self._watches]

    def press(self) -> None:
        """Go to the next move."""
        self._world.run_until(self._world.pi.press("down", 0.1) + 0.1)

    def close(self) -> None:
        """Close the table; it falls silent."""
        self._open.close()


def timed(presses: int) -> Sequence[Sequence[Sequence[float]]]:
    """The seconds of so many ``presses`` at each of the tables."""
    chance = random.Random(SEED)
    gc.freeze()  # as the program does
    try:
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            tables = [
                stack.enter_context(closing(TimedTable(_made(folder, label), speaks=speaks)))
                for label, speaks in zip(LABELS, (False, False, True), strict=True)
            ]
            for _ in range(presses):
                time.sleep(chance.uniform(0.0, LISTENING))
                for each in chance.sample(tables, len(tables)):
                    each.press()
            return [each.found for each in tables]
    finally:
        gc.unfreeze()


def _made(folder: str, label: str) -> Path:
    made = Path(folder, label)
    made.mkdir()
    return made


def rows(presses: int = PRESSES) -> Iterator[Sequence[str]]:
    """The head, a row for each table, and how the other two compare with the first."""
    yield HEAD
    if shutil.which(espeak.PROGRAM) is None:
        yield (f"{espeak.PROGRAM} is not installed", *[""] * (len(HEAD) - 1))
        return
    spent = []
    for label, found in zip(LABELS, timed(presses), strict=True):
        spent.append(figures(found))
        yield (label, str(len(found[0])), *map(milliseconds, spent[-1]))
    yield from compared(spent, COMPARED)


def figures(found: Sequence[Sequence[float]]) -> Sequence[float]:
    """The p50 and the p99 of the seconds on each clock."""
    hundredths = [quantiles(seconds, n=100, method="inclusive") for seconds in found]
    return [each[place] for each in hundredths for place in (49, 98)]


def compared(
    spent: Sequence[Sequence[float]], pairs: Sequence[tuple[str, int]]
) -> Iterator[Sequence[str]]:
    """A row for each of ``pairs``, a label and a number: how its figures differ from the first."""
    for label, number in pairs:
        both = zip(spent[number], spent[0], strict=True)
        yield (label, "", *(f"{one / other - 1:+.0%}" for one, other in both))


if __name__ == "__main__":
    for line in table(rows(*map(int, sys.argv[1:]))):
        print(line, flush=True)
