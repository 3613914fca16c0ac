"""Who waits for what from a table: questions, one of a kind at a time, and outcomes of requests."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from firmware_host.remote.requests import HIGHEST_TICKET, RemoteRequest, RequestAnswer
from firmware_host.remote.wire import Question, request_line
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
