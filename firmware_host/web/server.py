"""The web server of a table: its routes, how it is run, and the games as screens show them."""

import asyncio
import re
import socket
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.server import Server

from firmware_host.base.errors import UsageError
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.doorway import (
    Admission,
    Entrance,
    Reception,
    ServedTable,
    admission_to,
)
from firmware_host.web.hints import Hints
from firmware_host.web.history_pages import HistoryPages
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost, announce, listen, signposts
from firmware_host.web.mirror import TableMirror
from firmware_host.web.open_page import PageParts
from firmware_host.web.page_parts import PageStates, cards
from firmware_host.web.running import HEADERS, configuration
from firmware_host.web.static_pages import live_page, static_files
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor, language_of, remember_language
from games.core import Catalogue
from games.message import msg
from hardware.untrusted_input import written

if TYPE_CHECKING:
    from firmware_host.web.table_states import MetricsPage


WORDS: Final[Mapping[str, str]] = {
    "throw": msg("{seat} throws"),
    **dict.fromkeys(
        ("choice", "machine", "phone", "other table", "hand step"), msg("{seat} moves")
    ),
    "hand": msg("in hand:"),
    "home": msg("home:"),
    "lost": msg("lost:"),
}
"""What a screen says large, by what the table waits for; and what lies beside the board.

The page puts the name of the seat in.
"""

FOLLOW: Final = msg("Follow the game on your phone: scan this, or type")
MOST_SITES: Final = 16
LONGEST_SITE: Final = 200
SITE: Final = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:[0-9]{1,5})?")
NO_FRAMES: Final = "frame-ancestors 'none'"
"""What every other page says about sites that would show it."""


def read_sites(given: Collection[str]) -> tuple[str, ...]:
    """Return the sites that are ``given``, as browsers name them; UsageError if one is none.

    >>> read_sites(["https://Museum.example", "http://192.168.1.5:8000"])
    ('https://museum.example', 'http://192.168.1.5:8000')
    >>> read_sites(["museum.example"])
    Traceback (most recent call last):
    firmware_host.base.errors.UsageError: --embed takes a site such as https://museum.example, ...
    """
    sites = tuple(site.lower().rstrip("/") for site in given)
    for site in sites:
        if len(site) > LONGEST_SITE or SITE.fullmatch(site) is None:
            example = "https://museum.example"
            raise UsageError(f"--embed takes a site such as {example}, not {written(site)}")
    if len(sites) > MOST_SITES:
        raise UsageError(f"--embed takes {MOST_SITES} sites at most, not {len(sites)}")
    return sites


class Showcase:
    """Shows the games of ``catalogue`` where nobody touches anything.

    ``find`` returns where phones find the server now, and ``invitation`` says what for. Pages of
    ``sites``, and no others, may show the screen inside of theirs.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        find: Callable[[], Signpost],
        sites: Sequence[str] = (),
        invitation: str = FOLLOW,
    ) -> None:
        self._catalogue, self._find, self._invitation = catalogue, find, invitation
        ancestors = f"frame-ancestors {' '.join(sites)}" if sites else NO_FRAMES
        policy = HEADERS["content-security-policy"].replace(NO_FRAMES, ancestors)
        self._framing = {"content-security-policy": policy}

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """The routes of screens."""
        return (
            Route("/showcase", self._games),
            Route("/embed", self._embedded),
            picture_route(self._catalogue),
        )

    async def _games(self, request: Request) -> Response:
        say, post = Language(language_of(request)), self._find()
        place = {"invitation": say(self._invitation), "address": post.url, "qr": _code(post.url)}
        words = {name: say(text, seat="{seat}") for name, text in WORDS.items()}
        return JSONResponse({"cards": cards(self._catalogue, say), "place": place, "words": words})

    async def _embedded(self, request: Request) -> Response:
        answer = screen_page(request)
        answer.headers.update(self._framing)
        return answer


@lru_cache(maxsize=2)
def _code(address: str) -> str:
    return segno.make(address, error="m").svg_inline(border=2, omitsize=True)


def screen_page(request: Request) -> Response:
    """Return the page of a screen beside the table, in the language of its address or browser."""
    return live_page(request, "screen", "board.css")


PICTURES_KEPT: Final = 16


def picture_route(catalogue: Catalogue) -> Route:
    """Return the route of pictures of the games of ``catalogue``, as they begin."""

    @lru_cache(maxsize=PICTURES_KEPT)
    def picture_of(game: str, language: str) -> str:
        start = catalogue.load(game).start()
        return board_svg.drawing(start, Language(language)(catalogue.about(game).title))

    async def picture(request: Request) -> Response:
        game = request.query_params.get("game", "")
        if game not in catalogue.names():
            return PlainTextResponse("there is no such game\n", 404)
        return Response(picture_of(game, language_of(request)), media_type="image/svg+xml")

    return Route("/picture", picture)


STYLES: Final = ("board.css", "figures.css")
"""What the page of a table looks like, besides ``table.css``."""

RULES_KEPT: Final = 16
"""Pages of rules that stay in memory: two languages of eight games."""


def serve(
    path: Path,
    host: str,
    port: int,
    catalogue: Catalogue,
    folder: Path,
    names: Collection[str],
    *,
    sites: Collection[str] = (),
    has_metrics: bool = False,
) -> None:
    """Serve the table at the Unix socket ``path`` on ``host`` and ``port`` until a signal comes.

    What the server keeps is kept in ``folder``. Browsers may call this computer by its own names
    and addresses, and by the given ``names``. Pages of ``sites`` may show the game inside of
    theirs, and ask as programs do. With ``has_metrics`` everybody who reaches the server may read
    the figures of the table.

    UsageError if one of ``sites`` is none, ListeningError if the server cannot listen there,
    TableTakenError if another one shows the table.
    """
    framing = read_sites(sites)
    client = TableClient(path, TableMirror(catalogue))
    listener = listen(host, port)
    find = signposts(host, port)
    admission = admission_to(ServedTable(client, folder, find))
    figures = metrics_of(client) if has_metrics else None
    showcase = Showcase(catalogue, find, framing)
    site = table_site(client, admission, catalogue, folder, figures, showcase)
    server = Server(configuration(site, computer_names(names), admission.guest, sites=framing))
    more = () if figures is None else (figures.watch.run(),)
    asyncio.run(serve_table(client, admission, server, listener, announce(find, _words), *more))


def _words(post: Signpost) -> str:
    """Return where the page is now, for the log."""
    return " ".join((f"the page: {post.written()}", *map(str, post.faults)))


async def serve_table(
    client: TableClient,
    admission: Admission,
    server: Server,
    listener: socket.socket,
    *more: Coroutine[None, None, None],
) -> None:
    """Serve browsers at ``listener`` until a signal comes, while ``client`` follows the table.

    ``admission`` and ``more`` go on beside it.
    """
    following = asyncio.create_task(client.run())
    beside = [asyncio.create_task(each) for each in (admission.run(), *more)]
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await asyncio.wait((following, serving), return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await serving
    for task in (*beside, following):
        task.cancel()
    with suppress(asyncio.CancelledError):
        await following


def table_site(
    client: TableClient,
    admission: Admission,
    catalogue: Catalogue,
    folder: Path,
    figures: "MetricsPage | None" = None,
    showcase: Showcase | None = None,
) -> ASGIApp:
    """Return the site of one table, to which ``admission`` lets people in.

    Rules are those of the games of ``catalogue``; what features work out about them is kept in
    ``folder``. ``figures`` are for Prometheus, ``showcase`` is for screens.
    """
    entrance = Entrance(admission)
    states, hints = PageStates(client.mirror), Hints()
    played = HistoryPages.of(client, catalogue, client.mirror)

    async def live(socket: WebSocket) -> None:
        language = language_of(socket)

        async def show(visitor: PageVisitor) -> None:
            parts = PageParts(client, states, hints, language)
            await admission.page(visitor, socket, parts).run()

        await entrance.serve(socket, show)

    site = Starlette(
        routes=[
            Route("/", table_page),
            *admission.routes,
            rules_route(catalogue),
            *played.routes(),
            *played.more_routes(folder, reception=Reception(client, admission)),
            WebSocketRoute("/live", live),
            static_files(),
            *([] if figures is None else [figures.route]),
            *([] if showcase is None else showcase.routes),
        ],
    )
    return entrance.before(site)


def metrics_of(client: TableClient) -> "MetricsPage":
    """Return the figures of the table that ``client`` follows, for Prometheus."""
    # it is imported where figures are asked for: no page needs it
    from firmware_host.web.table_states import MetricsPage

    return MetricsPage.of(client)


def rules_route(catalogue: Catalogue) -> Route:
    """Return the route of the rules of the games of ``catalogue``."""

    @lru_cache(maxsize=RULES_KEPT)
    def rules_of(game: str, language: str) -> str:
        # Markdown is imported when somebody reads the rules
        from firmware_host.web.static_pages import rules_page

        return rules_page(catalogue, game, language)

    async def rules(request: Request) -> Response:
        game, language = request.query_params.get("game", ""), language_of(request)
        try:
            return remember_language(request, HTMLResponse(rules_of(game, language)))
        except ValueError as error:
            return PlainTextResponse(f"{error}\n", 404)

    return Route("/rules", rules)


async def table_page(request: Request) -> Response:
    """Return the page of a table, or of a screen beside it, in the language of its visitor."""
    if "screen" in request.query_params:
        return screen_page(request)
    return live_page(request, "table", *STYLES)
