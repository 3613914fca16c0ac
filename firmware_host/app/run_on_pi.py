"""Run the table on a real Raspberry Pi."""

import gc
import os
import random
import signal
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from types import FrameType

from msgspec.structs import replace

from firmware_host.app.build import failed_checks, open_app, run_beside
from firmware_host.app.failsafe import Failsafe
from firmware_host.app.file_worker import FileWorker, load_the_rest
from firmware_host.app.inputs import DICE_ON_PI, OpenKeyboards, OpenLink
from firmware_host.app.loop import App, TableHardware
from firmware_host.app.request import Request, Sharing
from firmware_host.app.systemd_notify import SIGNALLED, Notifier, has_come_back, start_witness
from firmware_host.base.errors import ENDING
from firmware_host.storage.counters import Counters, counted_run
from firmware_host.storage.filesystem import SyncBeside
from firmware_host.storage.state_folder import hold_games
from firmware_host.table.device import restart
from firmware_host.thinking.process import ProcessThinker
from hardware import PinsError
from hardware.input.pins import real_factory
from hardware.wiring.wiring import Wiring

END_SIGNALS = (*ENDING, signal.SIGINT)
"""What ends the program in good order: SIGHUP comes when its terminal is closed."""

WITHOUT_A_PI = "to try it without a Raspberry Pi: tableside"


def play(request: Request, sharing: Sharing | None = None) -> int:
    """Play at the real table until SIGTERM, SIGINT or SIGHUP, or until its staff ends it.

    ``sharing`` says where people elsewhere may look at it; None: nowhere.

    Return the exit code: 0, or SIGNALLED after a signal to the service. A failure is shown on the
    table, and the game goes on. If the staff asks for a restart, the program starts again in the
    same process, and this does not return.

    PinsError, if this is not a Raspberry Pi, names the command that works here.
    """
    hardware = _open_hardware(request, "simulate")
    if hardware.notifier.is_service:
        request = replace(request, doctor=failed_checks)
    with hold_games(request.folder, comes_back=has_come_back()):
        table = _table(request, hardware)
        with ExitStack() as stack:
            run_beside(stack, request, hardware.observers, hardware.requests)
            if sharing is not None:
                from firmware_host.app.sharing import share

                stack.enter_context(
                    share(sharing, hardware.observers, hardware.requests, request.folder)
                )
            stack.enter_context(counted_run(Counters(request.folder), request.today()))
            _run(table)
    return _ended(table, hardware.notifier)


def show(request: Request) -> int:
    """Show a recorded game on the real display, as :func:`play` does, without counting the run."""
    hardware = _open_hardware(request, "replay --on simulator")
    with hold_games(request.folder):
        table = _table(request, hardware)
        _run(table)
    return _ended(table, hardware.notifier)


def _open_hardware(request: Request, elsewhere: str) -> TableHardware:
    """Open the pins of this Raspberry Pi; ``elsewhere`` is the command that works without one."""
    try:
        factory = real_factory(request.wiring.chip)
    except PinsError as error:
        raise PinsError(f"{error}; {WITHOUT_A_PI} {elsewhere}") from None
    notifier = Notifier(os.environ, trial=start_witness(os.environ))
    return TableHardware(
        factory,
        open_link=_link_of(request.wiring),
        open_keyboards=_keyboards_of(request.wiring),
        dice_sources=tuple(filter(None, (find(request) for find in DICE_ON_PI))),
        files=FileWorker(),
        sync=SyncBeside(),
        notifier=notifier,
    )


def _table(request: Request, hardware: TableHardware) -> Failsafe:
    return Failsafe(request, hardware, _opener(request, hardware))


def _run(table: Failsafe) -> None:
    """Run ``table`` until it ends, then close it."""

    def stop(number: int, frame: FrameType | None) -> None:
        table.stop()

    for number in END_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as after nohup
            signal.signal(number, stop)
    gc.freeze()  # these objects stay: the collector need not look at them between two presses
    gc.enable()  # the command has imported everything without it
    with closing(table):
        table.run()
    gc.unfreeze()


def _ended(table: Failsafe, notifier: Notifier) -> int:
    """Return the exit code after ``table`` has ended; after a restart this does not return."""
    if table.ending == "restart":
        restart()
    # systemd starts the service again, unless it has sent the signal itself to stop it
    return SIGNALLED if table.ending is None and notifier.is_service else 0


def _opener(request: Request, hardware: TableHardware) -> Callable[[Request], App]:
    """Return a function that opens a table for a request, each time on the same ``hardware``."""
    return partial(
        open_app,
        hardware=hardware,
        rng=random.SystemRandom(),
        open_thinker=ProcessThinker,
        later=(load_the_rest,),
    )


def _link_of(wiring: Wiring) -> OpenLink | None:
    """Return what opens the serial link, imported only if there is one."""
    if wiring.link is None:
        return None
    from hardware.link.thread import open_link

    return partial(open_link, wiring.link)


def _keyboards_of(wiring: Wiring) -> OpenKeyboards | None:
    """Return what reads keyboards, imported only if some are read."""
    if not wiring.keyboards:
        return None
    from hardware.input.keyboards import Keyboards

    return partial(Keyboards, wiring.keyboards)
