"""Pages of games inside of a browser, by the same routes as those of a server.

A game that is shared is in the address of its page: its records, compressed, behind the ``#``,
which no server is told. Whoever opens the page has the records checked, and the game played again.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request

from firmware_host.app.file_worker import KeptGames
from firmware_host.base.values import ValuesError, from_json
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion, KeptGame
from firmware_host.storage.records import Value
from firmware_host.thinking.inline import Answer, Question
from firmware_host.web.history_pages import HistoryPages, KeptSession, KeptSessions
from firmware_host.web.mirror import TableMirror
from games.core import Catalogue
from games.message import msg

PAGE: Final = "replay.html"
"""The page that shows the game in its address."""

LINK: Final = re.compile(r"[\w-]{1,65536}", re.ASCII)
LONGEST: Final = 1 << 20
"""Bytes of the records of a game at most: some ten times those of the longest random games."""

MOST_RECORDS: Final = 20_000
WORDS: Final[Mapping[str, str]] = {
    "loading": msg("Loading the program: {percent} %"),
    "second": msg("Another page keeps the games: those of this one are forgotten."),
    "failed": msg("The program could not be loaded. Load the page again."),
}
"""What a page says before the program can say anything, by the names that its script uses."""

DAMAGED: Final = msg("This address is damaged or cut off: copy the whole of it.")


def link_of(game: KeptGame) -> str:
    """Return the records of ``game`` as they stand in an address."""
    text = json.dumps([{"date": game.date}, *map(dict, game.records)], separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def game_in(link: str) -> KeptGame | None:
    """Return the game that :func:`link_of` has put into ``link``; None if that is damaged.

    >>> game = KeptGame("", "2026-11-28", ({"begin": "ur", "first": 0, "players": ""},))
    >>> link = link_of(game)
    >>> game_in(link).records == game.records, game_in(link[:-4]), game_in("not-a-game")
    (True, None, None)
    """
    if not LINK.fullmatch(link):
        return None
    unpacking = zlib.decompressobj()
    try:
        packed = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
        text = unpacking.decompress(packed, LONGEST)
        head, *records = from_json(text.decode(), list[dict[str, Value]])
    except (binascii.Error, zlib.error, ValuesError, ValueError):
        return None
    is_whole = unpacking.eof and not unpacking.unused_data and 0 < len(records) <= MOST_RECORDS
    date = head.get("date", "")
    return (
        KeptGame(link, date if isinstance(date, str) else "", tuple(records)) if is_whole else None
    )


class LinkedPages(HistoryPages):
    """The pages of games that are in their addresses, and of those that a table has kept."""

    gone: ClassVar = DAMAGED

    def path_of(self, key: str, found: KeptSession) -> str:
        return f"{PAGE}#{link_of(found.kept)}"


class GamesInBrowser:
    """Knows the games that the table has kept in ``folder``, and those in addresses."""

    def __init__(self, folder: Path) -> None:
        self._kept = KeptGames(folder, lambda _: None)

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        """Return the answer to ``question``."""
        found = self._kept.answer(question)
        linked = game_in(question.key) if question.key and not found.games else None
        return found if linked is None else HistoryAnswer(question.key, (linked,))


class Answered(NamedTuple):
    """What a page hears: the ``status`` of the answer, what it is of, and its ``text``."""

    status: int
    kind: str
    text: str


class BrowserPages:
    """Answers what pages ask of a server, about games of ``catalogue`` kept in ``folder``.

    ``table`` is what the table shows, None where a page has none; ``think`` asks where machines
    think. What is worked out is kept in ``working``.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        folder: Path,
        working: Path,
        table: TableMirror | None,
        think: Callable[[Question], Future[Answer]],
    ) -> None:
        kept = KeptSessions(GamesInBrowser(folder), catalogue)
        pages = LinkedPages(lambda _: kept, catalogue)
        routes = (*pages.routes(), *pages.more_routes(working, lambda _: table, think))
        self._endpoints = {route.path: route.endpoint for route in routes}

    async def answer(self, address: str, path: str) -> Answered:
        """Return the answer to what a page of the site at ``address`` asks by ``path``."""
        asked, site = urlsplit(path), urlsplit(address)
        request = Request(
            {
                "type": "http",
                "method": "GET",
                "path": f"/{asked.path}",
                "query_string": asked.query.encode(),
                "headers": [(b"origin", f"{site.scheme}://{site.netloc}".encode())],
            }
        )
        found = await self._endpoints[f"/{asked.path}"](request)
        return Answered(
            found.status_code, found.headers["content-type"], bytes(found.body).decode()
        )
