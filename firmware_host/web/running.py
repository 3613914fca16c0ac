"""How a site is served: behind the guard, with bounds on connections and on slow requests."""

import asyncio
from typing import TYPE_CHECKING, Final

from starlette.types import ASGIApp
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from firmware_host.web.guard import LONGEST_HEADERS, PATIENCE_SECONDS, Guard

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

LONGEST_MESSAGE: Final = 1024
"""The most bytes that a page may send at once."""

MOST_CONNECTIONS: Final = 256
MOST_OF_AN_ADDRESS: Final = 64
"""Connections from one address: a browser uses six, and a reverse proxy is one for many people."""

REQUEST_SECONDS: Final = 10.0
"""The headers of a request must be here by then."""


TAKE_SECONDS: Final = 5.0
"""A page that takes nothing for so long is disconnected."""


class BoundedConnection(H11Protocol):
    """A connection that is closed if there are too many, or if its request does not come."""

    most, most_of_an_address = MOST_CONNECTIONS, MOST_OF_AN_ADDRESS
    request_seconds = REQUEST_SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a new connection, or close it at once."""
        super().connection_made(transport)
        others = [each for each in self.connections if self._is_of_my_address(each)]
        if len(self.connections) > self.most or len(others) > self.most_of_an_address:
            transport.abort()
        else:
            self._await_request()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request on this connection."""
        super().on_response_complete()
        self._await_request()

    def _is_of_my_address(self, other: object) -> bool:
        client = getattr(other, "client", None)
        return bool(client and self.client and client[0] == self.client[0])

    def _await_request(self) -> None:
        self.loop.call_later(self.request_seconds, self._close_if_idle, self.cycle)

    def _close_if_idle(self, last: object) -> None:
        """Close the connection if no request has come since the one that was the ``last``."""
        if self.cycle is last and self in self.connections:
            self.transport.close()


class BoundedPage(WebSocketsSansIOProtocol):
    """A WebSocket that is cut off if its page takes nothing of what is sent.

    asyncio keeps 64 KiB for it until then; a word of farewell would wait behind them.
    """

    take_seconds = TAKE_SECONDS

    def pause_writing(self) -> None:
        """Begin to wait until the page takes what was sent."""
        super().pause_writing()
        self._cut = self.loop.call_later(self.take_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the page has taken it."""
        self._cut.cancel()
        super().resume_writing()

    async def send(self, message: "ASGISendEvent") -> None:
        """Send ``message``; ClientDisconnected if this end has said farewell meanwhile."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def shutdown(self) -> None:
        """Say farewell when the server ends; cut a page off that would not hear it."""
        if self.conn.state is State.OPEN and self.writable.is_set():
            super().shutdown()
        else:
            self.transport.abort()


def configuration(
    site: ASGIApp,
    names: frozenset[str],
    connection: type[BoundedConnection] = BoundedConnection,
    patience: float = PATIENCE_SECONDS,
    page: type[BoundedPage] = BoundedPage,
) -> Config:
    """Return how ``site`` is served, behind the guard.

    ``names`` are those of this computer; ``connection``, ``patience`` (seconds) and ``page`` bound
    what a client may take. No header says who somebody is: those of proxies are ignored.
    """
    return Config(
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
    )
