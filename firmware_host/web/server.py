"""The web server: its routes, and how it is run."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
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
LONGEST_MESSAGE: Final = 1024
"""The most bytes that a page may send at once."""


def serve(path: Path, host: str, port: int, catalogue: Catalogue) -> None:
    """Serve the table at the Unix socket ``path`` on ``host`` and ``port`` until a signal comes."""
    client = TableClient(path, TableMirror(catalogue))
    uvicorn.run(
        table_site(client),
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


def table_site(client: TableClient) -> Starlette:
    """Return the site of one table."""
    table = client.mirror
    states = PageStates(table)

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        asked = socket.query_params.get("language", ENGLISH)
        language = asked if asked in LANGUAGES else ENGLISH
        await LivePage(socket, client, states, PageVisitor(), language).run()

    @asynccontextmanager
    async def lifespan(site: Starlette) -> AsyncIterator[None]:
        following = asyncio.create_task(client.run())
        yield
        following.cancel()

    return Starlette(
        routes=[
            Route("/", _page),
            WebSocketRoute("/live", live),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
    )


async def _page(request: Request) -> Response:
    return FileResponse(STATIC / "table.html", headers={"Cache-Control": "no-cache"})
