"""How a site is served: behind a guard, with bounds on connections and on slow requests.

Every request passes the guard before a site sees it. A request must be for a name or an address
that this computer has, and what changes something must come from a page of this site: cross-site
requests and rebound names end here. Bodies, queries and messages are bounded. Who somebody is, only
a token says (:mod:`firmware_host.web.phones`), never an address.
"""

import asyncio
import socket
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect, WebSocketDisconnected
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server
from websockets.protocol import State

from firmware_host.base.log import TokenBucket, tell_seldom
from firmware_host.web import doorway
from firmware_host.web.doorway import STRANGER, Doorway, Guest, most_connections
from firmware_host.web.hosts import (
    PROGRAMS,
    ComputerNames,
    address_of,
    is_own_host,
    is_same_origin,
)

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent


LONGEST_HEADERS: Final = 16 * 1024
LONGEST_BODY: Final = 64 * 1024
LONGEST_QUERY: Final = 512
PATIENCE_SECONDS: Final = 10.0
"""The body of a request must be here by then."""

MESSAGES_AT_ONCE: Final = 60
MESSAGES_A_SECOND: Final = 20.0
"""A page that sends more than so many at once, and then so many a second, is disconnected."""

TOO_MANY: Final = 1008
"""The code of a WebSocket that is closed because its messages break the rules (RFC 6455)."""

METHODS: Final = ("GET", "HEAD", "POST")
ASKING: Final = (*METHODS, "OPTIONS")
"""The methods of programs: a browser asks first whether the page of another site may ask."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
"""What a page may load, and that no page of another site shows it."""

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
"""What every answer carries, unless the site says something else."""

PARTS: Final = ("text/javascript", "text/css")
OF_PAGES: Final = frozenset(
    {
        "content-security-policy",
        "x-frame-options",
        "referrer-policy",
        "cross-origin-opener-policy",
    }
)
"""What browsers read of a page, and not of its scripts and styles, which are many."""


class Denial(NamedTuple):
    """An answer to a request that does not reach the site: its ``status``, and what to do."""

    status: int
    text: str


class Guard:
    """Lets through to ``site`` what is meant for it; ``names`` are those of this computer.

    ``clock`` returns seconds; a body that needs more than ``patience`` is given up. Pages of other
    ``sites`` may ask as programs do. Those need no page, and cookies let nobody change anything.
    """

    def __init__(
        self,
        site: ASGIApp,
        names: ComputerNames,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE_SECONDS,
        sites: Collection[str] = (),
    ) -> None:
        self._site, self._names, self._clock, self._patience = site, names, clock, patience
        self._sites = frozenset(sites)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, as ASGI says."""
        if scope["type"] == "lifespan":
            await self._site(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            await self._serve_page(scope, receive, send, refusal)
        else:
            await self._answer(scope, receive, _answering(send), refusal)

    def _refusal(self, scope: Scope) -> Denial | None:
        """Return why a request does not reach the site; None if it does."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        server = scope.get("server") or (None,)
        if len(hosts) != 1 or not is_own_host(hosts[0], self._names, server[0]):
            return Denial(421, "this computer has no such name; add it with --name")
        is_program = scope["path"].startswith(PROGRAMS)
        known = self._sites if is_program else frozenset[str]()
        if any(each not in known and not is_same_origin(each, hosts[0]) for each in origins):
            return Denial(403, "expected a request from a page of this site")
        if sum(len(name) + len(value) for name, value in headers.raw) > LONGEST_HEADERS:
            return Denial(431, f"expected headers of {LONGEST_HEADERS} bytes at most")
        if len(scope["query_string"]) > LONGEST_QUERY:
            return Denial(414, f"expected a query of {LONGEST_QUERY} bytes at most")
        method, methods = scope.get("method", "GET"), ASKING if is_program else METHODS
        if method not in methods:
            return Denial(405, f"expected {', '.join(methods)}")
        changes = method == "POST" or scope["type"] == "websocket"
        if len(origins) > 1 or (changes and not origins and not is_program):
            return Denial(403, "expected the header Origin")
        if {"content-length", "transfer-encoding"} <= set(headers):
            return Denial(400, "expected one length of the body, not two")
        return None if changes else _refuse_body(headers)

    async def _serve_page(
        self, scope: Scope, receive: Receive, send: Send, refusal: Denial | None
    ) -> None:
        if refusal is not None:
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        limit = TokenBucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, self._clock)

        async def paced() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and not limit.allows():
                await send({"type": "websocket.close", "code": TOO_MANY})
                return {"type": "websocket.disconnect", "code": TOO_MANY}
            return message

        # a page may be torn off at any step, which is no fault of the site
        with suppress(WebSocketDisconnect, WebSocketDisconnected):
            await self._site(scope, paced, send)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, refusal: Denial | None
    ) -> None:
        body = b""
        if refusal is None and scope["method"] == "POST":
            body, refusal = await _read_body(receive, self._patience)
        if refusal is not None:
            answer = PlainTextResponse(f"{refusal.text}\n", refusal.status, {"connection": "close"})
            await answer(scope, receive, send)
            return
        read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return read.pop() if read else await receive()

        await self._site(scope, replay, send)


def _answering(send: Send) -> Send:
    """Return ``send`` with the headers that every answer carries."""

    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            is_part = headers.get("content-type", "").startswith(PARTS)
            for name, value in HEADERS.items():
                if not (is_part and name in OF_PAGES):
                    headers.setdefault(name, value)
        await send(message)

    return answer


def _refuse_body(headers: Headers) -> Denial | None:
    """Refuse a request to read that has a body: nothing reads it, so it may hide another one."""
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    return Denial(413, "expected a request without a body") if has_body else None


async def _read_body(receive: Receive, patience: float) -> tuple[bytes, Denial | None]:
    """Return the body of a request, and a refusal if it is too long or too slow."""
    body = b""
    try:
        async with asyncio.timeout(patience):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return b"", Denial(400, "expected the whole body")
                body += message.get("body", b"")
                if len(body) > LONGEST_BODY:
                    return b"", Denial(413, f"expected {LONGEST_BODY} bytes at most")
                if not message.get("more_body"):
                    return body, None
    except TimeoutError:
        return b"", Denial(408, f"expected the whole request within {patience:g} s")


LONGEST_MESSAGE: Final = 1024
"""The most bytes that a page may send at once."""

CONNECTING: Final = 100
"""Connections that are taken at once, before any of them is counted."""

REQUEST_SECONDS: Final = 10.0
"""The headers of a request must be here by then."""


TAKE_SECONDS: Final = 5.0
"""Who takes nothing of what is sent for so long is disconnected."""

NOT_TEXT: Final = 1007
"""The code of a WebSocket that is closed because its text is none (RFC 6455)."""


LOGS: Final = ("uvicorn.error", "asyncio", doorway.__name__)
"""Where strangers cause lines."""

Recognise = Callable[[HTTPConnection], Guest]
"""Returns who asks for something."""


def a_stranger(_: HTTPConnection) -> Guest:
    """Recognise nobody."""
    return STRANGER


class SiteConfig(Config):
    """How a site is served to those who come in at ``doorway``, where it can ``recognise`` them."""

    doorway: Doorway
    recognise: Recognise

    def site_for(self, connection: asyncio.Transport) -> ASGIApp:
        """Return the site, which learns who is at ``connection`` from each request."""

        async def site(scope: Scope, receive: Receive, send: Send) -> None:
            visit = HTTPConnection(scope)
            self.doorway.know(connection, self.recognise(visit), address_of(visit))
            await self.loaded_app(scope, receive, send)

        return site


class BoundedStream(asyncio.Protocol):
    """A connection with a place in the doorway, cut off if nobody takes what is sent.

    asyncio keeps 64 KiB for it until then; a word of farewell would wait behind them.
    """

    take_seconds = TAKE_SECONDS
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    config: SiteConfig
    _cut: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a new connection."""
        super().connection_made(transport)
        self.config.doorway.enter(self.transport)
        self.app = self.config.site_for(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.config.doorway.leave(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to wait until somebody takes what was sent."""
        super().pause_writing()
        self._cut = self.loop.call_later(self.take_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: somebody has taken it."""
        if self._cut is not None:
            self._cut.cancel()
        super().resume_writing()


class BoundedConnection(BoundedStream, H11Protocol):
    """A connection that is closed if its request does not come."""

    config: SiteConfig
    request_seconds = REQUEST_SECONDS

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a new connection, and begin to wait for its request."""
        super().connection_made(transport)
        self._await_request()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request on this connection."""
        super().on_response_complete()
        self.config.doorway.rest(self.transport)
        self._await_request()

    def _await_request(self) -> None:
        self.loop.call_later(self.request_seconds, self._close_if_idle, self.cycle)

    def _close_if_idle(self, last: object) -> None:
        """Close the connection if no request has come since the one that was the ``last``."""
        if self.cycle is last and self in self.connections:
            self.transport.close()


class BoundedPage(BoundedStream, WebSocketsSansIOProtocol):
    """A WebSocket that is cut off if its page takes nothing of what is sent."""

    config: SiteConfig

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; a page that sends text that is none is closed, without a fault."""
        if self.curr_msg_data_type == "bytes" or _is_text(b"".join(self.frames)):
            super().send_receive_event_to_app()
            return
        self.conn.send_close(NOT_TEXT)
        self.handle_parser_exception()

    async def send(self, message: "ASGISendEvent") -> None:
        """Send ``message``; ClientDisconnected if either end has said farewell or gone."""
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def shutdown(self) -> None:
        """Say farewell when the server ends; cut a page off that would not hear it."""
        if self.conn.state is State.OPEN and self.writable.is_set():
            super().shutdown()
        else:
            self.transport.abort()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def configuration(
    site: ASGIApp,
    names: ComputerNames,
    recognise: Recognise = a_stranger,
    connection: type[BoundedConnection] = BoundedConnection,
    patience: float = PATIENCE_SECONDS,
    page: type[BoundedPage] = BoundedPage,
    most: int | None = None,
    sites: Collection[str] = (),
) -> SiteConfig:
    """Return how ``site`` is served, behind the guard.

    ``names`` are those of this computer. ``recognise`` says who keeps a place when there are more
    than ``most`` connections, None: as many as the files of this process allow. ``connection``,
    ``patience`` (seconds) and ``page`` bound what a client may take. Pages of other ``sites`` may
    ask as programs do. No header says who somebody is: those of proxies are ignored.
    """
    tell_seldom(*LOGS)
    config = SiteConfig(
        Guard(site, names, patience=patience, sites=sites),
        log_config=None,
        access_log=False,
        http=connection,
        ws=page,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
        proxy_headers=False,
        lifespan="auto",
        server_header=False,
        backlog=CONNECTING,
    )
    config.doorway = Doorway(most_connections() if most is None else most)
    config.recognise = recognise
    return config


async def serve_telling(
    server: Server, listener: socket.socket, telling: Coroutine[None, None, None]
) -> None:
    """Serve browsers at ``listener`` until a signal comes, and go on ``telling`` beside it."""
    beside = asyncio.create_task(telling)
    await server.serve(sockets=[listener])
    beside.cancel()
