"""End child processes together with the program, however the program ends."""

import multiprocessing
import os
import signal
import threading


def follow_parent() -> None:
    """End this child process as soon as its parent is gone.

    Call it in a process that :mod:`multiprocessing` has started. Ctrl-C is ignored here: the parent
    handles it and ends this process. A parent that is killed cannot do so; it is watched instead.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "expected to run in a process that multiprocessing has started"
    parent.join()
    os._exit(0)
