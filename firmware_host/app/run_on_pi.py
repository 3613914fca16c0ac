"""The table on a real Raspberry Pi."""

import gc
import os
import secrets
import signal
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from types import FrameType

from firmware_host.app.build import Request, open_app, request_of
from firmware_host.app.failsafe import Failsafe
from firmware_host.app.fault_screen import Machine
from firmware_host.app.loop import App
from firmware_host.app.systemd_notify import Notifier
from firmware_host.cli.arguments import Asked
from firmware_host.storage.counter_file import Counters, counted_run
from firmware_host.storage.state_folder import find, hold, hold_temporary
from firmware_host.table.ending import start_again
from firmware_host.thinking.process import ProcessThinker
from hardware.errors import PinsError
from hardware.input.pins import real_factory
from hardware.link.thread import open_link

WITHOUT_A_PI = "to try it without a Raspberry Pi: tableside"


def play(asked: Asked) -> int:
    """Play at the real table until SIGTERM or SIGINT, or its staff ends it; return the exit code.

    Whatever fails in between is told there, and the game goes on. When the staff asks for a
    restart, the program begins anew in the same process, and this does not return.

    PinsError, off a Raspberry Pi, names the command that works there.
    """
    machine = _machine(asked, "simulate")
    with hold(find(asked.state_dir, os.environ)) as folder:
        request = request_of(asked, folder)
        table = _table(request, machine)
        with counted_run(Counters(folder), request.today()):
            _run(table)
    return _ended(table)


def show(asked: Asked) -> int:
    """Show a game on the real display, as :func:`play` does; nothing of it is kept."""
    machine = _machine(asked, "replay --on simulator")
    with hold_temporary() as folder:
        table = _table(request_of(asked, folder), machine)
        _run(table)
    return _ended(table)


def _machine(asked: Asked, elsewhere: str) -> Machine:
    """The Raspberry Pi; ``elsewhere`` is the command that works without one."""
    try:
        factory = real_factory(asked.wiring.chip)
    except PinsError as error:
        raise PinsError(f"{error}; {WITHOUT_A_PI} {elsewhere}") from None
    return Machine(factory, None, time.monotonic, Notifier(os.environ))


def _table(request: Request, machine: Machine) -> Failsafe:
    return Failsafe(request, machine, _opener(request, machine))


def _run(table: Failsafe) -> None:
    """Run ``table`` up to its end, and close it."""

    def stop(number: int, frame: FrameType | None) -> None:
        table.stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    gc.freeze()  # what is there stays: between two presses the collector need not look at it
    with closing(table):
        table.run()
    gc.unfreeze()


def _ended(table: Failsafe) -> int:
    """The exit code after the end of ``table``; where that was a restart, this does not return."""
    if table.farewell == "restart":
        start_again()
    return 0


def _opener(request: Request, machine: Machine) -> Callable[[Request], App]:
    """What opens the table anew each time, on the same ``machine``."""
    wired = request.wiring.link
    return partial(
        open_app,
        factory=machine.factory,
        rng=secrets.SystemRandom(),
        bus=machine.bus,
        clock=machine.clock,
        open_link=partial(open_link, wired) if wired else None,
        notifier=machine.notifier,
        open_thinker=ProcessThinker,
    )
