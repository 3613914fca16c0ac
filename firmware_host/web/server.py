"""The web server: its routes, and how it is run."""

import asyncio
import socket
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket
from uvicorn.config import Config
from uvicorn.server import Server

from firmware_host.web.hints import Hints
from firmware_host.web.listening import listen
from firmware_host.web.live import LivePage
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_state import PageStates
from firmware_host.web.played import PlayedPages
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
from firmware_host.web.visitor_language import language_of, remember_language
from games.replay import Catalogue

STATIC: Final = Path(__file__).parent / "static"
RULES_KEPT: Final = 16
"""Pages of rules that stay in memory: two languages of eight games."""

LONGEST_MESSAGE: Final = 1024
"""The most bytes that a page may send at once."""


def serve(path: Path, host: str, port: int, catalogue: Catalogue) -> None:
    """Serve the table at the Unix socket ``path`` on ``host`` and ``port`` until a signal comes.

    ListeningError if the server cannot listen there, TableTakenError if another one shows the
    table.
    """
    client = TableClient(path, TableMirror(catalogue))
    listener = listen(host, port)
    configuration = Config(
        table_site(client, catalogue),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="off",
        server_header=False,
    )
    asyncio.run(serve_table(client, Server(configuration), listener))


async def serve_table(client: TableClient, server: Server, listener: socket.socket) -> None:
    """Serve browsers at ``listener`` until a signal comes, while ``client`` follows the table."""
    following = asyncio.create_task(client.run())
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await asyncio.wait((following, serving), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await serving
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following


def table_site(client: TableClient, catalogue: Catalogue) -> Starlette:
    """Return the site of one table; rules are those of the games of ``catalogue``."""
    table = client.mirror
    states, hints = PageStates(table), Hints()

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        language = language_of(socket)
        await LivePage(socket, client, states, PageVisitor(), language, hints).run()

    return Starlette(
        routes=[
            Route("/", table_page),
            rules_route(catalogue),
            *PlayedPages(client, catalogue).routes(),
            WebSocketRoute("/live", live),
            static_files(),
        ],
    )


def rules_route(catalogue: Catalogue) -> Route:
    """Return the route of the rules of the games of ``catalogue``."""

    @lru_cache(maxsize=RULES_KEPT)
    def rules_of(game: str, language: str) -> str:
        # Markdown is imported when somebody reads the rules
        from firmware_host.web.rules_page import rules_page

        return rules_page(catalogue, game, language)

    async def rules(request: Request) -> Response:
        game, language = request.query_params.get("game", ""), language_of(request)
        try:
            return remember_language(request, HTMLResponse(rules_of(game, language)))
        except ValueError as error:
            return PlainTextResponse(f"{error}\n", 404)

    return Route("/rules", rules)


def static_files() -> Mount:
    """Return the route of the scripts and styles of all pages."""
    return Mount("/static", StaticFiles(directory=STATIC))


async def table_page(request: Request) -> Response:
    """Return the page of a table, in the language of its visitor."""
    language = language_of(request)
    page = _table_page().replace('<html lang="en">', f'<html lang="{language}">', 1)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return remember_language(request, HTMLResponse(page, headers=headers))


@lru_cache(maxsize=1)
def _table_page() -> str:
    return (STATIC / "table.html").read_text(encoding="utf-8")
