"""Questions to a table, one after the other: the table answers one of a kind at a time."""

import asyncio
from collections.abc import Callable
from typing import Final, Generic, TypeVar

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

    ``read`` returns the answer in a line from the table, None if the line is something else, and
    ``fits`` whether an answer is that to a question. Each of the ``tries`` waits for ``seconds``:
    a table drops a question that comes while it answers another one.
    """

    def __init__(
        self,
        read: Callable[[bytes], Answered | None],
        fits: Callable[[Asked, Answered], bool],
        seconds: float,
        tries: int = 1,
    ) -> None:
        self._read, self._fits, self._seconds, self._tries = read, fits, seconds, tries
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

    def take(self, line: bytes) -> bool:
        """Take the answer in ``line``; return False if there is none of this kind."""
        answer = self._read(line)
        if answer is None:
            return False
        if self._question is not None and self._fits(self._question, answer):
            self._settle(answer)
        return True

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
