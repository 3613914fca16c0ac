"""The connection to an open page: what has changed goes out, what the visitor does comes in.

A page that was away is told everything, and one that reads slowly what it has missed, in one. What
goes out are JSON objects: ``hello`` first, ``beat`` again and again so that a page notices a link
that has died, ``ground`` (once for each board), and a JSON Merge Patch of the state that the page
knows (:mod:`firmware_host.web.page_state`); what features show (HTML, once for each), ``answer``
(to something that this page asked), and the picture of the panel as bytes: width and height as two
bytes each, then the rows, one bit a pixel. A page that asks for ``packed`` messages gets long ones
compressed, as bytes, which begin otherwise than any picture. What comes in is one JSON object:
``language``, ``panel`` (whether its picture is seen), ``why`` (the points from and to), ``at`` (a
number of actions), ``hint`` or ``moves`` asks the server, everything else the table, as
:mod:`firmware_host.web.visitor` allows. With a ``ticket``, a number that the page makes up, the
page is told what became of it.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Container, Coroutine, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from gzip import compress
from itertools import count
from typing import Any, Final, NamedTuple, Protocol

from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected

from firmware_host import __version__
from firmware_host.base.values import ValuesError, from_json
from firmware_host.remote.requests import RemoteRequest, RequestAnswer, RequestRefused
from firmware_host.remote.wire import PanelPicture
from firmware_host.session import names
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.hints import FIND_IT, Hints
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_frame import page_words
from firmware_host.web.page_parts import NOTHING, PageStates, written
from firmware_host.web.page_state import PageState, ground_state, position_state
from firmware_host.web.table_client import Tell
from firmware_host.web.visitor import PageVisitor
from games.core import Game, State
from games.message import Message, msg
from games.why_not import why_not

BEAT_SECONDS: Final = 10.0
"""How often a page hears that its link is alive; one that misses it for long connects anew."""

SEND_SECONDS: Final = 5.0
"""A page that takes nothing for this long is disconnected."""

PACKED: Final = "packed"
"""In the address of a connection whose page can read messages that are compressed."""

WORTH_PACKING: Final = 1024
"""Characters of a message from which its page waits less for it if it is compressed."""

PACKED_KEPT: Final = 16
"""Messages that are kept compressed: boards and words are the same for many pages."""

NOT_LET_IN: Final = 4401
"""The code of a WebSocket whose browser is not let in, or no longer: its page loads again."""


class PageSocket(Protocol):
    """What a page is connected by: a WebSocket, or what stands in for one where there is no server.

    WebSocketDisconnect and WebSocketDisconnected say that the page has gone.
    """

    @property
    def query_params(self) -> Container[str]:
        """What the page has written into the address of the connection."""

    async def receive_text(self) -> str:
        """Return the next message of the page."""

    async def send_text(self, data: str) -> None:
        """Send ``data`` to the page."""

    async def send_bytes(self, data: bytes) -> None:
        """Send ``data`` to the page."""


class OpenPage(ABC):
    """The connection to an open page in a ``language``. A page that takes nothing is let go."""

    def __init__(self, socket: PageSocket, language: str) -> None:
        self._socket, self._language = socket, language
        self._packs = PACKED in socket.query_params

    async def run(self) -> None:
        """Serve the page until it goes."""
        await first_of(self._serve(), self._receive(), self._beat())

    @abstractmethod
    async def _greet(self) -> None:
        """Send what the page needs first."""

    async def _greet_again(self) -> None:
        """Send what has to be said again in another language, if it is not sent as news."""
        await self._greet()

    @abstractmethod
    async def _send_states(self) -> None:
        """Send what is new, for ever."""

    @abstractmethod
    async def _take(self, message: Mapping[str, Any]) -> None:
        """Do what ``message`` asks; one that makes no sense is empty."""

    async def _serve(self) -> None:
        with suppress(TimeoutError, WebSocketDisconnect):
            await self._send({"hello": {"program": __version__, "beat": BEAT_SECONDS}})
            await self._greet()
            await self._send_states()

    async def _beat(self) -> None:
        with suppress(TimeoutError, WebSocketDisconnect):
            for number in count(1):
                await asyncio.sleep(BEAT_SECONDS)
                await self._send({"beat": number})

    async def _receive(self) -> None:
        with suppress(TimeoutError, WebSocketDisconnect, KeyError):  # bytes in place of text
            while True:
                message = _read(await self._socket.receive_text())
                match message:
                    case {"language": str(code)} if code in LANGUAGES:
                        self._language = code
                        await self._greet_again()
                    case _:
                        await self._take(message)

    async def _send(self, message: PageState) -> None:
        await self._send_text(written(message))

    async def _send_text(self, text: str) -> None:
        is_packed = self._packs and len(text) >= WORTH_PACKING
        try:
            # not wait_for: in Python 3.11 it may lose a cancellation that comes as its wait ends
            async with asyncio.timeout(SEND_SECONDS):
                if is_packed:
                    await self._socket.send_bytes(packed(text))
                else:
                    await self._socket.send_text(text)
        except WebSocketDisconnected:
            # how a page is told to have gone that went before this was sent
            raise WebSocketDisconnect from None


@lru_cache(maxsize=PACKED_KEPT)
def packed(text: str) -> bytes:
    """Return ``text`` compressed, which is done once for all pages that are told the same."""
    return compress(text.encode(), mtime=0)


async def first_of(*waits: Awaitable[object]) -> None:
    """Wait until one of ``waits`` ends; end the others, so that they do nothing after it."""
    tasks = [asyncio.ensure_future(each) for each in waits]
    try:
        ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    for task in ended:
        task.result()


def _read(text: str) -> Mapping[str, Any]:
    """Return the message of ``text``; an empty one if it makes no sense."""
    try:
        return from_json(text, dict[str, Any])
    except ValuesError:
        return {}


TOO_MUCH: Final = msg(
    "This phone asks too much at once, so the table did not hear it. Wait a moment."
)


class SharedTable(Protocol):
    """A table that can be looked at and asked."""

    @property
    def mirror(self) -> TableMirror: ...

    def ask(self, request: RemoteRequest) -> object:
        """Ask ``request`` of the table."""


class AnsweringTable(SharedTable, Protocol):
    """A table that says what becomes of a request."""

    def ask(self, request: RemoteRequest, *, tell: Tell | None = None) -> object:
        """Ask ``request`` of the table; ``tell`` is called with what becomes of it."""


class TableOfPages(SharedTable, Protocol):
    """A table that visitors of pages can ask too."""

    def ask(
        self, request: RemoteRequest, visitor: PageVisitor | None = None, tell: Tell | None = None
    ) -> bool:
        """Ask ``request`` of the table for ``visitor``, None: for the server itself.

        ``tell`` is called with what becomes of it. Return False if it is not heard, because their
        phone asks too much.
        """


class PageParts(NamedTuple):
    """What a page needs of its ``table``: ``states`` and ``hints`` are shared by all its pages.

    ``language`` is that of the visitor.
    """

    table: TableOfPages
    states: PageStates
    hints: Hints
    language: str


class LivePage(OpenPage):
    """The connection to one open page of a ``visitor``."""

    def __init__(self, socket: PageSocket, visitor: PageVisitor, parts: PageParts) -> None:
        super().__init__(socket, parts.language)
        self._shared, self._table = parts.table, parts.table.mirror
        self._states, self._visitor, self._hints = parts.states, visitor, parts.hints
        self._tasks: set[asyncio.Task[None]] = set()
        self._telling: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()
        self._told: PageState = NOTHING
        self._looks_at: State | None = None
        self._ground: tuple[Game, str] | None = None
        self._panel: PanelPicture | None = None
        self._sees_panel = True
        self._parts: dict[str, str] = {}

    async def run(self) -> None:
        """Serve the page until it goes."""
        try:
            await super().run()
        finally:
            for task in (*self._tasks, *self._telling):
                task.cancel()

    async def _greet(self) -> None:
        visitor = self._visitor
        you = {"role": visitor.role, "seat": visitor.seat, "isPaired": visitor.is_paired}
        await self._send({"words": page_words(self._language), "you": you})

    async def _greet_again(self) -> None:
        await self._greet()
        await self._send_words()

    async def _send_states(self) -> None:
        seen = -1
        while True:
            seen = await self._table.wait_for_news(seen)
            await self._send_panel()  # at once: the state takes longer to work out
            await self._send_board()
            await self._send_words()
            await self._send_more()

    async def _send_words(self) -> None:
        async with self._sending:  # a patch fits what the page was told before it
            told = self._states.of(self._language, with_moves=self._may_look_at_moves())
            news = self._states.news(self._told, told)
            self._told = told
            if news:
                await self._send_text(news)
        await self._send_parts()

    def _may_look_at_moves(self) -> bool:
        """Return whether the visitor chooses a move now, or has asked what can be chosen."""
        shared, session = self._table, self._table.session
        has_asked = session is not None and session.state is self._looks_at
        return has_asked or self._visitor.chooses(shared.snapshot)

    async def _send_more(self) -> None:
        """Send what a page of this kind shows besides."""

    async def _send_board(self) -> None:
        session = self._table.session
        game = None if session is None else session.game
        if game is not None and (game, self._language) != self._ground:
            self._ground = game, self._language
            await self._send({"ground": ground_state(game, Language(self._language))})

    async def _send_parts(self) -> None:
        for name, found in self._states.parts(self._language).items():
            if found != self._parts.get(name, ""):
                self._parts[name] = found
                await self._send({name: found})

    async def _send_panel(self) -> None:
        panel = self._table.snapshot.panel
        if self._sees_panel and panel is not None and panel != self._panel:
            self._panel = panel
            head = panel.width.to_bytes(2, "big") + panel.height.to_bytes(2, "big")
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_bytes(head + panel.rows)

    async def _take(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"why": [str(origin), str(target)]}:
                await self._send({"answer": self._why(origin, target)})
            case {"at": int(number)}:
                await self._send({"answer": self._position(number)})
            case {"panel": bool(is_seen)}:
                self._sees_panel = is_seen
                await self._send_panel()
            case {"hint": True}:
                self._start_hint()
            case {"moves": True}:
                self._looks_at = None if self._table.session is None else self._table.session.state
                await self._send_words()
            case _ if not await self._take_more(message):
                await self._ask(message)

    async def _ask(self, message: Mapping[str, Any]) -> None:
        request, ticket = self._visitor.request(message), message.get("ticket")
        if request is None:
            if ticket is not None:
                await self._send({"answer": {"ticket": ticket, "outcome": "refused"}})
            return
        hear = partial(self._hear, request) if ticket is None else partial(self._settle, ticket)
        if not self._shared.ask(request, self._visitor, hear):
            refused = RequestRefused(Message.of(TOO_MUCH))
            await self._send({"answer": self._outcome(ticket, RequestAnswer.to(0, refused))})

    def _hear(self, request: RemoteRequest, answer: RequestAnswer) -> None:
        """Show why the table has refused the ``request`` of the visitor."""
        if answer.why is not None:
            self._tell(self._send_if_open({"answer": self._outcome(None, answer)}))

    def _settle(self, ticket: object, answer: RequestAnswer) -> None:
        """Tell the page what became of what it asked with ``ticket``."""
        self._tell(self._send_if_open({"answer": self._outcome(ticket, answer)}))

    def _outcome(self, ticket: object, answer: RequestAnswer) -> PageState:
        why = {} if answer.why is None else {"why": Language(self._language).heading(answer.why)}
        return why if ticket is None else {"ticket": ticket, "outcome": answer.outcome, **why}

    def _tell(self, sending: Coroutine[Any, Any, None]) -> None:
        """Let ``sending`` go on beside everything else."""
        task = asyncio.create_task(sending)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _take_more(self, message: Mapping[str, Any]) -> bool:
        """Take what only a page of this kind asks; return whether ``message`` was that."""
        return False

    def _start_hint(self) -> None:
        """Think about a hint while the page goes on; one at a time for each page."""
        if not self._tasks:
            task = asyncio.create_task(self._send_hint())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_hint(self) -> None:
        session = self._table.session
        if session is None:
            return
        after, say = len(session.actions), Language(self._language)
        if session.setup.is_exercise:
            hint: PageState = {"hint": say(FIND_IT), "points": []}
        else:
            hint = await self._hints.hint(session.state, say)
        await self._send_if_open({"answer": {**hint, "after": after}})

    async def _send_if_open(self, message: PageState) -> None:
        with suppress(WebSocketDisconnect, TimeoutError):
            await self._send(message)

    def _why(self, origin: str, target: str) -> PageState:
        session = self._table.session
        refusal = None if session is None else why_not(session.state, origin, target)
        say = Language(self._language)
        return {"why": "" if refusal is None else say.heading(names.refusal(refusal))}

    def _position(self, number: int) -> PageState:
        session = self._table.session
        if session is None or number not in range(len(session.states)):
            return {"at": None}
        say, followed = Language(self._language), self._states.followed
        return {"at": number, **position_state(session, number, say, followed)}
