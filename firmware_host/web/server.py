"""The web server: its routes, and how it is run."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from firmware_host.text.languages import ENGLISH, LANGUAGES
from firmware_host.web.live import LivePage
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_state import PageStates
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
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
    states = PageStates(table)

    @lru_cache(maxsize=RULES_KEPT)
    def rules_of(game: str, language: str) -> str:
        # Markdown is imported when somebody reads the rules
        from firmware_host.web.rules_page import rules_page

        return rules_page(catalogue, game, language)

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        language = _language(socket.query_params)
        await LivePage(socket, client, states, PageVisitor(), language).run()

    async def rules(request: Request) -> Response:
        query = request.query_params
        try:
            return HTMLResponse(rules_of(query.get("game", ""), _language(query)))
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
            WebSocketRoute("/live", live),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
    )


def _language(query: Mapping[str, str]) -> str:
    """Return the language that a page asks for; English if there is no such language."""
    asked = query.get("language", ENGLISH)
    return asked if asked in LANGUAGES else ENGLISH


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "table.html", headers={"Cache-Control": "no-cache"})
