"""A page of all tables that is open without a browser: what it is sent is counted."""

import asyncio
import json
import random
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, cast

from starlette.websockets import WebSocket

import games
from firmware_host.features.fleet.site import FleetPage
from firmware_host.features.fleet.view import DaySums, FleetView
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.table_states import payload
from tests.firmware_host.features.fleet.told import ONLINE, STATE, TODAY, month, told_desk


class CountedSocket:
    """What a page is sent, as if it were read at once."""

    query_params: Mapping[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self.texts: list[str] = []

    @property
    def heard(self) -> Mapping[str, Any]:
        """What was said, by the names of the messages."""
        return {name: said for text in self.texts for name, said in json.loads(text).items()}

    async def send_text(self, text: str) -> None:
        self.texts.append(text)


class OpenDesk:
    """A desk with so many tables, each with a month of figures, and a page of it in English.

    ``now`` is the time of the page in seconds.
    """

    def __init__(self, count: int) -> None:
        days = {"days": month(random.Random(1))}
        states = {"online": ONLINE, "state": STATE, "counters": days}
        self.desk = told_desk({f"table-{number}": states for number in range(count)})
        self.socket, sums = CountedSocket(), DaySums(self.desk.directory)
        views = {code: FleetView(self.desk, sums, Language(code)) for code in LANGUAGES}
        self.now = 0.0
        self._page = FleetPage(
            cast(WebSocket, self.socket), self.desk, games, views, "en", lambda: self.now
        )
        self._view = views["en"]
        self.look()

    def tell(self, table: int, what: str, state: Mapping[str, Any]) -> None:
        """Let a table tell how it is."""
        self.desk.take(f"tableside/1/table-{table}/{what}", payload(state), is_kept=False)

    def look(self) -> Mapping[str, Any]:
        """Send the page what is new, and return it."""
        self.socket.texts.clear()
        asyncio.run(self._page._send_news(self._view, TODAY))
        return self.socket.heard

    def see(self, *numbers: object) -> None:
        """Let the page have the tables with these ``numbers`` in sight."""
        asyncio.run(self._page._take({"see": [*numbers]}))

    def pictures(self) -> Mapping[str, Any]:
        """Send the wall which pictures are new, and return it."""
        self.socket.texts.clear()
        asyncio.run(self._page._send_tiles())
        found: Mapping[str, Any] = self.socket.heard.get("pictures", {})
        return found


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions ``work`` calls: that is the same on every computer."""
    count = 0

    def note(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
