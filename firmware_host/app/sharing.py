"""Share a table with those who look at it from elsewhere: its socket, and the web server."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.app.feed import Answer, Feed
from firmware_host.app.kept_games import KeptGames
from firmware_host.app.recent_log import RecentLog
from firmware_host.app.reports import Reports, commands
from firmware_host.errors import HostError, reason
from firmware_host.install.web_unit import NICE
from firmware_host.remote.inbox import RequestInbox
from firmware_host.remote.reports import ReportQuestion
from firmware_host.remote.requests import HistoryQuestion
from firmware_host.remote.socket_path import check_length
from firmware_host.remote.wire import Question, history_line, report_line
from firmware_host.table.observers import Observers

SOCKET: Final = "table.socket"
"""The name of the socket in the state folder, unless another one is asked for."""

AGAIN_SECONDS: Final = (1.0, 2.0, 5.0, 15.0)
"""How long a web server that has ended waits before it is started again; the last one repeats."""

LONG_SECONDS: Final = 60.0
"""After a server that ran for this long, the waits begin anew."""

END_SECONDS: Final = 5.0
"""A web server has this long to end when the table ends."""

WRONG_USAGE: Final = 2
"""The exit code of a server that was started with wrong arguments: another try is no use."""

log = logging.getLogger(__name__)


class SharingError(HostError, OSError):
    """A socket that cannot be made: why, and what to do."""


@dataclass(frozen=True)
class Sharing:
    """Where a table is shared: its ``socket``, and the ``address`` of its web server.

    Without an address no server is started; one may be running as a service of its own. ``wiring``
    is the name or the path of the table's wiring, for the doctor.
    """

    socket: Path
    address: str | None = None
    wiring: str | None = None


def share(sharing: Sharing, observers: Observers, inbox: RequestInbox, folder: Path) -> ExitStack:
    """Share the table that ``observers`` watch until the returned stack is closed.

    Requests go to ``inbox``; games that were played are read in the state folder ``folder``.
    SharingError if the socket cannot be made, UsageError if its path is too long.
    """
    check_length(sharing.socket)
    stack = ExitStack()
    latest = RecentLog()
    reports = Reports(commands(folder, sharing.wiring), latest)
    try:
        feed = Feed(sharing.socket, observers, inbox, answers(folder, reports))
    except OSError as error:
        raise SharingError(
            f"the socket {sharing.socket} cannot be made: {reason(error)}: give another path"
        ) from None
    logging.getLogger().addHandler(latest)
    stack.callback(logging.getLogger().removeHandler, latest)
    stack.callback(reports.close)
    stack.callback(feed.close)
    if sharing.address is not None:
        table, state = os.fspath(sharing.socket), os.fspath(folder)
        arguments = ("--table", table, "--listen", sharing.address, "--state-dir", state)
        server = WebProcess(web_command(arguments))
        stack.callback(server.close)
    return stack


def answers(folder: Path, reports: Reports) -> Mapping[type[Question], Answer]:
    """Return who answers questions about a table with its games in ``folder``."""
    kept = KeptGames(folder)
    return {
        HistoryQuestion: lambda question: history_line(kept.answer(question)),
        ReportQuestion: lambda question: report_line(reports.answer(question)),
    }


def web_command(arguments: Sequence[str]) -> Sequence[str]:
    """Return the command of a web server with ``arguments``."""
    return (sys.executable, "-m", "firmware_host.cli", "web", *arguments)


class WebProcess:
    """Runs the ``command`` of a web server, and starts it again when it ends.

    ``clock`` returns seconds.
    """

    def __init__(self, command: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._command, self._clock = command, clock
        self._is_closing = threading.Event()
        self._process = self._start()
        self._thread = threading.Thread(target=self._watch, name="web server", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the server."""
        self._is_closing.set()
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._thread.join(END_SECONDS)

    def _start(self) -> subprocess.Popen[bytes]:
        # the pins, the card and the signals are those of the table alone
        process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, start_new_session=True)
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
        return process

    def _watch(self) -> None:
        tries = 0
        while True:
            begun = self._clock()
            code = self._process.wait()
            tries = 0 if self._clock() - begun >= LONG_SECONDS else tries
            wait = AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]
            if self._is_closing.is_set():
                return
            if code == WRONG_USAGE:
                log.warning("the web server does not start again: correct its arguments")
                return
            log.warning("the web server ended with %d; it starts again in %g s", code, wait)
            if self._is_closing.wait(wait):
                return
            self._process = self._start()
            tries += 1
