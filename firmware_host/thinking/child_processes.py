"""Processes beside the program: they end with it, however it ends."""

import multiprocessing
import os
import signal
import threading


def follow_parent() -> None:
    """Let this process, started by :mod:`multiprocessing`, end as soon as its parent is gone.

    Ctrl-C is for the parent, which ends this one too. One that was killed had no time to say so.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "called in a process that another one has started"
    parent.join()
    os._exit(0)
