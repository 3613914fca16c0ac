"""Pages of games inside of a browser, by the same routes as those of a server.

A game that is shared is in the address of its page, behind the ``#``. Whoever opens the page has
the record checked, and the game played again.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.routing import Route

from firmware_host.app.file_worker import KeptGames
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion
from firmware_host.session.shared_record import is_shared, link_text, shared_record
from firmware_host.thinking.inline import Answer, Question
from firmware_host.web.history_pages import (
    MISSING_CODES,
    HistoryPages,
    KeptSession,
    KeptSessions,
    SharedGame,
)
from firmware_host.web.mirror import TableMirror
from games.core import Catalogue
from games.message import msg
from games.record import RecordError

PAGE: Final = "replay.html"
"""The page that shows the game in its address."""

WORDS: Final[Mapping[str, str]] = {
    "loading": msg("Loading the program: {percent} %"),
    "second": msg("Another page keeps the games: those of this one are forgotten."),
    "failed": msg("The program could not be loaded. Load the page again."),
    "missing": MISSING_CODES,
    "alone": msg(
        "The program runs in this browser alone: it keeps your games and sends nothing. On a"
        " computer of your own, “make serve” gives a whole class tables, and a page to the teacher."
    ),
    "own": msg("Your own game…"),
    "drop": msg("Choose the file that describes it, or drop it on this page."),
    "checking": msg("The game is checked…"),
}
"""What a page says before the program can say anything, by the names that its script uses."""

DAMAGED: Final = msg("This address is damaged or cut off: copy the whole of it.")


class LinkedPages(HistoryPages):
    """The pages of games that are in their addresses, and of those that a table has kept."""

    gone: ClassVar = DAMAGED
    page: ClassVar = PAGE

    def path_of(self, shared: SharedGame) -> str:
        self._remember(shared.played.kept.key, shared.played)
        return f"{PAGE}#{link_text(shared.record)}"

    async def asked_for(self, request: Request) -> KeptSession | None:
        """Return the game that ``request`` names by its ``key``, or that is the key itself."""
        key = request.query_params.get("key", "")
        if key not in self._shared and is_shared(f"#{key}"):
            with suppress(RecordError):
                self._remember(key, self._played(shared_record(key), key))
        return await super().asked_for(request)


class GamesInBrowser(NamedTuple):
    """Knows the games that the table has ``kept``."""

    kept: KeptGames

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        """Return the answer to ``question``."""
        return self.kept.answer(question)


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
        historian = GamesInBrowser(KeptGames(folder, lambda _: None))
        kept = KeptSessions(historian, catalogue)
        pages = LinkedPages(lambda _: kept, catalogue, lambda _: table)
        routes = (*pages.routes(), *pages.more_routes(working, think))
        self._endpoints = {each.path: each.endpoint for each in routes if isinstance(each, Route)}

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
