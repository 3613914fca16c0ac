"""Child processes end together with the program, however it ends, and answer or fail."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future
from typing import TypeVar

from firmware_host.log import begin_log

Result = TypeVar("Result")


def follow_parent() -> None:
    """End this child process as soon as its parent is gone.

    Call it in a process that :mod:`multiprocessing` has started. Ctrl-C is ignored here: the parent
    handles it and ends this process. A parent that is killed cannot do so; it is watched instead.
    What is logged here goes where the parent logs.
    """
    begin_log()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "expected to run in a process that multiprocessing has started"
    parent.join()
    os._exit(0)


def result_of(work: Future[Result] | None) -> Result | None:
    """Return what ``work`` found; None if it is not done, has failed or was cancelled."""
    if work is None or not work.done() or work.cancelled() or work.exception() is not None:
        return None
    return work.result()


def failure_of(work: Future[Result] | None) -> BaseException | None:
    """Return why ``work`` has failed; None if it has not, is not done or was cancelled."""
    if work is None or not work.done() or work.cancelled():
        return None
    return work.exception()
