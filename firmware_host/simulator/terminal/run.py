"""Run the simulator: the program in one thread, the screen in the main thread."""

import os
import random
import signal
import sys
import threading
import time
from contextlib import ExitStack
from functools import partial
from types import FrameType
from typing import Protocol

from firmware_host.app.build import run_beside
from firmware_host.app.request import Request, Sharing
from firmware_host.app.sharing import share
from firmware_host.base.errors import ENDING, HostError
from firmware_host.base.log import log_beside_screen
from firmware_host.simulator.simulated_table import Desk, LastingTable
from firmware_host.simulator.terminal.app import Simulator
from firmware_host.table.device import Ending
from firmware_host.thinking.process import ProcessThinker
from hardware.link.thread import LinkThread

LOG = "simulate.log"
"""Where the log is while the terminal shows the table, in the state folder."""


class Program(Protocol):
    """What is run: an App, or what contains its failures."""

    def run(self) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class AppThread:
    """Run ``app`` in a thread; other threads may only read its frame and stop it."""

    def __init__(self, app: Program) -> None:
        self._app = app
        self._thread = threading.Thread(target=self._run, name="companion")
        self._error: BaseException | None = None

    @property
    def has_failed(self) -> bool:
        """True once an error has ended the app."""
        return self._error is not None

    def start(self) -> None:
        """Start to run the app."""
        self._thread.start()

    def finish(self) -> None:
        """Stop and close the app, and raise the error that ended it, if any; call this once."""
        self._app.stop()
        if self._thread.ident is not None:
            self._thread.join()
        try:
            if self._error is not None:
                raise self._error
        finally:
            self._app.close()

    def _run(self) -> None:
        try:
            self._app.run()
        except BaseException as error:  # noqa: BLE001 - finish raises it in the main thread
            self._error = error


def open_terminal(request: Request, senses: bool = False, sharing: Sharing | None = None) -> None:
    """Let people play with the keyboard what ``request`` describes, until they quit.

    With ``senses`` they move pieces with the mouse, on a board that detects them. ``sharing`` says
    where people elsewhere may look at the table; None: nowhere. If the staff restarts the table,
    everything is opened again.

    An error that ends the program closes the terminal and is raised here, after the screen is
    restored. HostError if the terminal itself fails.
    """
    colourless = {name: os.environ[name] for name in ("NO_COLOR",) if name in os.environ}
    with log_beside_screen(request.folder / LOG) as log:
        ending: Ending | None = "restart"
        while ending == "restart":
            ending = _open_once(request, senses, sharing, log)
            os.environ.update(colourless)  # Textual takes it away


def _open_once(request: Request, senses: bool, sharing: Sharing | None, log: str) -> Ending | None:
    """Run until the first restart; return how the staff has ended the program, if at all."""
    table = _table(request, senses)
    desk = Desk(table, time.monotonic, random.SystemRandom())
    program, opened = AppThread(table.program), ExitStack()
    try:
        # some terminals that are closed signal only the first program that they started
        simulator = Simulator(desk, program, partial(os.isatty, sys.stdin.fileno()))
        desk.app.observers.watch(lambda update: simulator.wake(), "terminal")
        run_beside(opened, request, desk.app.observers, desk.app.requests)
        if sharing is not None:
            app = desk.app
            opened.enter_context(share(sharing, app.observers, app.requests, request.folder))
        _close_on_signals(simulator)
        program.start()
        simulator.run()
    finally:
        opened.close()
        program.finish()
    if simulator.return_code:
        raise HostError(f"the terminal failed as said in {log}; the game is kept")
    return desk.ending


def _table(request: Request, senses: bool) -> LastingTable:
    """Return a table in real time."""
    return LastingTable(
        request,
        time.monotonic,
        random.Random(),
        random.SystemRandom(),
        senses=senses,
        link_kind=LinkThread,
        open_thinker=ProcessThinker,
    )


def _close_on_signals(simulator: Simulator) -> None:
    def leave(number: int, frame: FrameType | None) -> None:
        simulator.exit()

    for number in ENDING:
        signal.signal(number, leave)
