"""An open page of all tables: what is new goes out, what the technician asks for comes in."""

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from starlette.websockets import WebSocket

from firmware_host.base.timing import local_now
from firmware_host.text.translator import Language
from firmware_host.web.fleet.desk.following import FleetDesk
from firmware_host.web.fleet.desk.view import (
    detail_state,
    given_state,
    greeting,
    lines_state,
    sums_state,
)
from firmware_host.web.fleet.directory import TableLine
from firmware_host.web.open_page import OpenPage
from games.replay import Catalogue

NEWS_SECONDS: Final = 0.5
"""Seconds between two looks at what is new."""


class FleetPage(OpenPage):
    """The connection to an open page of ``desk`` in a ``language``, with games of ``catalogue``."""

    def __init__(
        self, socket: WebSocket, desk: FleetDesk, catalogue: Catalogue, language: str
    ) -> None:
        super().__init__(socket, language)
        self._desk, self._catalogue, self._table = desk, catalogue, ""
        self._lines: Mapping[str, TableLine] = {}
        self._sent: dict[str, object] = {}
        self._shown: object = None

    async def _greet(self) -> None:
        say = Language(self._language)
        self._lines, self._sent, self._shown = {}, {}, None
        await self._send({"greeting": greeting(self._desk, self._catalogue, say)})

    async def _take(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"look": str(table)}:
                self._table = table

    async def _send_states(self) -> None:
        while True:
            today = local_now().date()
            shown = (self._desk.version, self._language, self._table, today)
            if shown != self._shown:
                self._shown = shown
                await self._send_news(Language(self._language), today)
            await asyncio.sleep(NEWS_SECONDS)

    async def _send_news(self, say: Language, today: date) -> None:
        """Send what differs from what the page has."""
        short, lines = lines_state(self._desk, say)
        changed = {name: line for name, line in lines.items() if self._lines.get(name) != line}
        await self._send_if_new("tables", {**short, "lines": changed})
        self._lines = lines
        await self._send_if_new("sums", sums_state(self._desk, say, today))
        await self._send_if_new("given", given_state(self._desk, say))
        await self._send_if_new("detail", detail_state(self._desk, self._table, say, today))

    async def _send_if_new(self, name: str, state: object) -> None:
        if name not in self._sent or self._sent[name] != state:
            self._sent[name] = state
            await self._send({name: state})
