"""A practice table inside of a browser: the same table and page, without a server or threads.

The browser runs this program beside its page, which talks to it by messages in place of a
WebSocket. Machines think in another worker, with which this one talks by messages, too.
"""

import asyncio
import random
import time
from collections.abc import Callable, Container
from pathlib import Path
from typing import Final
from urllib.parse import quote

from starlette.websockets import WebSocketDisconnect

import games
from firmware_host.app.request import Request
from firmware_host.features.practice.class_logs import ThrowLog
from firmware_host.features.practice.pages import PracticePage
from firmware_host.features.practice.table import PracticeTable
from firmware_host.features.practice.table_of_visitor import TableOfVisitor
from firmware_host.storage.filesystem import Storage, SyncAtOnce
from firmware_host.text import ENGLISH, LANGUAGES
from firmware_host.thinking.worker import ThinkingWorker, WorkerThinker
from firmware_host.web import board_svg
from firmware_host.web.hints import HintsBeside
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_parts import PageStates
from games.core import Catalogue
from hardware.wiring import wiring

WIRING: Final = "generic"
PICTURES: Final = "pictures/{game}.svg"
"""Where the pictures of games lie beside the page."""

BrowserMessage = str | bytes


class KeptByBrowser(SyncAtOnce):
    """Calls ``keep`` when something was written: the browser then keeps the folder."""

    def __init__(self, keep: Callable[[], object]) -> None:
        self._keep = keep

    def begin(self, storage: Storage, descriptor: int) -> None:
        super().begin(storage, descriptor)
        self._keep()


class MessagePort:
    """What stands in for the WebSocket of a page: ``send`` takes what is for the page."""

    query_params: Container[str] = ()

    def __init__(self, send: Callable[[BrowserMessage], object]) -> None:
        self._send = send
        self._received = asyncio.Queue[str | None]()

    def receive(self, text: str | None) -> None:
        """Take a message of the page; None says that the page has gone."""
        self._received.put_nowait(text)

    async def receive_text(self) -> str:
        text = await self._received.get()
        if text is None:
            raise WebSocketDisconnect
        return text

    async def send_text(self, data: str) -> None:
        self._send(data)

    async def send_bytes(self, data: bytes) -> None:
        self._send(data)


class BrowserPage(PracticePage):
    """The page of a table in the same browser; its pictures are files."""

    def picture(self, name: str) -> str:
        """Return the address of the picture of a game: a file, or itself if the game is own."""
        if name in games.shipped():
            return PICTURES.format(game=name)
        drawn = board_svg.drawing(games.load(name).start(), games.about(name).title)
        return f"data:image/svg+xml,{quote(drawn)}"


class BrowserTable:
    """The table of a browser, which plays the games of ``catalogue`` and keeps them in ``folder``.

    ``keep`` is called when something was written there. ``thinking`` is where machines think.
    ``language`` is that of its visitor; if the table ``is_at_home``, it does not offer the last
    game before the others. Make it, and call its methods, while an event loop runs.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        folder: Path,
        keep: Callable[[], object],
        thinking: ThinkingWorker,
        language: str,
        *,
        is_at_home: bool = False,
    ) -> None:
        self._catalogue, self._hints = catalogue, HintsBeside(thinking.submit)
        language = language if language in LANGUAGES else ENGLISH
        woken = asyncio.Event()
        parts = wiring.load(WIRING)
        table = PracticeTable(
            Request(
                catalogue,
                parts,
                None,
                folder,
                None,
                language,
                is_temporary=True,
                is_at_home=is_at_home,
            ),
            time.monotonic,
            random.SystemRandom(),
            ThrowLog(),
            lambda _: WorkerThinker(thinking, woken.set),
            woken.set,
            sync=KeptByBrowser(keep),
        )
        states, now = PageStates(table.mirror), time.monotonic()
        self._at = TableOfVisitor(0, "", table, folder, states, now, woken=woken)
        self._language = language
        self._running = asyncio.create_task(self._at.run(time.monotonic))
        self._pages: set[asyncio.Task[None]] = set()

    @property
    def mirror(self) -> TableMirror:
        """What pages show of the table."""
        return self._at.table.mirror

    def show(self, send: Callable[[BrowserMessage], object], language: str) -> MessagePort:
        """Show the table on a page in ``language``; ``send`` takes what is for the page."""
        port = MessagePort(send)
        known = language if language in LANGUAGES else self._language
        page = BrowserPage(port, self._at, self._catalogue, self._hints, known)
        task = asyncio.create_task(page.run())
        self._pages.add(task)
        task.add_done_callback(self._pages.discard)
        return port

    async def close(self) -> None:
        """End the pages, then the program."""
        for task in (*self._pages, self._running):
            task.cancel()
        await asyncio.gather(*self._pages, self._running, return_exceptions=True)
        self._at.table.close()
