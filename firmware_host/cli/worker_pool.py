"""Processes of this computer that play games, and that Ctrl-C does not reach."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

from firmware_host.thinking.child_processes import follow_parent


class WorkerPool(ProcessPoolExecutor):
    """So many ``workers`` (None: one per core), which end with this process.

    Where the block that uses it is left by an error or by Ctrl-C, nobody waits for their tasks.
    """

    def __init__(self, workers: int | None) -> None:
        context = multiprocessing.get_context("spawn")
        super().__init__(workers, context, initializer=follow_parent)

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Hand out ``work``; a process that is started for it inherits that Ctrl-C is blocked.

        A new process ignores Ctrl-C only once it has imported what it needs, and would print a
        traceback until then.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(work, *args, **named)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def stop(self) -> None:
        """End the workers in the middle of their tasks."""
        for worker in multiprocessing.active_children():
            worker.terminate()

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self.stop()
        self.shutdown(cancel_futures=True)
