"""Processes of this program beside the table: what starts them, and what starts them again."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from firmware_host.errors import reason
from firmware_host.install.web_unit import NICE
from firmware_host.log import STDERR

AGAIN_SECONDS: Final = (1.0, 2.0, 5.0, 15.0)
"""How long a process that has ended waits before it is started again; the last one repeats."""

LONG_SECONDS: Final = 60.0
"""After a process that ran for this long, the waits begin anew."""

END_SECONDS: Final = 5.0
"""A process has this long to end when the table ends."""

WRONG_USAGE: Final = 2
"""The exit code of a process that was started with wrong arguments: another try is no use."""

log = logging.getLogger(__name__)


def program(*arguments: str) -> Sequence[str]:
    """Return the command of this program with ``arguments``; its process ends with this one."""
    table = str(os.getpid())
    return (sys.executable, "-m", "firmware_host.cli.beside_table", table, *arguments)


class ReadingProcess:
    """Runs the ``command`` of a process that reads a socket; starts it again when it ends.

    ``clock`` returns seconds; ``name`` is what the log calls the process. What it says itself goes
    to standard error, where this program logs.
    """

    def __init__(
        self,
        command: Sequence[str],
        clock: Callable[[], float] = time.monotonic,
        name: str = "the process",
    ) -> None:
        self._command, self._clock, self._name = command, clock, name
        self._is_closing = threading.Event()
        self._process = self._started()
        self._thread = threading.Thread(target=self._watch, name=self._name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the process."""
        self._is_closing.set()
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._thread.join(END_SECONDS)

    def _started(self) -> subprocess.Popen[bytes] | None:
        """Start the process; None if that is not possible now: the table goes on without it."""
        try:
            return self._start()
        except OSError as error:
            log.warning("%s cannot be started: %s", self._name, reason(error))
            return None

    def _start(self) -> subprocess.Popen[bytes]:
        # the pins, the card and the signals are those of the table alone
        process = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=STDERR,
            start_new_session=True,
        )
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        return process

    def _watch(self) -> None:
        tries = 0
        while True:
            begun = self._clock()
            code = None if self._process is None else self._process.wait()
            tries = 0 if self._clock() - begun >= LONG_SECONDS else tries
            wait = AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]
            if self._is_closing.is_set():
                return
            if code == WRONG_USAGE:
                log.warning("%s does not start again: correct its arguments", self._name)
                return
            if code is not None:
                log.warning("%s ended with %d; it starts again in %g s", self._name, code, wait)
            if self._is_closing.wait(wait):
                return
            tries += 1
            self._process = self._started()
            if self._process is not None and self._is_closing.is_set():
                self._process.terminate()
