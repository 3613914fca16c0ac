"""The server's end of the socket to a table: it connects, and connects again."""

import asyncio
import logging
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_host.base.errors import HostError, reason
from firmware_host.remote.history import HistoryAnswer
from firmware_host.remote.reports import Report, ReportQuestion
from firmware_host.remote.requests import HistoryQuestion, RemoteRequest
from firmware_host.remote.wire import (
    BUSY,
    SnapshotDecoder,
    read_history,
    read_report,
    request_line,
)
from firmware_host.web.asking import AskedInTurn
from firmware_host.web.mirror import TableMirror
from firmware_host.web.request_queue import RequestQueue
from firmware_host.web.visitor import PageVisitor

LONGEST_SNAPSHOT: Final = 4 * 1024 * 1024
"""The most bytes of a snapshot as a line: fifty times as many as the longest games have needed."""

HISTORY_SECONDS: Final = 8.0
"""How long to wait for the games that the table has kept: a slow card has fifty to read."""

REPORT_SECONDS: Final = 20.0
REPORT_TRIES: Final = 7
"""How long to wait for a report, and how often: the table gives up a little earlier."""

LEAST_BUFFER: Final = 1
"""Bytes that the kernel keeps on the way to the table: Linux takes its least, 4,608."""

AGAIN_SECONDS: Final = (0.2, 0.5, 1.0, 2.0)
"""How long to wait before each new try to connect; the last one repeats."""

TAKEN: Final = "another web server shows this table already: end it first"

log = logging.getLogger(__name__)


class TableTakenError(HostError):
    """Another web server shows the table already."""


class TableClient:
    """Keeps ``mirror`` up to date with the table at the Unix socket ``path``."""

    def __init__(self, path: Path, mirror: TableMirror) -> None:
        self.mirror = mirror
        self._path, self._waiting = path, RequestQueue()
        self._writer: asyncio.StreamWriter | None = None
        self._history = AskedInTurn(read_history, _is_of_game, HISTORY_SECONDS)
        self._reports = AskedInTurn(read_report, _is_named, REPORT_SECONDS, REPORT_TRIES)

    def ask(self, request: RemoteRequest, visitor: PageVisitor | None = None) -> bool:
        """Send ``request`` of ``visitor`` to the table, None: of the server itself.

        Return False if it is dropped because their phone asks too much. It is lost while the table
        cannot be reached.
        """
        if self._writer is None or self._writer.is_closing():
            return True
        return self._waiting.put(request, visitor)

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        """Return what the table has kept of the games; None if it does not answer.

        One question at a time goes to the table; the others wait for their turn.
        """
        return await self._history.ask(question, lambda: self._writer)

    async def report(self, question: ReportQuestion) -> Report | None:
        """Return what a report about the table says; None if it does not answer."""
        return await self._reports.ask(question, lambda: self._writer)

    async def run(self) -> None:
        """Follow the table until this task is cancelled.

        TableTakenError if the table is followed already. A table that is not there, or not any
        more, is logged once and waited for.
        """
        tries = 0
        while True:
            try:
                await self._follow()
                tries = 0
            except OSError as error:
                if tries == 0:
                    log.warning("no table at %s (%s): waiting for it", self._path, reason(error))
            except (ValueError, KeyError, TypeError) as error:
                log.warning("the table sent what makes no sense: %s", error)
            self._writer = None
            self._waiting.clear()
            self._history.give_up()
            self._reports.give_up()
            self.mirror.disconnect()
            await asyncio.sleep(AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)])
            tries += 1

    async def _follow(self) -> None:
        """Connect once, and show what comes until the table closes the socket."""
        reader, self._writer = await asyncio.open_unix_connection(
            self._path, limit=LONGEST_SNAPSHOT
        )
        sending = asyncio.create_task(self._send(self._writer))
        decoder = SnapshotDecoder()
        try:
            while line := await reader.readline():
                if line == BUSY:
                    raise TableTakenError(TAKEN)
                if not (self._history.take(line) or self._reports.take(line)):
                    self.mirror.show(decoder.snapshot(line))
        finally:
            sending.cancel()
            self._writer.close()

    async def _send(self, writer: asyncio.StreamWriter) -> None:
        """Send what waits, no faster than the table takes it: so little is under way at any time.

        What the table has not taken yet cannot be overtaken by the staff.
        """
        connected: socket.socket = writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LEAST_BUFFER)
        writer.transport.set_write_buffer_limits(0)
        with suppress(ConnectionError):
            while True:
                writer.write(request_line(await self._waiting.take()))
                await writer.drain()


def _is_of_game(question: HistoryQuestion, answer: HistoryAnswer) -> bool:
    return answer.key == question.key


def _is_named(question: ReportQuestion, report: Report) -> bool:
    return report.report == question.report
