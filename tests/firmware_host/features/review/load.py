"""What a review costs the table beside it, in one run: ``python -m tests.bench.load [N]``.

The same key is pressed N times in each of three conditions, in an order drawn by lot: twice while
nothing else goes on, whose difference is chance, and once while the web server's process works on a
review. It rests in between. A figure is the time from the debounced event of a key to the last
message handed to the bus: of the processor in the thread of the loop, and on the clock.
"""

import gc
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import games
from firmware_host.features.review.reviewing import ReviewProcess
from firmware_host.features.review.store import assess_points
from games.core import random_action
from games.record import write
from games.replay import record_of
from tests.bench.loop_load import HEAD, TimedTable, compared, figures
from tests.bench.page import milliseconds, table

GAME = "xiangqi4"
"""Whose positions take longest to judge."""
ACTIONS = 40
LABELS = ("alone", "alone again", "beside a review")
COMPARED = (("the ones alone compared", 1), ("beside a review compared with alone", 2))
REVIEWED = 2
"""The number of the condition in which the review is worked out."""
PRESSES = 1000
LEAD = 0.03
"""Seconds for which the review has been worked out before a press."""
SEED = 1


class BusyReview:
    """A review that a process works out again and again, while it is not resting."""

    def __init__(self) -> None:
        self._process = ReviewProcess()
        self._number: int = self._process.pool.submit(os.getpid).result()
        self._text, self._ends = _played(), False
        self._begin()

    def rest(self, *, rests: bool) -> None:
        """Stop working for a while, or go on."""
        os.kill(self._number, signal.SIGSTOP if rests else signal.SIGCONT)

    def close(self) -> None:
        """End the process."""
        self._ends = True
        self.rest(rests=False)
        self._process.stop()

    def _begin(self) -> None:
        if not self._ends:
            done = self._process.pool.submit(assess_points, self._text, range(ACTIONS))
            done.add_done_callback(lambda _: self._begin())


def _played() -> str:
    states, actions, chance = [games.load(GAME).start()], [], random.Random(SEED)
    for _ in range(ACTIONS):
        actions.append(random_action(states[-1], chance))
        states.append(states[-1].apply(actions[-1]))
    return write(record_of(states, actions))


def timed(presses: int) -> Sequence[Sequence[Sequence[float]]]:
    """The seconds of so many ``presses`` in each of the conditions, on both clocks."""
    chance = random.Random(SEED)
    found: list[list[Sequence[float]]] = [[] for _ in LABELS]
    gc.freeze()  # as the program does
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(TimedTable(Path(folder))) as pressed,
            closing(BusyReview()) as review,
        ):
            for _ in range(presses):
                for condition in chance.sample(range(len(LABELS)), len(LABELS)):
                    review.rest(rests=condition != REVIEWED)
                    time.sleep(LEAD)
                    pressed.press()
                    found[condition].append([seconds[-1] for seconds in pressed.found])
    finally:
        gc.unfreeze()
    return [[*zip(*each, strict=True)] for each in found]


def rows(presses: int = PRESSES) -> Iterator[Sequence[str]]:
    """The head, a row for each condition, and how the other two compare with the first."""
    yield HEAD
    spent = [figures(found) for found in timed(presses)]
    for label, each in zip(LABELS, spent, strict=True):
        yield (label, str(presses), *map(milliseconds, each))
    yield from compared(spent, COMPARED)


if __name__ == "__main__":
    for line in table(rows(*map(int, sys.argv[1:]))):
        print(line, flush=True)
