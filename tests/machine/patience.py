"""How long something is waited for on the simulated machine.

On virtual time the clock runs on as soon as nothing is to be done, also while a process waits for a
disk: minutes can pass there while this computer writes a sector. They are nobody's delay.
"""

import time
from pathlib import Path

PATIENCE = 600.0
"""Seconds for which a picture is waited for, on a computer that is busy otherwise."""

STATISTICS = Path("/proc/stat")


class Patience:
    """Counts the ``seconds`` that are left, in which no process waits for a disk."""

    def __init__(self, seconds: float = PATIENCE) -> None:
        self._left = seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._left <= 0.0

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        is_free = not waits_for_a_disk(STATISTICS.read_text(encoding="ascii"))
        time.sleep(seconds)
        if is_free:
            self._left -= seconds


def waits_for_a_disk(statistics: str) -> bool:
    """Return whether a process waits for a disk, by the ``statistics`` of the kernel.

    >>> waits_for_a_disk("processes 250\\nprocs_running 1\\nprocs_blocked 1\\n")
    True
    """
    counts = dict(line.split(maxsplit=1) for line in statistics.splitlines())
    return int(counts["procs_blocked"]) > 0
