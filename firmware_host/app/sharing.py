"""Share a table with those who look at it from elsewhere: its sockets, and who reads them."""

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.app.feed import GONE, Answer, Feed
from firmware_host.app.kept_games import KeptGames
from firmware_host.app.recent_log import RecentLog
from firmware_host.app.reports import Reports, commands
from firmware_host.errors import HostError, reason
from firmware_host.install.web_unit import NICE
from firmware_host.remote.inbox import RequestInbox
from firmware_host.remote.reports import ReportQuestion
from firmware_host.remote.requests import HistoryQuestion, RemoteRequest
from firmware_host.remote.socket_path import check_length
from firmware_host.remote.wire import Question, history_line, report_line
from firmware_host.table.observers import Observers

SOCKET: Final = "table.socket"
"""The name of the socket in the state folder, unless another one is asked for."""

AGAIN_SECONDS: Final = (1.0, 2.0, 5.0, 15.0)
"""How long a process that has ended waits before it is started again; the last one repeats."""

LONG_SECONDS: Final = 60.0
"""After a process that ran for this long, the waits begin anew."""

END_SECONDS: Final = 5.0
"""A process has this long to end when the table ends."""

WRONG_USAGE: Final = 2
"""The exit code of a process that was started with wrong arguments: another try is no use."""

WEB_SERVER: Final = "the web server"
FLEET_AGENT: Final = "the agent of the fleet"

log = logging.getLogger(__name__)


class SharingError(HostError, OSError):
    """A socket that cannot be made: why, and what to do."""


@dataclass(frozen=True)
class Sharing:
    """Where a table is shared: its ``socket``, and the ``address`` of its web server.

    Without an address no server is started; one may be running as a service of its own. So may the
    agent of a fleet, which is started with the arguments ``fleet`` if there are any. ``wiring`` is
    the name or the path of the table's wiring, for the doctor. What the processes say goes to the
    file ``log``, None: to where this program says it.
    """

    socket: Path
    address: str | None = None
    wiring: str | None = None
    fleet: tuple[str, ...] = ()
    log: Path | None = None

    @property
    def fleet_socket(self) -> Path:
        """The socket of the agent: a table has one reader at each socket."""
        return self.socket.with_name(f"{self.socket.name}.fleet")


def share(sharing: Sharing, observers: Observers, inbox: RequestInbox, folder: Path) -> ExitStack:
    """Share the table that ``observers`` watch until the returned stack is closed.

    Requests go to ``inbox``; games that were played are read in the state folder ``folder``.
    SharingError if the socket cannot be made, UsageError if its path is too long.
    """
    check_length(sharing.fleet_socket)
    latest = RecentLog()
    with ExitStack() as opened:
        logging.getLogger().addHandler(latest)
        opened.callback(logging.getLogger().removeHandler, latest)
        reports = Reports(commands(folder, sharing.wiring), latest)
        opened.callback(reports.close)
        for path, farewell in ((sharing.socket, GONE), (sharing.fleet_socket, None)):
            feed = _feed(path, observers, inbox, answers(folder, reports), farewell)
            opened.callback(feed.close)
        for name, command in _readers(sharing, folder):
            opened.callback(ReadingProcess(command, name=name, log_file=sharing.log).close)
        return opened.pop_all()


def _feed(
    path: Path,
    observers: Observers,
    inbox: RequestInbox,
    answers: Mapping[type[Question], Answer],
    farewell: RemoteRequest | None,
) -> Feed:
    try:
        return Feed(path, observers, inbox, answers, farewell=farewell)
    except OSError as error:
        raise SharingError(
            f"the socket {path} cannot be made: {reason(error)}: give another path"
        ) from None


def _readers(sharing: Sharing, folder: Path) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the name and the command of each process that is to read a socket of the table."""
    state = ("--state-dir", os.fspath(folder))
    if sharing.address is not None:
        table = ("--table", os.fspath(sharing.socket))
        yield WEB_SERVER, program("web", *table, "--listen", sharing.address, *state)
    if sharing.fleet:
        table = ("--table", os.fspath(sharing.fleet_socket))
        yield FLEET_AGENT, program("fleet", "agent", *table, *state, *sharing.fleet)


def answers(folder: Path, reports: Reports) -> Mapping[type[Question], Answer]:
    """Return who answers questions about a table with its games in ``folder``."""
    kept = KeptGames(folder)
    return {
        HistoryQuestion: lambda question: history_line(kept.answer(question)),
        ReportQuestion: lambda question: report_line(reports.answer(question)),
    }


def program(*arguments: str) -> Sequence[str]:
    """Return the command of this program with ``arguments``."""
    return (sys.executable, "-m", "firmware_host.cli", *arguments)


class ReadingProcess:
    """Runs the ``command`` of a process that reads a socket; starts it again when it ends.

    ``clock`` returns seconds; ``name`` is what the log calls the process. What it says itself goes
    to ``log_file``, None: to where this program says it.
    """

    def __init__(
        self,
        command: Sequence[str],
        clock: Callable[[], float] = time.monotonic,
        name: str = WEB_SERVER,
        log_file: Path | None = None,
    ) -> None:
        self._command, self._clock, self._name = command, clock, name
        self._log_file = log_file
        self._is_closing = threading.Event()
        self._process = self._start()
        self._thread = threading.Thread(target=self._watch, name=self._name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the process."""
        self._is_closing.set()
        self._process.terminate()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._thread.join(END_SECONDS)

    def _start(self) -> subprocess.Popen[bytes]:
        # the pins, the card and the signals are those of the table alone
        with ExitStack() as opened:
            said = opened.enter_context(self._log_file.open("ab")) if self._log_file else None
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
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
                log.warning("%s does not start again: correct its arguments", self._name)
                return
            log.warning("%s ended with %d; it starts again in %g s", self._name, code, wait)
            if self._is_closing.wait(wait):
                return
            self._process = self._start()
            tries += 1
