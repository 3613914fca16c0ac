"""The web server of a table without its door: ``python -m tests.bench.page_server SOCKET PORT``.

Everybody is an observer, or staff at the address ``/live?staff``. Everything else is that of
``tableside web``.
"""

import sys
from pathlib import Path

from firmware_host.cli.commands.web import leave_out


def main() -> None:
    """Serve the table until a signal comes."""
    leave_out()
    import asyncio

    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket
    from uvicorn.config import Config
    from uvicorn.server import Server

    import games
    from firmware_host.web.doorway import ServedTable, admission_to
    from firmware_host.web.hints import Hints
    from firmware_host.web.listening import Signpost, listen
    from firmware_host.web.mirror import TableMirror
    from firmware_host.web.open_page import LivePage, PageParts
    from firmware_host.web.page_parts import PageStates
    from firmware_host.web.server import serve_table
    from firmware_host.web.table_client import TableClient
    from firmware_host.web.visitor import PageVisitor

    client = TableClient(Path(sys.argv[1]), TableMirror(games))
    states, hints = PageStates(client.mirror), Hints()

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        visitor = PageVisitor("staff" if "staff" in socket.query_params else "observer")
        await LivePage(socket, visitor, PageParts(client, states, hints, "en")).run()

    site = Starlette(routes=[WebSocketRoute("/live", live)])
    configuration = Config(
        site, log_config=None, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off"
    )
    host, port = "127.0.0.1", int(sys.argv[2])
    folder = Path(sys.argv[1]).parent / "web"
    admission = admission_to(ServedTable(client, folder, lambda: Signpost.at(host, port)))
    asyncio.run(serve_table(client, admission, Server(configuration), listen(host, port)))


if __name__ == "__main__":
    main()
