"""Share a table with those who look at it from elsewhere: its sockets, and who reads them.

Each report that the staff read is a command of this program, run in a process of its own that gives
way to every other one. So nothing here holds up the loop, whatever there is to read. A process that
takes too long is ended; a report that is too long is not passed on.
"""

import logging
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Final

from firmware_host.app.feed import GONE, Answer, Feed
from firmware_host.app.file_worker import KeptGames
from firmware_host.app.processes import NICE, ReadingProcess, program
from firmware_host.app.request import READERS, Sharing
from firmware_host.base.errors import HostError, reason
from firmware_host.base.log import RecentLog
from firmware_host.base.timing import local_now
from firmware_host.remote.requests import (
    LONGEST_REPORT,
    HistoryQuestion,
    RemoteRequest,
    Report,
    ReportQuestion,
    RequestInbox,
)
from firmware_host.remote.wire import Question, check_length
from firmware_host.table.observers import Observers
from hardware.untrusted_input import harmless

REST_SECONDS: Final = 1.0
"""The rest after each question, however often somebody asks."""

PATIENCE_SECONDS: Final = 120.0
"""A report that is not there by then never comes."""

LONGEST_PROBLEM: Final = 300
FINDINGS: Final = "findings"
UNKNOWN: Final = "there is no such report"
TOO_LONG: Final = "the report is too long: use the command at the table's computer"
NOTHING: Final = "there is nothing to report yet"
TOO_LATE: Final = "the report took too long and was given up"

Commands = Mapping[str, Sequence[str]]


def commands(folder: Path, wiring: str | None) -> Commands:
    """Return the command behind each report about the table with its games in ``folder``.

    Without a ``wiring`` there is nothing for the doctor to look at.
    """
    state = ("--state-dir", f"{folder}")
    known = {
        "version": ("update", "--state", "--json"),
        "counters": ("counters", "--csv", "-", *state),
        "games": ("stats", "--json", *state),
        "records": ("export", "-", *state),
    }
    if wiring is not None:
        known[FINDINGS] = ("doctor", "--json", "--running", "--wiring", wiring, *state)
    # without the command nice, they run all the same
    gently = ("nice", "-n", str(NICE)) if shutil.which("nice") else ()
    return {name: (*gently, *program(*arguments)) for name, arguments in known.items()}


class Reports:
    """Answers what the staff asks, by ``commands`` and from ``log``.

    ``now`` returns the date and time, ``sleep`` waits for seconds.
    """

    def __init__(
        self,
        commands: Commands,
        log: RecentLog,
        now: Callable[[], datetime] = local_now,
        sleep: Callable[[float], object] = time.sleep,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._commands, self._log, self._now, self._sleep = commands, log, now, sleep
        self._patience = patience
        self._findings: Report | None = None
        self._process: subprocess.Popen[str] | None = None
        self._is_closed = False

    def answer(self, question: ReportQuestion) -> Report:
        """Return what ``question`` asks for; one question at a time."""
        name = question.report
        if name == "log":
            report = self._made(name, self._log.text)
        elif name == FINDINGS and self._findings is not None and not question.again:
            report = self._findings
        elif name in self._commands:
            report = self._run(name)
        else:
            report = Report(name[:20], problem=UNKNOWN)
        if name == FINDINGS and not report.problem:
            self._findings = report
        self._sleep(REST_SECONDS)
        return report

    def close(self) -> None:
        """End what still runs."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()

    def _made(self, name: str, text: str) -> Report:
        return Report(name, text, self._now().strftime("%Y-%m-%d %H:%M"))

    def _run(self, name: str) -> Report:
        try:
            said, wrong = self._output(self._commands[name])
        except subprocess.TimeoutExpired:
            return Report(name, problem=TOO_LATE)
        except OSError as error:
            return Report(name, problem=reason(error))
        if len(said) > LONGEST_REPORT:
            return Report(name, problem=TOO_LONG)
        if not said.strip():
            return Report(name, problem=_last_line(wrong))
        return self._made(name, said)

    def _output(self, command: Sequence[str]) -> tuple[str, str]:
        """Return what ``command`` prints, and what it says about errors."""
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        ) as process:
            self._process = process
            try:
                if self._is_closed:
                    process.kill()
                return process.communicate(timeout=self._patience)
            finally:
                process.kill()


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return harmless(lines[-1], LONGEST_PROBLEM) if lines else NOTHING


WEB_SERVER: Final = "the web server"


class SharingError(HostError, OSError):
    """A socket that cannot be made: why, and what to do."""


def share(sharing: Sharing, observers: Observers, inbox: RequestInbox, folder: Path) -> ExitStack:
    """Share the table that ``observers`` watch until the returned stack is closed.

    Requests go to ``inbox``; games that were played are read in the state folder ``folder``.
    SharingError if the socket cannot be made, UsageError if its path is too long.
    """
    others = [reader.socket(sharing.socket) for reader in READERS]
    for path in (sharing.socket, *others):
        check_length(path)
    latest = RecentLog()
    with ExitStack() as opened:
        logging.getLogger().addHandler(latest)
        opened.callback(logging.getLogger().removeHandler, latest)
        reports = Reports(commands(folder, sharing.wiring), latest)
        opened.callback(reports.close)
        feeds: dict[Path, Feed] = {}
        for path, farewell in ((sharing.socket, GONE), *((other, None) for other in others)):
            feeds[path] = _feed(path, observers, inbox, answers(folder, reports), farewell)
            opened.callback(feeds[path].close)
        for name, path, command in _readers(sharing, folder):
            is_read = feeds[path].is_served
            opened.callback(ReadingProcess(command, name=name, is_read=is_read).close)
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


def _readers(sharing: Sharing, folder: Path) -> Iterator[tuple[str, Path, Sequence[str]]]:
    """Yield name, socket and command of each process that is to read a socket of the table."""
    state = ("--state-dir", os.fspath(folder))
    if sharing.address is not None:
        table = ("--table", os.fspath(sharing.socket))
        command = program("web", *table, "--listen", sharing.address, *state)
        yield WEB_SERVER, sharing.socket, command
    for started in sharing.started:
        reader, path = started.reader, started.reader.socket(sharing.socket)
        command = program(*reader.command, "--table", os.fspath(path), *state, *started.arguments)
        yield reader.name, path, command


def answers(folder: Path, reports: Reports) -> Mapping[type[Question], Answer]:
    """Return who answers questions about a table with its games in ``folder``."""
    kept = KeptGames(folder)
    return {
        HistoryQuestion: kept.answer,
        ReportQuestion: reports.answer,
    }
