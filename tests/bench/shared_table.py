"""A table as a process of its own, for the figures of the browser.

``python -m tests.bench.shared_table SOCKET`` waits for requests at ``SOCKET`` and prints, for each
that changes the picture, when its last byte was handed to the bus (seconds of the system's
monotonic clock).
"""

import contextlib
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
from firmware_host.app.request import Request
from firmware_host.simulator.simulated_table import SimulatedTable
from hardware.wiring import wiring
from tests.bench.presses import SEED
from tests.served import beside


def share(table: SimulatedTable, socket: str, folder: Path) -> None:
    """Let a web server show ``table`` at ``socket``."""
    Feed(Path(socket), table.app.observers, table.app.requests, beside(folder))


class Reporter:
    """Prints when the last byte was handed to the bus, for each step that fulfils a request."""

    def __init__(self, table: SimulatedTable) -> None:
        self._is_asked, self._handed = False, 0.0
        app, model = table.app, table.pi.model
        self._replace(app, "step", self._step)
        self._replace(app.table, "fulfil", self._fulfil)
        self._replace(model, "write", self._write)

    def _replace(self, owner: object, name: str, way: Callable[..., object]) -> None:
        setattr(owner, name, partial(way, getattr(owner, name)))

    def _step(self, step: Callable[[], None]) -> None:
        self._is_asked, self._handed = False, 0.0
        step()
        if self._is_asked and self._handed:
            print(self._handed, flush=True)

    def _fulfil(self, fulfil: Callable[..., bool], *asked: Any) -> bool:
        self._is_asked = True
        return fulfil(*asked)

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
    """Wait for requests at the socket that the command line names."""
    with tempfile.TemporaryDirectory() as name, contextlib.suppress(KeyboardInterrupt):
        wait(sys.argv[1], Path(name))


if __name__ == "__main__":
    main()
