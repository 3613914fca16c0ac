"""The server's end of the socket to a table: it connects, and connects again.

Requests wait here for the table: bounded for each phone, fair between phones, the staff first. The
table takes so many a second and no more, from all phones together. What one phone asks too
much must not wait before what others ask.

Who waits for what from a table is kept here, too: questions, one of a kind at a time, and outcomes
of requests.
"""

import asyncio
import logging
import secrets
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from firmware_host.base.errors import HostError, reason
from firmware_host.base.log import TokenBucket
from firmware_host.remote.requests import (
    HIGHEST_TICKET,
    HistoryAnswer,
    HistoryQuestion,
    OutcomeQuestion,
    RemoteRequest,
    Report,
    ReportQuestion,
    RequestAnswer,
)
from firmware_host.remote.wire import (
    BUSY,
    LONGEST_LINE,
    PublishedDecoder,
    PublishedLine,
    Question,
    read_line,
    request_line,
)
from firmware_host.web.mirror import TableMirror
from firmware_host.web.visitor import PageVisitor
from games.message import msg

Asked = TypeVar("Asked", bound=Question)
Answered = TypeVar("Answered")

MOST_WAITING: Final = 8
"""More questions than this would wait too long: the table takes half a second for each."""

Writer = Callable[[], asyncio.StreamWriter | None]
"""Returns where to write to the table; None while it cannot be reached."""

SILENT: Final = msg("The table does not answer now. Try again in a moment.")
"""What people read on a page whose question has no answer."""


class AskedInTurn(Generic[Asked, Answered]):
    """Where one kind of question is asked.

    Its answers are of the type ``kind``; ``fits`` returns whether an answer is that to a question.
    Each of the ``tries`` waits for ``seconds``: a table drops a question that comes while it
    answers another one.
    """

    def __init__(
        self,
        kind: type[Answered],
        fits: Callable[[Asked, Answered], bool],
        seconds: float,
        tries: int = 1,
    ) -> None:
        self._kind, self._fits, self._seconds, self._tries = kind, fits, seconds, tries
        self._turn = asyncio.Lock()
        self._waiting: dict[Asked, asyncio.Future[Answered | None]] = {}
        self._question: Asked | None = None
        self._answer: asyncio.Future[Answered | None] | None = None

    async def ask(self, question: Asked, writer: Writer) -> Answered | None:
        """Return the answer to ``question``; None if the table does not give one.

        The turn lasts until then, also if whoever asked has gone. All who ask the same share the
        answer; while too many questions wait, another one has none.
        """
        waiting = self._waiting.get(question)
        if waiting is None:
            if len(self._waiting) >= MOST_WAITING:
                return None
            waiting = asyncio.ensure_future(self._ask(question, writer))
            self._waiting[question] = waiting
            waiting.add_done_callback(lambda _: self._waiting.pop(question))
        return await asyncio.shield(waiting)

    def take(self, answer: object) -> None:
        """Take an ``answer`` of the table, if it is one of this kind to what was asked."""
        if not isinstance(answer, self._kind) or self._question is None:
            return
        if self._fits(self._question, answer):
            self._settle(answer)

    def give_up(self) -> None:
        """Let nobody wait any longer: the table cannot be reached."""
        self._settle(None)

    async def _ask(self, question: Asked, writer: Writer) -> Answered | None:
        async with self._turn:
            for _ in range(self._tries):
                connected = writer()
                if connected is None:
                    return None
                self._question = question
                self._answer = asyncio.get_running_loop().create_future()
                connected.write(request_line(question))
                try:
                    return await asyncio.wait_for(self._answer, self._seconds)
                except TimeoutError:
                    continue
            return None

    def _settle(self, answer: Answered | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)


Tell = Callable[[RequestAnswer], None]
"""Takes what has become of a request; it must not wait."""

MOST_AWAITED: Final = 256
"""Who waits for more outcomes than this hears that the oldest is unknown."""


class AwaitedOutcomes:
    """Who waits for what becomes of which request.

    Tickets begin anywhere, so that those of a server before this one mean nothing.
    """

    def __init__(self) -> None:
        self._ticket = secrets.randbelow(HIGHEST_TICKET // 2)
        self._waiting: dict[int, Tell] = {}

    @property
    def tickets(self) -> tuple[int, ...]:
        """The tickets of the requests whose outcome is awaited."""
        return tuple(self._waiting)

    def numbered(self, request: RemoteRequest, tell: Tell) -> RemoteRequest:
        """Return ``request`` with a ticket of its own; ``tell`` is called with its outcome."""
        if len(self._waiting) >= MOST_AWAITED:
            self.take(RequestAnswer.to(next(iter(self._waiting)), None))
        self._ticket += 1
        self._waiting[self._ticket] = tell
        return replace(request, ticket=self._ticket)

    def forget(self, ticket: int) -> None:
        """Tell nobody what becomes of the request with this ``ticket``."""
        self._waiting.pop(ticket, None)

    def take(self, answer: RequestAnswer) -> None:
        """Tell whoever waits for this ``answer``, once."""
        tell = self._waiting.pop(answer.ticket, None)
        if tell is not None:
            tell(answer)


AT_ONCE: Final = 20
A_SECOND: Final = 5.0
"""A phone may ask so much at once, and then so much a second: people press no faster for long."""

MOST_ASKING: Final = 64
"""Phones whose limit is remembered: twice as many as a table lets in."""

MOST_OF_SERVER: Final = 256
"""More of the server's own requests wait for nobody: a table that takes none is lost soon."""


@dataclass
class Asker:
    """One phone, or the server itself: how fast it asks, how much may wait, and what does."""

    limit: TokenBucket
    most: int
    is_staff: bool = False
    waiting: deque[RemoteRequest] = field(default_factory=deque)


class RequestQueue:
    """What waits for the table; ``clock`` gives seconds.

    The server itself comes first, then the staff, then everybody else in turn.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._something = clock, asyncio.Event()
        self._server = Asker(TokenBucket(MOST_OF_SERVER, MOST_OF_SERVER, clock), MOST_OF_SERVER)
        self._phones: OrderedDict[str, Asker] = OrderedDict()

    def put(self, request: RemoteRequest, visitor: PageVisitor | None = None) -> bool:
        """Let ``request`` of ``visitor`` wait, None: of the server itself.

        Return whether it waits: who asks too much is not heard for a moment.
        """
        asker = self._server if visitor is None else self._asker(visitor)
        if len(asker.waiting) >= asker.most or not asker.limit.allows():
            return False
        asker.waiting.append(request)
        self._something.set()
        return True

    async def take(self) -> RemoteRequest:
        """Return what the table gets next, as soon as there is something."""
        while (asker := self._next()) is None:
            self._something.clear()
            await self._something.wait()
        return asker.waiting.popleft()

    def clear(self) -> None:
        """Forget what waits: the table is gone."""
        for each in (self._server, *self._phones.values()):
            each.waiting.clear()

    def _asker(self, visitor: PageVisitor) -> Asker:
        known = self._phones.get(visitor.phone)
        if known is None:
            self._forget_one()
            limit, is_staff = TokenBucket(AT_ONCE, A_SECOND, self._clock), visitor.role == "staff"
            known = self._phones[visitor.phone] = Asker(limit, AT_ONCE, is_staff)
        return known

    def _forget_one(self) -> None:
        idle = [each for each, asker in self._phones.items() if not asker.waiting]
        if len(self._phones) >= MOST_ASKING and idle:
            del self._phones[idle[0]]

    def _next(self) -> Asker | None:
        """Return whose turn it is; their next turn comes after that of the others."""
        if self._server.waiting:
            return self._server
        asking = [phone for phone, asker in self._phones.items() if asker.waiting]
        if not asking:
            return None
        chosen = min(asking, key=lambda phone: not self._phones[phone].is_staff)
        self._phones.move_to_end(chosen)
        return self._phones[chosen]


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
        self._history = AskedInTurn(HistoryAnswer, _is_of_game, HISTORY_SECONDS)
        self._outcomes = AwaitedOutcomes()
        self._reports = AskedInTurn(Report, _is_named, REPORT_SECONDS, REPORT_TRIES)

    def ask(
        self, request: RemoteRequest, visitor: PageVisitor | None = None, tell: Tell | None = None
    ) -> bool:
        """Send ``request`` of ``visitor`` to the table, None: of the server itself.

        ``tell`` is called with what becomes of it. Return False if it is dropped because their
        phone asks too much. It is lost while the table cannot be reached.
        """
        if tell is not None:
            request = self._outcomes.numbered(request, tell)
        if self._writer is None or self._writer.is_closing():
            self._outcomes.take(RequestAnswer.to(request.ticket, None))
            return True
        is_heard = self._waiting.put(request, visitor)
        if not is_heard:
            self._outcomes.forget(request.ticket)
        return is_heard

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
        reader, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        for ticket in self._outcomes.tickets:  # it was asked while the table went away
            self._writer.write(request_line(OutcomeQuestion(ticket)))
        sending = asyncio.create_task(self._send(self._writer))
        decoder = PublishedDecoder()
        try:
            while line := await reader.readline():
                if line == BUSY:
                    raise TableTakenError(TAKEN)
                answer = read_line(line)
                if isinstance(answer, PublishedLine):
                    self.mirror.show(decoder.shown(answer))
                elif isinstance(answer, RequestAnswer):
                    self._outcomes.take(answer)
                else:
                    self._history.take(answer)
                    self._reports.take(answer)
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
