"""What something beside a table costs its loop: presses that are timed on both clocks.

A figure is the time from the debounced event of a key to the last message handed to the bus: of the
processor in the thread of the loop, and on the clock.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import quantiles

import games
from firmware_host.app.request import Request
from firmware_host.base.registry import KnownFacts
from firmware_host.screens.choose import ChooseView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from hardware.wiring import wiring
from tests.bench.presses import Stopwatch

HEAD = (
    "table", "presses", "processor, p50", "processor, p99", "clock, p50", "clock, p99",
)  # fmt: skip
GAME = "squadro"
NOTHING = KnownFacts()


class TimedTable:
    """A simulated table that awaits a move; its presses are timed on both clocks.

    It knows ``facts``; ``opened`` is closed with it, and before.
    """

    def __init__(self, folder: Path, facts: KnownFacts = NOTHING) -> None:
        self.opened = ExitStack()
        request = Request(games, wiring.load("generic"), "en", folder, Setup(GAME), facts=facts)
        self.world = self.opened.enter_context(closing(World(request)))
        hands = Hands(self.world)
        while not isinstance(self.world.view, ChooseView):
            hands.follow()
            hands.look_up()
        self._watches = [
            Stopwatch(clock, self.world) for clock in (time.thread_time, time.perf_counter)
        ]

    @property
    def found(self) -> Sequence[Sequence[float]]:
        """The seconds of each press: of the processor, and on the clock."""
        return [watch.found for watch in self._watches]

    def press(self) -> None:
        """Go to the next move."""
        self.world.run_until(self.world.pi.press("down", 0.1) + 0.1)

    def close(self) -> None:
        """Close the table and what is beside it."""
        self.opened.close()


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
