"""The signals that end a program from outside, and how it is left then."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
"""What ends a program that does not ask for it: SIGHUP comes when its terminal is closed."""


@contextmanager
def left_on_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the program with SystemExit while the ``with`` block runs.

    A signal that is ignored or handled otherwise stays so. Only the main thread is told of signals:
    in another one nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = [each for each in ENDING if signal.getsignal(each) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
