"""The site of all tables: its page, the counters as a file, pictures of panels, and orders."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.server import Server

from firmware_host.base.errors import HostError
from firmware_host.base.timing import local_now
from firmware_host.base.values import Annotated, Meta, Struct, ValuesError, from_json
from firmware_host.features.fleet.directory import Directory
from firmware_host.features.fleet.following import FleetDesk, sign
from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.features.fleet.view import (
    BoardPictures,
    DaySums,
    FleetView,
    detail_state,
    given_state,
    greeting,
    pictures_state,
)
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web.doorway import STRANGER, Guest, Precedence
from firmware_host.web.entry_code import CodeDoor, EntryCode
from firmware_host.web.hosts import computer_names
from firmware_host.web.listening import Signpost, announce, listen, signposts
from firmware_host.web.open_page import OpenPage
from firmware_host.web.orders import LONGEST_VALUE, known_orders
from firmware_host.web.running import configuration, serve_telling
from firmware_host.web.static_pages import live_page, static_files
from firmware_host.web.table_states import EVERYBODY, is_name
from firmware_host.web.visitor import SiteCookie, language_of
from games.core import Catalogue
from games.message import msg

COOKIE: Final = SiteCookie("fleet")

TITLE: Final = msg("All tables")
PROMPT: Final = msg("Code, as the terminal of this page shows it:")

NEWS_SECONDS: Final = 0.5
"""Seconds between two looks at what is new."""

PICTURE_SECONDS: Final = 1.0
"""A wall is told of another picture of a table at most so often."""

MOST_SEEN: Final = 200
"""Tables that a wall can have in sight."""

WELCOME: Final = msg("All tables: http://{address}/   code: {code}\nCtrl-C ends this page.")

Handler = Callable[[Request], Awaitable[Response]]


class _Wanted(Struct, frozen=True):
    """What the page of all tables sends: an ``order`` with its ``value`` for ``tables``."""

    order: str
    value: Annotated[str, Meta(max_length=LONGEST_VALUE)]
    tables: Annotated[tuple[str, ...], Meta(min_length=1)]


class _Tile(NamedTuple):
    """What a wall was told of a table ``at`` a time, after a ``change``: its ``pictures``."""

    at: float
    change: int
    pictures: Sequence[int]


OrderForTables = tuple[tuple[str, str], tuple[str, ...]]


class FleetPage(OpenPage):
    """The connection to an open page of ``desk`` in a ``language``, with games of ``catalogue``.

    ``views`` has what is shown in each language, ``clock`` gives seconds.
    """

    def __init__(
        self,
        socket: WebSocket,
        desk: FleetDesk,
        catalogue: Catalogue,
        views: Mapping[str, FleetView],
        language: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(socket, language)
        self._clock, self._seen = clock, tuple[str, ...]()
        self._tiles: dict[str, _Tile] = {}
        self._desk, self._catalogue, self._views, self._table = desk, catalogue, views, ""
        self._sent: dict[str, object] = {}
        self._shown: object = None
        self._lines_seen, self._orders_seen = 0, dict[int, int]()
        self._detailed: object = None

    async def _greet(self) -> None:
        self._sent, self._shown, self._detailed = {}, None, None
        self._lines_seen, self._orders_seen, self._tiles = 0, {}, {}
        say = Language(self._language)
        await self._send({"greeting": greeting(self._desk, self._catalogue, say)})

    async def _take(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"look": str(table)}:
                self._table = table
            case {"see": list(numbers)}:
                known = [each for each in numbers if isinstance(each, int)]
                self._seen = self._desk.directory.numbered(known[:MOST_SEEN])

    async def _send_states(self) -> None:
        while True:
            today = local_now().date()
            shown = (self._desk.version, self._language, self._table, today)
            if shown != self._shown:
                self._shown = shown
                await self._send_news(self._views[self._language], today)
            await self._send_tiles()
            await asyncio.sleep(NEWS_SECONDS)

    async def _send_news(self, view: FleetView, today: date) -> None:
        """Send what differs from what the page has."""
        view.follow()
        await self._send_tables(view)
        await self._send_if_new("sums", view.sums(today))
        await self._send_given(view.say)
        await self._send_detail(view.say, today)

    async def _send_tables(self, view: FleetView) -> None:
        news = [*view.changes.since(self._lines_seen)]
        self._lines_seen = view.changes.number
        lines, short = {name: view.lines[name] for name in news}, view.short()
        if news or self._sent.get("tables") != short:
            self._sent["tables"] = short
            places = {name: view.places[name] for name in news}
            await self._send({"tables": {**short, "lines": lines, "places": places}})

    async def _send_tiles(self) -> None:
        """Send which pictures are new, of the tables that are in sight, and seldom enough."""
        news, now, changes = {}, self._clock(), self._desk.directory.changes
        for name in self._seen:
            tile, change = self._tiles.get(name), changes.newest(name)
            if tile and (tile.change == change or now - tile.at < PICTURE_SECONDS):
                continue
            found = pictures_state(self._desk, name)
            is_new = tile is None or tile.pictures != found
            self._tiles[name] = _Tile(now if tile is None or is_new else tile.at, change, found)
            if is_new:
                news[name] = found
        if news:
            await self._send({"pictures": news})

    async def _send_given(self, say: Language) -> None:
        given = given_state(self._desk, say, self._orders_seen)
        self._orders_seen = {each.number: each.changes.number for each in self._desk.given}
        if given["news"] or self._sent.get("given") != given["order"]:
            self._sent["given"] = given["order"]
            await self._send({"given": given})

    async def _send_detail(self, say: Language, today: date) -> None:
        at = (self._table, self._desk.directory.changes.newest(self._table), today)
        if self._detailed != at:
            self._detailed = at
            detail = detail_state(self._desk, self._table, say, today)
            await self._send_if_new("detail", detail)

    async def _send_if_new(self, name: str, state: object) -> None:
        if name not in self._sent or self._sent[name] != state:
            self._sent[name] = state
            await self._send({name: state})


class FleetSite:
    """The routes of ``desk``, to which ``code`` lets in; ``catalogue`` has the games of tables."""

    def __init__(self, desk: FleetDesk, code: EntryCode, catalogue: Catalogue) -> None:
        self._desk, self._catalogue = desk, catalogue
        self._boards = BoardPictures(catalogue)
        sums = DaySums(desk.directory)
        self._views = {code: FleetView(desk, sums, Language(code)) for code in LANGUAGES}
        self._door = CodeDoor(code, COOKIE, "./", TITLE, PROMPT, TITLE)

    def site(self) -> Starlette:
        """Return the site; while it is served, the desk follows the tables."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            following = asyncio.create_task(self._desk.run())
            yield
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

        return Starlette(routes=self._routes(), lifespan=lifespan)

    def guest(self, visit: HTTPConnection) -> Guest:
        """Return who asks for something, as the doorway knows them."""
        return Guest(Precedence.STAFF, COOKIE.name) if self._door.lets_in(visit) else STRANGER

    def _routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/", self._page),
            Route("/", self._door.enter, methods=["POST"]),
            Route("/order", self._behind(self._order), methods=["POST"]),
            Route("/counters.csv", self._behind(self._counters)),
            Route("/picture", self._behind(self._picture)),
            Route("/board", self._behind(self._board)),
            WebSocketRoute("/tables", self._tables),
            static_files(),
        ]

    async def _page(self, request: Request) -> Response:
        return (
            live_page(request, "fleet", "figures.css")
            if self._door.lets_in(request)
            else self._door.ask(request)
        )

    async def _tables(self, socket: WebSocket) -> None:
        if await self._door.admits(socket):
            language = language_of(socket)
            await FleetPage(socket, self._desk, self._catalogue, self._views, language).run()

    def _behind(self, handler: Handler) -> Handler:
        """Return ``handler`` for those who have entered the code; others get no answer from it."""

        async def handle(request: Request) -> Response:
            if not self._door.lets_in(request):
                return PlainTextResponse("expected the code first\n", 403)
            return await handler(request)

        return handle

    async def _order(self, request: Request) -> Response:
        wanted = read_wanted(await request.body())
        if wanted is None:
            return PlainTextResponse("expected order, value and tables\n", 400)
        try:
            await self._desk.give(*wanted)
        except HostError as error:  # the broker cannot be reached, or the key does not sign
            return PlainTextResponse(f"{error}\n", 503)
        return Response(status_code=204)

    async def _counters(self, request: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="counters.csv"'}
        return Response(self._desk.directory.counters_csv(), headers=headers, media_type="text/csv")

    async def _picture(self, request: Request) -> Response:
        picture = self._desk.pictures.get(request.query_params.get("table", ""))
        if picture is None:
            return PlainTextResponse("there is no picture of this table\n", 404)
        return Response(picture, media_type="image/png")

    async def _board(self, request: Request) -> Response:
        table, say = request.query_params.get("table", ""), Language(language_of(request))
        drawn = self._boards.of(self._desk, table, say)
        if drawn is None:
            return PlainTextResponse("there is no board of this table\n", 404)
        return Response(drawn, media_type="image/svg+xml")


def read_wanted(body: bytes) -> OrderForTables | None:
    """Return the order in ``body`` (its name and value) and its tables; None if it is none.

    >>> read_wanted(b'{"order": "restart", "value": "", "tables": ["hall-2"]}')
    (('restart', ''), ('hall-2',))
    """
    try:
        found = from_json(body, _Wanted)
    except ValuesError:
        return None
    are_tables = found.tables == (EVERYBODY,) or all(map(is_name, found.tables))
    is_sound = found.order in known_orders() and are_tables
    return ((found.order, found.value), found.tables) if is_sound else None


def serve(
    settings: FleetSettings,
    key: Path | None,
    host: str,
    port: int,
    catalogue: Catalogue,
    names: Collection[str],
    say: Language,
) -> None:
    """Serve the tables at the broker of ``settings`` on ``host`` and ``port`` until Ctrl-C.

    Orders are signed with the private ``key``; without it there are none. Games are those of
    ``catalogue``. Browsers may call this computer by its own names and addresses, and by the given
    ``names``. ListeningError if the server cannot listen there.
    """
    listener, code = listen(host, port), EntryCode(time.monotonic)
    signed = None if key is None else partial(sign, key=key)
    desk = FleetDesk(settings, Directory(catalogue), signed)
    find = signposts(host, port)

    def words(post: Signpost) -> str:
        lines = (say(WELCOME, address=post.address, code=code.code), *map(say, post.remarks))
        return "\n".join(lines)

    site = FleetSite(desk, code, catalogue)
    config = configuration(site.site(), computer_names(names), site.guest)
    asyncio.run(serve_telling(Server(config), listener, announce(find, words)))
