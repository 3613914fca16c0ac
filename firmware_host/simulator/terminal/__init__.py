"""The simulator in the terminal: a Pi with a face, for people without one."""

import os
import random
import secrets
import signal
import sys
import time
from functools import partial
from types import FrameType

from firmware_host.app.request import Request
from firmware_host.errors import HostError
from firmware_host.simulator.terminal.app import Simulator
from firmware_host.simulator.terminal.desk import Desk
from firmware_host.simulator.terminal.thread import AppThread
from firmware_host.table.ending import Ending
from firmware_host.text.translator import Language
from firmware_host.thinking.process import ProcessThinker

__all__ = ["open_terminal"]

ENDINGS = (signal.SIGTERM, signal.SIGHUP)


def open_terminal(request: Request, senses: bool = False) -> None:
    """Let people play what ``request`` describes with the keyboard until they leave.

    With ``senses`` they lift and put pieces with the mouse, on a board that sees it. A restart by
    the staff of the table opens everything anew.

    The companion runs in a thread of its own; an error that ends it closes the terminal and is
    raised here, once the screen is as it was. HostError if the terminal itself fails.
    """
    while _open_once(request, senses) == "restart":
        pass


def _open_once(request: Request, senses: bool) -> Ending | None:
    """Do so up to the first restart; return what the staff has asked for, if anything."""
    chance = secrets.SystemRandom()
    desk = Desk(
        request, time.monotonic, random.Random(), chance, senses, open_thinker=ProcessThinker
    )
    program = AppThread(desk.app)
    try:
        say = Language(desk.app.table.context.preferences.language)
        # not every terminal that is closed sends a signal to more than the first program in it
        simulator = Simulator(desk, program, say, partial(os.isatty, sys.stdin.fileno()))

        def leave(number: int, frame: FrameType | None) -> None:
            simulator.exit()

        for number in ENDINGS:
            signal.signal(number, leave)
        program.start()
        simulator.run()
    finally:
        program.finish()
    if simulator.return_code:
        raise HostError("the terminal failed as shown above; the game is kept")
    return desk.ending
