"""A simulated table on a socket and its pages on a real port, for a browser in a test."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import games
from firmware_host.app.feed import Feed
from firmware_host.app.kept_games import KeptGames
from firmware_host.simulator.hands import Hands
from firmware_host.web.hints import Hints
from firmware_host.web.live import LivePage
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_state import PageStates
from firmware_host.web.played import PlayedPages
from firmware_host.web.server import rules_route, static_files, table_page
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
from firmware_host.web.visitor_language import language_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'"
)
WAIT_SECONDS = 20.0


class SharedTable:
    """The table of ``hands``, shared on a socket in ``folder`` and served to a browser.

    ``visitor`` is who comes to its page.
    """

    def __init__(self, hands: Hands, folder: Path, visitor: PageVisitor) -> None:
        self.hands = hands
        app, path = hands.world.app, folder / "table.socket"
        self._feed = Feed(path, app.observers, app.requests, KeptGames(folder).answer)
        self._path, self._visitor = path, visitor
        self._server, self._thread = self._serve(0)

    @property
    def address(self) -> str:
        """The address of the page of the table, with a slash at its end."""
        return f"http://127.0.0.1:{self._port}/"

    def interrupt(self) -> None:
        """End the server, as a crash would."""
        self._server.should_exit = True
        self._thread.join(WAIT_SECONDS)

    def serve_again(self) -> None:
        """Serve the page where it was before."""
        self._server, self._thread = self._serve(self._port)

    def close(self) -> None:
        """End the server and the table."""
        self.interrupt()
        self._feed.close()
        self.hands.world.close()

    def pass_time(self, happened: Callable[[], bool]) -> None:
        """Let time pass at the table until ``happened``, which a browser brings about."""
        ends_at = time.monotonic() + WAIT_SECONDS
        while not happened():
            assert time.monotonic() < ends_at, f"the table shows: {self.hands.world.app.words}"
            self.hands.world.run_for(0.05)
            time.sleep(0.01)

    def _serve(self, port: int) -> tuple[uvicorn.Server, threading.Thread]:
        config = uvicorn.Config(
            _site(self._path, self._visitor),
            host="127.0.0.1",
            port=port,
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        ends_at = time.monotonic() + WAIT_SECONDS
        while not server.started:
            assert time.monotonic() < ends_at, "the server does not start"
            time.sleep(0.01)
        self._port: int = server.servers[0].sockets[0].getsockname()[1]
        return server, thread


def _site(path: Path, visitor: PageVisitor) -> ASGIApp:
    client = TableClient(path, TableMirror(games))
    states, hints = PageStates(client.mirror), Hints()

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await LivePage(socket, client, states, visitor, language_of(socket), hints).run()

    routes = [
        Route("/", table_page),
        rules_route(games),
        *PlayedPages(client, games).routes(),
        WebSocketRoute("/live", live),
        static_files(),
    ]
    return _with_policy(Starlette(routes=routes, lifespan=_following(client)))


def _following(client: TableClient) -> Lifespan[Starlette]:
    @asynccontextmanager
    async def lifespan(site: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(client.run())
        yield
        task.cancel()

    return lifespan


def _with_policy(site: ASGIApp) -> ASGIApp:
    """Return ``site`` under the content security policy of the real server."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"content-security-policy", POLICY.encode()),
                ]
            await send(message)

        await site(scope, receive, send_with_policy)

    return answer
