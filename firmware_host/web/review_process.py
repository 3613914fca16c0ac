"""The process in which reviews for pages are worked out: everything else comes before it."""

import multiprocessing
import os
import resource
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import Final

from firmware_host.thinking.child_processes import follow_parent

LOWEST: Final = 19
"""The nice value of a process that gives way to all others."""

MOST_DATA: Final = 64 * 1024 * 1024
"""Bytes that the process may take: beyond that the review fails, and the server goes on."""


class ReviewProcess(ProcessPoolExecutor):
    """One process with the nice value ``niceness``, ready at once; it ends with this one."""

    def __init__(self, niceness: int = LOWEST) -> None:
        super().__init__(1, multiprocessing.get_context("spawn"), _stand_back, (niceness,))
        self.submit(os.getpid).result()

    def stop(self) -> None:
        """End the process, also in the middle of a task: what is left of them fails.

        Nothing is cancelled, as whoever waits by ``as_completed`` does not hear of that. Python
        3.14 has this as ``terminate_workers``.
        """
        for process in [*self._processes.values()]:
            process.terminate()
        self.shutdown(wait=False)


def _stand_back(niceness: int) -> None:
    """Prepare the process; a server that systemd confines has the lower priority already."""
    follow_parent()
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA, MOST_DATA))
