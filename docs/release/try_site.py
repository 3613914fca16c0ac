"""Play at the table of a browser, in Pyodide, and say which modules that has loaded."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

ASYNCHRONOUS: Final = ("anyio", "anyio.abc", "anyio.to_thread")
SERVER: Final = ("starlette", *map("starlette.".__add__, ("requests", "responses", "websockets")))
BEGINNINGS: Final = ({"learn": ""}, {"exercises": ""}, {"start": "", "alone": True})
WISHES: Final = (
    *({"moves": True}, {"hint": True}, {"why": ["a1", "b1"]}),
    *({"throw": None}, {"at": 0}, {"press": "ok"}),
)
REST: Final = 0.4
"""Seconds between two of them."""


async def play() -> str:
    """Open every game, ask for everything once, and return the names of all modules as JSON."""
    from hardware.placeholder import leave_out, without

    leave_out(ASYNCHRONOUS)
    import games

    with without(SERVER):
        from firmware_host.features.practice.browser import BrowserTable
    from firmware_host.thinking.worker import ThinkingWorker, answered

    def post(number: int, question: bytes) -> None:
        answer = answered(question, lambda: False)
        asyncio.get_running_loop().call_soon(thinking.take, number, answer)

    folder = Path("/games")
    folder.mkdir(exist_ok=True)
    thinking = ThinkingWorker(post, lambda _: None)
    table, said = BrowserTable(games, folder, lambda: None, thinking, "en"), list[Any]()
    port = table.show(said.append, "en")
    for name in games.names():
        for beginning in BEGINNINGS:
            named = {key: name if value == "" else value for key, value in beginning.items()}
            for message in (named, *WISHES):
                port.receive(json.dumps(message))
                await asyncio.sleep(REST)
    from firmware_host.features.own_games import store

    template = Path(store.__file__).with_name(store.TEMPLATE).read_bytes()
    if not store.take("own.toml", template, folder / "games", folder).is_good:
        raise RuntimeError("no game of one's own can be played")
    await table.close()
    if not any(each.startswith('{"ground"') for each in said if isinstance(each, str)):
        raise RuntimeError("the table has shown no board")
    return json.dumps(sorted(sys.modules))
