"""How a site is served: behind the guard, with bounds on connections and on slow requests."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server
from websockets.protocol import State

from firmware_host.web import doorway
from firmware_host.web.doorway import STRANGER, Doorway, Guest, most_connections
from firmware_host.web.guard import LONGEST_HEADERS, PATIENCE_SECONDS, Guard
from firmware_host.web.hosts import ComputerNames, address_of
from firmware_host.web.pace import tell_seldom

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

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
) -> SiteConfig:
    """Return how ``site`` is served, behind the guard.

    ``names`` are those of this computer. ``recognise`` says who keeps a place when there are more
    than ``most`` connections, None: as many as the files of this process allow. ``connection``,
    ``patience`` (seconds) and ``page`` bound what a client may take. No header says who somebody
    is: those of proxies are ignored.
    """
    tell_seldom(*LOGS)
    config = SiteConfig(
        Guard(site, names, patience=patience),
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
