"""A table as a process of its own, for the figures of the browser.

``python -m tests.bench.shared_table SOCKET`` waits for requests at ``SOCKET`` and prints, for each
that changes the picture, when its last byte was handed to the bus (seconds of the system's
monotonic clock). With ``PRESSES`` after it, the table plays games by its own keys at an ordinary
pace, and prints the processor time from each of so many presses to the bus, with what the threads
of the feed take meanwhile; ``-`` stands for no socket.
"""

import contextlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import games
from firmware_host.app.feed import Feed
from firmware_host.app.kept_games import KeptGames
from firmware_host.app.request import Request
from firmware_host.simulator.simulated_table import SimulatedTable
from firmware_host.simulator.world import World
from hardware.wiring import wiring
from tests.bench.presses import SEED, Stopwatch, watched

PAUSE = 0.05
"""Seconds between two presses: a person who is in a hurry."""


def share(table: SimulatedTable, socket: str, folder: Path) -> None:
    """Let a web server show ``table`` at ``socket``."""
    Feed(Path(socket), table.app.observers, table.app.requests, KeptGames(folder).answer)


class Paced(Stopwatch):
    """A stopwatch after whose figures some time passes."""

    def __init__(self, socket: str, folder: Path, world: World) -> None:
        super().__init__(time.process_time, world)
        if socket != "-":
            share(world, socket, folder)

    def _step(self, step: Callable[[], None]) -> None:
        known = len(self.found)
        super()._step(step)
        if len(self.found) > known:
            time.sleep(PAUSE)


class Reporter:
    """Prints when the last byte was handed to the bus, for each step that fulfils a request."""

    def __init__(self, table: SimulatedTable) -> None:
        self._is_asked, self._handed = False, 0.0
        app, model = table.app, table.pi.model
        self._replace(app, "step", self._step)
        self._replace(app.table, "fulfil", self._fulfil)
        self._replace(model, "write", self._write)

    def _replace(self, owner: object, name: str, way: Callable[..., None]) -> None:
        setattr(owner, name, partial(way, getattr(owner, name)))

    def _step(self, step: Callable[[], None]) -> None:
        self._is_asked, self._handed = False, 0.0
        step()
        if self._is_asked and self._handed:
            print(self._handed, flush=True)

    def _fulfil(self, fulfil: Callable[..., None], *asked: Any) -> None:
        self._is_asked = True
        fulfil(*asked)

    def _write(self, write: Callable[[bytes], None], message: bytes) -> None:
        self._handed = time.monotonic()
        write(message)


def wait(socket: str, folder: Path) -> None:
    """Run a table that waits for requests, until the process is ended."""
    request = Request(games, wiring.load("generic"), "en", folder)
    chance = random.Random(SEED)
    table = SimulatedTable(request, time.monotonic, chance, chance)
    Reporter(table)
    share(table, socket, folder)
    table.app.run()


def main() -> None:
    """Do what the words of the command line ask for."""
    socket, *presses = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name, contextlib.suppress(KeyboardInterrupt):
        folder = Path(name)
        if presses:
            watching = partial(Paced, socket, folder)
            found = watched("squadro", "generic", int(presses[0]), SEED, watching).found
            print(json.dumps(found))
        else:
            wait(socket, folder)


if __name__ == "__main__":
    main()
