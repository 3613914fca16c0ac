"""The table on a real Raspberry Pi."""

import os
import secrets
import signal
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from types import FrameType

from firmware_host.app import App
from firmware_host.counterfile import Counters, noted_run
from firmware_host.failsafe import Failsafe
from firmware_host.farewell import start_again
from firmware_host.mishap import Machine
from firmware_host.service.notify import Notifier
from firmware_host.settings import Asked
from firmware_host.start import Request, open_app, request_of
from firmware_host.statefolder import find, hold
from firmware_host.thinking import InProcess
from hardware.errors import PinsError
from hardware.linkthread import open_link
from hardware.pins import real_factory

WITHOUT_A_PI = "to try it without a Raspberry Pi: tableside simulate"


def play(asked: Asked) -> int:
    """Play at the real table until SIGTERM or SIGINT, or its staff ends it; return the exit code.

    Whatever fails in between is told there, and the game goes on. When the staff asks for a
    restart, the program begins anew in the same process, and this does not return.

    PinsError, off a Raspberry Pi, names the command that works there.
    """
    try:
        factory = real_factory(asked.wiring.chip)
    except PinsError as error:
        raise PinsError(f"{error}; {WITHOUT_A_PI}") from None
    with hold(find(asked.state_dir, os.environ)) as folder:
        request = request_of(asked, folder)
        counted = noted_run(Counters(folder), request.today())
        machine = Machine(factory, None, time.monotonic, Notifier(os.environ))
        table = Failsafe(request, machine, _opener(asked, machine))

        def stop(number: int, frame: FrameType | None) -> None:
            table.stop()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        with counted, closing(table):
            table.run()
    if table.farewell == "restart":
        start_again()
    return 0


def _opener(asked: Asked, machine: Machine) -> Callable[[Request], App]:
    """What opens the table anew each time, on the same ``machine``."""
    wired = asked.wiring.link
    return partial(
        open_app,
        factory=machine.factory,
        rng=secrets.SystemRandom(),
        bus=machine.bus,
        clock=machine.clock,
        open_link=partial(open_link, wired) if wired else None,
        notifier=machine.notifier,
        open_thinker=InProcess,
    )
