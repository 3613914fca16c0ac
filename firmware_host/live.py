"""The table on a real Raspberry Pi."""

import os
import secrets
import signal
from functools import partial
from types import FrameType

from firmware_host.service.notify import Notifier
from firmware_host.settings import Asked
from firmware_host.start import open_app, request_of
from firmware_host.statefolder import find, hold
from hardware.errors import PinsError
from hardware.linkthread import open_link
from hardware.pins import real_factory

WITHOUT_A_PI = "to try it without a Raspberry Pi: tableside simulate"


def play(asked: Asked) -> int:
    """Play at the real table until SIGTERM or SIGINT; return the exit code.

    PinsError, off a Raspberry Pi, names the command that works there.
    """
    try:
        factory = real_factory(asked.wiring.chip)
    except PinsError as error:
        raise PinsError(f"{error}; {WITHOUT_A_PI}") from None
    with hold(find(asked.state_dir, os.environ)) as folder:
        request = request_of(asked, folder)
        wired = asked.wiring.link
        link = partial(open_link, wired) if wired else None
        rng, notifier = secrets.SystemRandom(), Notifier(os.environ)
        app = open_app(request, factory, rng, open_link=link, notifier=notifier)

        def stop(number: int, frame: FrameType | None) -> None:
            app.stop()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        try:
            app.run()
        finally:
            app.close()
    return 0
