"""Processes beside the table: what starts them, and again when they have ended, or hang."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from firmware_host.base.errors import WRONG_USAGE, reason
from firmware_host.base.log import STDERR
from hardware.untrusted_input import harmless

NICE: Final = 10
"""The table comes first when the processor is short, also in the units in ``debian``."""

AGAIN_SECONDS: Final = (1.0, 2.0, 5.0, 15.0)
"""How long a process that has ended waits before it is started again; the last one repeats."""

LONG_SECONDS: Final = 60.0
"""After a process that ran for this long, the waits begin anew."""

KILL_SECONDS: Final = 1.0
"""A process that is killed is gone within this time, or waits for a device that never answers."""

END_SECONDS: Final = 5.0
"""A process has this long to end when the table ends."""

UNREAD_SECONDS: Final = 60.0
"""A process that has not read its socket for this long hangs, and is started again."""

LOOK_SECONDS: Final = 5.0
"""How often to look at that."""

log = logging.getLogger(__name__)


def program(*arguments: str) -> Sequence[str]:
    """Return the command of this program with ``arguments``; its process ends with this one."""
    table = str(os.getpid())
    return (sys.executable, "-m", "firmware_host.cli", "beside", table, *arguments)


class HelperWords:
    """What the helpers called ``name`` say on their standard error, which is :attr:`output`.

    Each line is logged once, in whichever of them it comes; so many different ones are known.
    """

    MOST: Final = 16
    LONGEST: Final = 200

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: deque[str] = deque(maxlen=self.MOST)
        self._last, self._news = "", threading.Condition()
        said, self.output = os.pipe()
        self._thread = threading.Thread(target=self._read, args=(said,), name=name, daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Forget what was said: another one begins."""
        self._last = ""

    def last(self, within: float) -> str:
        """Return the last line; wait up to so many seconds for the first one."""
        with self._news:
            self._news.wait_for(lambda: self._last, within)
        return self._last

    def close(self) -> None:
        """Read no more than what the helpers that still run say."""
        with suppress(OSError):
            os.close(self.output)

    def _read(self, said: int) -> None:
        with open(said, "rb") as lines:
            while line := lines.readline(self.LONGEST):
                if text := harmless(line.decode("utf-8", "replace").strip(), self.LONGEST):
                    self._take(text)

    def _take(self, text: str) -> None:
        if text not in self._known:
            self._known.append(text)
            log.warning("%s: %s", self._name, text)
        with self._news:
            self._last = text
            self._news.notify_all()


def end(process: "subprocess.Popen[bytes]") -> None:
    """End ``process`` at once, and do not wait for one that even the kernel cannot end."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(KILL_SECONDS)


class ReadingProcess:
    """Runs the ``command`` of a process that reads a socket; starts it again when it ends.

    ``clock`` returns seconds; ``name`` is what the log calls the process. What it says itself goes
    to standard error, where this program logs. ``is_read`` returns whether somebody reads the
    socket now: a process that does not for a minute is ended, and started again.
    """

    def __init__(
        self,
        command: Sequence[str],
        clock: Callable[[], float] = time.monotonic,
        name: str = "the process",
        is_read: Callable[[], bool] = lambda: True,
    ) -> None:
        self._command, self._clock, self._name = command, clock, name
        self._is_read = is_read
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

    def _ended(self, process: "subprocess.Popen[bytes]") -> int:
        """Wait until ``process`` has ended, or end it if it hangs; return its exit code."""
        unread = 0.0
        while True:
            with suppress(subprocess.TimeoutExpired):
                return process.wait(LOOK_SECONDS)
            unread = 0.0 if self._is_read() else unread + LOOK_SECONDS
            if unread >= UNREAD_SECONDS and not self._is_closing.is_set():
                log.warning("%s hangs: it has read nothing for %g s", self._name, unread)
                process.kill()

    def _watch(self) -> None:
        tries = 0
        while True:
            begun = self._clock()
            code = None if self._process is None else self._ended(self._process)
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
