"""Share a table with those who look at it from elsewhere: its sockets, and who reads them."""

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_host.app.feed import GONE, Answer, Feed
from firmware_host.app.kept_games import KeptGames
from firmware_host.app.processes import ReadingProcess, program
from firmware_host.app.reports import Reports, commands
from firmware_host.base.errors import HostError, reason
from firmware_host.base.log import RecentLog
from firmware_host.remote.inbox import RequestInbox
from firmware_host.remote.reports import ReportQuestion
from firmware_host.remote.requests import HistoryQuestion, RemoteRequest
from firmware_host.remote.socket_path import check_length
from firmware_host.remote.wire import Question, history_line, report_line
from firmware_host.table.observers import Observers

SOCKET: Final = "table.socket"
"""The name of the socket in the state folder, unless another one is asked for."""

WEB_SERVER: Final = "the web server"
FLEET_AGENT: Final = "the agent of the fleet"


class SharingError(HostError, OSError):
    """A socket that cannot be made: why, and what to do."""


class Sharing(Struct, frozen=True):
    """Where a table is shared: its ``socket``, and the ``address`` of its web server.

    Without an address no server is started; one may be running as a service of its own. So may the
    agent of a fleet, which is started with the arguments ``fleet`` if there are any. ``wiring`` is
    the name or the path of the table's wiring, for the doctor.
    """

    socket: Path
    address: str | None = None
    wiring: str | None = None
    fleet: tuple[str, ...] = ()

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
        feeds: dict[Path, Feed] = {}
        for path, farewell in ((sharing.socket, GONE), (sharing.fleet_socket, None)):
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
    if sharing.fleet:
        table = ("--table", os.fspath(sharing.fleet_socket))
        command = program("fleet", "agent", *table, *state, *sharing.fleet)
        yield FLEET_AGENT, sharing.fleet_socket, command


def answers(folder: Path, reports: Reports) -> Mapping[type[Question], Answer]:
    """Return who answers questions about a table with its games in ``folder``."""
    kept = KeptGames(folder)
    return {
        HistoryQuestion: lambda question: history_line(kept.answer(question)),
        ReportQuestion: lambda question: report_line(reports.answer(question)),
    }
