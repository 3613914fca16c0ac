"""The program on the simulated machine, started as a user starts it: as a separate process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TABLESIDE = Path(sys.executable).with_name("tableside")
PATIENCE = 600.0
"""Seconds within which the program ends, on a computer that is busy otherwise."""

SQUADRO = ("squadro", "--first", "white")
"""The words for a game of Squadro; without a seat each table draws for itself who begins."""

RESTLESS = 20
"""A thread that wakes more often in a second waits for nothing: it looks whether there is work."""


class Program:
    """``tableside`` with ``words`` behind it, in the folder ``cwd``; it is running.

    ``log`` gets what it says on its standard output and error. ``options`` are more arguments of
    subprocess.Popen, or the ``command`` of another installation.
    """

    def __init__(self, words: Sequence[str], cwd: Path, log: Path, **options: Any) -> None:
        self._log = log
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                [*options.pop("before", ()), str(options.pop("command", TABLESIDE)), *words],
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
        return int(_fields(Path(f"/proc/{self.pid}"))["RssAnon"].split()[0]) * 1024

    @property
    def seconds_of_work(self) -> float:
        """The processor's seconds that it has taken up to now."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
        user, system = fields.split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def calmed(self, seconds: float) -> Iterator[None]:
        """Meanwhile, threads that look for work all the time do it up to ``seconds`` late.

        Those are two of lgpio's, which wake 1,900 times a second between them: on virtual time
        nothing else costs as much. An edge wakes them at once as before. It takes a second.
        """
        threads = self._restless()
        _let_be_late(threads, seconds)
        yield
        if self.is_running:
            _let_be_late(threads, 0.0)
            time.sleep(seconds)

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

    def _restless(self) -> list[str]:
        """The numbers of the threads that wake all the time."""
        before = self._wakes()
        time.sleep(1.0)
        now = self._wakes()
        return [thread for thread in before if now[thread] - before[thread] > RESTLESS]

    def _wakes(self) -> dict[str, int]:
        """How often each of its threads, by its number, has waited for something."""
        tasks = Path(f"/proc/{self.pid}/task").iterdir()
        return {task.name: int(_fields(task)["voluntary_ctxt_switches"]) for task in tasks}


def _let_be_late(threads: Iterable[str], seconds: float) -> None:
    """Let what ``threads`` wait for be so late, and as early as it can be if that is none."""
    for thread in threads:
        slack = Path(f"/proc/{thread}/timerslack_ns")
        slack.write_text(str(round(seconds * 1e9)), encoding="ascii")


def _fields(process: Path) -> dict[str, str]:
    """What ``status`` says about a process or a thread, by the names of its lines."""
    lines = (process / "status").read_text(encoding="ascii").splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
