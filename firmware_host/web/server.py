"""The web server: its routes, and how it is run."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from firmware_host.web.hints import Hints
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
    """Serve the table at the Unix socket ``path`` on ``host`` and ``port`` until a signal comes."""
    client = TableClient(path, TableMirror(catalogue))
    uvicorn.run(
        table_site(client, catalogue),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        server_header=False,
    )


def table_site(client: TableClient, catalogue: Catalogue) -> Starlette:
    """Return the site of one table; rules are those of the games of ``catalogue``."""
    table = client.mirror
    states, hints = PageStates(table), Hints()

    @lru_cache(maxsize=RULES_KEPT)
    def rules_of(game: str, language: str) -> str:
        # Markdown is imported when somebody reads the rules
        from firmware_host.web.rules_page import rules_page

        return rules_page(catalogue, game, language)

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        language = language_of(socket)
        await LivePage(socket, client, states, PageVisitor(), language, hints).run()

    async def rules(request: Request) -> Response:
        game, language = request.query_params.get("game", ""), language_of(request)
        try:
            return remember_language(request, HTMLResponse(rules_of(game, language)))
        except ValueError as error:
            return PlainTextResponse(f"{error}\n", 404)

    @asynccontextmanager
    async def lifespan(site: Starlette) -> AsyncIterator[None]:
        following = asyncio.create_task(client.run())
        yield
        following.cancel()

    return Starlette(
        routes=[
            Route("/", _page),
            Route("/rules", rules),
            *PlayedPages(client, catalogue).routes(),
            WebSocketRoute("/live", live),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
    )


async def _page(request: Request) -> Response:
    language = language_of(request)
    page = _table_page().replace('<html lang="en">', f'<html lang="{language}">', 1)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return remember_language(request, HTMLResponse(page, headers=headers))


@lru_cache(maxsize=1)
def _table_page() -> str:
    return (STATIC / "table.html").read_text(encoding="utf-8")
