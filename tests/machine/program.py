"""The program on the simulated machine, started as a user starts it: a process of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TABLESIDE = Path(sys.executable).with_name("tableside")
PATIENCE = 60.0
"""Seconds within which the program ends, on a computer that is busy otherwise."""


class Program:
    """``tableside`` with ``words`` behind it, in the folder ``cwd``; it is running.

    ``log`` gets what it says on its standard output and error. ``options`` are more arguments of
    subprocess.Popen.
    """

    def __init__(self, words: Sequence[str], cwd: Path, log: Path, **options: Any) -> None:
        self._log = log
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [*options.pop("before", ()), str(TABLESIDE), *words],
                cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                **options,
            )  # fmt: skip
        self.pid = self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    @property
    def said(self) -> list[str]:
        """The lines that it has said up to now."""
        return self._log.read_text(encoding="utf-8").splitlines()

    @property
    def files(self) -> list[str]:
        """What its file descriptors are open on."""
        return sorted(str(file.readlink()) for file in Path(f"/proc/{self.pid}/fd").iterdir())

    @property
    def threads(self) -> int:
        """How many threads it has."""
        return len(list(Path(f"/proc/{self.pid}/task").iterdir()))

    @property
    def memory(self) -> int:
        """Bytes of memory that are its own (the anonymous part of its resident set)."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        (line,) = (line for line in status.splitlines() if line.startswith("RssAnon:"))
        return int(line.split()[1]) * 1024

    @property
    def seconds_of_work(self) -> float:
        """The processor's seconds that it has taken up to now."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def end(self) -> int:
        """Ask it to end, as systemd does; return its exit code."""
        if self.is_running:
            self._process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """End it in this instant."""
        self._process.kill()
        self._process.wait()

    def wait(self) -> int:
        """Wait until it ends by itself; return its exit code."""
        return self._process.wait(PATIENCE)
