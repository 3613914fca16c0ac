"""A table that is played by its own keys: ``python -m tests.bench.pressed_table SOCKET PRESSES``.

It plays games at an ordinary pace, shared at ``SOCKET`` (``-`` for none), and prints what each of
so many presses takes to the bus: seconds of the processor, with what the threads of the feed take
meanwhile, and seconds on the clock. Between two presses it does at once what is asked of it.
"""

import gc
import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware_host.simulator.simulated_table import World
from tests.bench.presses import SEED, Stopwatch, watched
from tests.bench.shared_table import share

LONGEST_PAUSE = 0.01
"""Seconds at most that pass at once: a person who is in a hurry."""

CLOCKS = (time.process_time, time.perf_counter)


class Paced:
    """A stopwatch for each of :data:`CLOCKS` at a table where time passes as it really does."""

    def __init__(self, socket: str, folder: Path, world: World) -> None:
        if socket != "-":
            share(world, socket, folder)
        self.watches = [Stopwatch(clock, world) for clock in CLOCKS]
        self._clock, self._asked, self._time = world.clock, threading.Event(), 0.0
        world.app.requests.wake = self._asked.set
        vars(world.app)["step"] = partial(self._step, world.app.step)

    @property
    def found(self) -> list[float]:
        return self.watches[0].found

    def _step(self, step: Callable[[], None]) -> None:
        """Wait as the loop does: until it is time, or until somebody asks for something."""
        passed, self._time = self._clock() - self._time, self._clock()
        end = time.monotonic() + min(passed, LONGEST_PAUSE)
        while (left := end - time.monotonic()) > 0:
            if self._asked.wait(left):
                self._asked.clear()
                step()
        step()


def main() -> None:
    """Play as the words of the command line say."""
    socket, presses = sys.argv[1], int(sys.argv[2])
    gc.freeze()  # as the program does
    with tempfile.TemporaryDirectory() as name:
        watching = partial(Paced, socket, Path(name))
        paced = watched("squadro", "generic", presses, SEED, watching)
    print(json.dumps([watch.found for watch in paced.watches]))


if __name__ == "__main__":
    main()
