"""The site of a class: a practice table for every visitor, and the teacher's page.

It is served by ``tableside serve``, which says in the terminal where it is.
"""

import asyncio
import io
import math
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from html import escape
from pathlib import Path
from typing import Final

import segno
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.server import Server

from firmware_host.app.request import StartedReader
from firmware_host.features.practice.class_logs import table_of_throws
from firmware_host.features.practice.pages import PracticePage
from firmware_host.features.practice.table_of_visitor import TableOfVisitor
from firmware_host.features.practice.tables import IDLE_SECONDS, PUPIL, NoTableError, PracticeTables
from firmware_host.features.practice.teacher import TeacherPage
from firmware_host.storage.state_folder import temporary_folder
from firmware_host.text import preferred
from firmware_host.text.terminal import can_show
from firmware_host.text.translator import Language
from firmware_host.web.doorway import STRANGER, Guest, Precedence
from firmware_host.web.entry_code import CodeDoor, EntryCode
from firmware_host.web.history_pages import HistoryPages, KeptSessions
from firmware_host.web.hosts import address_of, computer_names
from firmware_host.web.listening import Signpost, announce, listen, signposts
from firmware_host.web.mirror import TableMirror
from firmware_host.web.open_page import NOT_LET_IN, LivePage, PageParts, first_of
from firmware_host.web.page_frame import framed
from firmware_host.web.running import configuration, serve_telling
from firmware_host.web.server import Showcase, rules_route, screen_page, table_page
from firmware_host.web.static_pages import live_page, static_files
from firmware_host.web.visitor import PageVisitor, SignedTokens, SiteCookie, language_of
from games.core import Catalogue
from games.message import msg
from hardware.wiring import wiring

TABLE_COOKIE, TEACHER_COOKIE = SiteCookie("table"), SiteCookie("teacher")
LONGEST_REST: Final = 60.0
"""Seconds after which a page that waits for a table asks again at the latest."""

ALL_TAKEN: Final = msg("All tables are taken.")
FREE_IN: Final = msg("The next one is free in {minutes} min. This page tries again by itself.")
FREE_LATER: Final = msg("Come back when somebody has left. This page tries again by itself.")
TAKEN_AWAY: Final = msg("Your table was closed.")
WHY_TAKEN: Final = msg("The teacher closed it, or somebody else needed a table.")
ANOTHER: Final = msg("Open another table")
TEACHER: Final = msg("Teacher's page")
NO_TEACHER: Final = "expected the teacher\n"
WATCHED: Final = "table"
"""In the address of a screen of the teacher: the number of the table that it shows."""

JOIN: Final = msg("Join the class: scan this, or type")
CODE: Final = msg("Code, as the teacher's terminal shows it:")
AGAIN: Final = '<!doctype html><meta http-equiv="refresh" content="0"><title>tableside</title>'
"""A page that loads again: the browser sends no cookie with a link from another site."""

ANEW: Final = "anew"
"""In the address of a visitor who wants another table."""

NORMAL: Final = 1000
"""The code of a WebSocket that has served its purpose (RFC 6455)."""


class PracticeSite:
    """The routes of a class with ``tables``; ``code`` lets the teacher in.

    ``find`` returns where the class finds the site now.
    """

    def __init__(
        self, tables: PracticeTables, code: EntryCode, find: Callable[[], Signpost]
    ) -> None:
        self._tables, self._find, self._tokens = tables, find, SignedTokens()
        self._door = CodeDoor(code, TEACHER_COOKIE, "teacher", TEACHER, CODE)
        self._played = HistoryPages(self._kept, tables.catalogue, self._mirror)

    def site(self) -> Starlette:
        """Return the site; while it is served, tables are opened and closed."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            closing = asyncio.create_task(self._close_idle())
            yield
            closing.cancel()
            self._tables.close()

        return Starlette(routes=self._routes(), lifespan=lifespan)

    def guest(self, visit: HTTPConnection) -> Guest:
        """Return who asks for something, as the doorway knows them."""
        if self._door.lets_in(visit):
            return Guest(Precedence.STAFF, TEACHER_COOKIE.name)
        visitor = TABLE_COOKIE.read(visit)
        has_table = self._tables.find(visitor) is not None
        return Guest(Precedence.LET_IN, visitor) if has_table else STRANGER

    def _routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/", self._table),
            Route(f"/{PUPIL}{{code}}", self._pupil),
            WebSocketRoute("/live", self._live),
            Route("/teacher", self._teacher),
            Route("/teacher", self._door.enter, methods=["POST"]),
            WebSocketRoute("/class", self._class),
            WebSocketRoute("/watch", self._watch),
            Route("/throws.csv", self._throws),
            Route("/answers.csv", self._answers),
            *Showcase(self._tables.catalogue, self._find, invitation=JOIN).routes,
            rules_route(self._tables.catalogue),
            *self._played.routes(),
            *self._played.more_routes(self._tables.folder),
            static_files(),
        ]

    async def _close_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE_SECONDS / 30)
            self._tables.close_idle()

    async def _table(self, request: Request) -> Response:
        visitor, say = TABLE_COOKIE.read(request), Language(language_of(request))
        if WATCHED in request.query_params and self._door.lets_in(request):
            return screen_page(request)
        if not visitor and request.headers.get("sec-fetch-site") == "cross-site":
            return HTMLResponse(AGAIN)
        if self._tables.was_taken_away(visitor):
            if ANEW not in request.query_params:
                return HTMLResponse(_closed_page(say))
            answer: Response = RedirectResponse(".", 303)
            TABLE_COOKIE.give(request, answer, self._tokens.make())
            return answer
        wait = 0.0 if self._tables.find(visitor) else self._tables.wait(address_of(request))
        if wait > 0:
            return _full_page(say, wait)
        answer = await table_page(request)
        if not self._tokens.are_ours(visitor):
            TABLE_COOKIE.give(request, answer, self._tokens.make())
        return answer

    async def _pupil(self, request: Request) -> Response:
        """Lead whoever has a code of the class to the table of this code."""
        codes, code = self._tables.codes, str(request.path_params["code"]).upper()
        visitor = codes.visitor(code)
        answer = RedirectResponse("../", 303)
        if visitor is None:  # a slip of another class: a table without a name
            return answer
        if not visitor or self._tables.was_taken_away(visitor):
            visitor = self._tokens.make()
            codes.give(code, visitor)
        TABLE_COOKIE.give(request, answer, visitor)
        return answer

    def _kept(self, visit: Request) -> KeptSessions | None:
        """Return the games of the visitor's own table; None without a table."""
        at = self._tables.find(TABLE_COOKIE.read(visit))
        return None if at is None else at.kept

    def _mirror(self, visit: HTTPConnection) -> TableMirror | None:
        """Return the visitor's own table as the server knows it."""
        at = self._tables.find(TABLE_COOKIE.read(visit))
        return None if at is None else at.table.mirror

    async def _live(self, socket: WebSocket) -> None:
        visitor, language = TABLE_COOKIE.read(socket), language_of(socket)
        await socket.accept()
        at = self._table_of(visitor, address_of(socket), language)
        if at is None:
            await socket.close(NOT_LET_IN)
            return
        with self._tables.looking(at):
            await self._show(at, socket, language)

    def _table_of(self, visitor: str, address: str, language: str) -> TableOfVisitor | None:
        """Return the table of ``visitor``; None if their page has to load again to get one."""
        if not self._tokens.are_ours(visitor) or self._tables.was_taken_away(visitor):
            return None
        with suppress(NoTableError):
            return self._tables.open(visitor, address, language)
        return None

    async def _show(self, at: TableOfVisitor, socket: WebSocket, language: str) -> None:
        """Show the table on the page until the page goes or the table is closed."""
        tables = self._tables
        page = PracticePage(socket, at, tables.catalogue, tables.hints, language)
        await self._until_closed(page, at, socket)

    async def _until_closed(self, page: LivePage, at: TableOfVisitor, socket: WebSocket) -> None:
        await first_of(page.run(), at.closed.wait())
        if at.closed.is_set():
            with suppress(WebSocketDisconnect):
                await socket.close(NOT_LET_IN if at.is_taken_away else NORMAL)

    async def _teacher(self, request: Request) -> Response:
        if self._door.lets_in(request):
            return live_page(request, "teacher", "board.css", "figures.css")
        return self._door.ask(request)

    async def _class(self, socket: WebSocket) -> None:
        if await self._door.admits(socket):
            await TeacherPage(socket, self._tables, self._find, language_of(socket)).run()

    def _watched(self, visit: HTTPConnection) -> TableOfVisitor | None:
        """Return the table whose number is in the address of ``visit``; None if there is none."""
        wanted = visit.query_params.get(WATCHED, "")
        return next((each for each in self._tables.all if str(each.number) == wanted), None)

    async def _watch(self, socket: WebSocket) -> None:
        """Show the teacher one table, as somebody sees it who only looks."""
        if not await self._door.admits(socket):
            return
        at, language = self._watched(socket), language_of(socket)
        if at is None:
            await socket.close(NORMAL)
            return
        parts = PageParts(at.table, at.states, self._tables.hints, language)
        await self._until_closed(LivePage(socket, PageVisitor(), parts), at, socket)

    async def _throws(self, request: Request) -> Response:
        return self._spreadsheet(request, "throws", lambda: table_of_throws(self._tables.pool))

    async def _answers(self, request: Request) -> Response:
        return self._spreadsheet(request, "answers", self._tables.answers.csv)

    def _spreadsheet(self, request: Request, name: str, write: Callable[[], str]) -> Response:
        """Return what ``write`` returns to the teacher, as a file to download."""
        if not self._door.lets_in(request):
            return PlainTextResponse(NO_TEACHER, 403)
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return Response(write(), headers=headers, media_type="text/csv")


def _full_page(say: Language, wait: float) -> Response:
    """Return the page that says that all tables are taken, and when one will be free (seconds)."""
    when = say(FREE_IN, minutes=math.ceil(wait / 60)) if wait < math.inf else say(FREE_LATER)
    page = _without_table(say, ALL_TAKEN, f"<p>{escape(when)}</p>")
    again = f"{math.ceil(min(wait, LONGEST_REST))}"
    return HTMLResponse(page, 503, {"retry-after": again, "refresh": again})


def _closed_page(say: Language) -> str:
    """Return the page of a visitor whose table was closed."""
    link = f'<a href="?{ANEW}">{escape(say(ANOTHER))}</a>'
    return _without_table(say, TAKEN_AWAY, f"<p>{escape(say(WHY_TAKEN))}</p><p>{link}</p>")


def _without_table(say: Language, what: str, more: str) -> str:
    """Return the page of a visitor without a table: ``what`` is text, ``more`` is HTML."""
    return framed("tableside", f"<h1>{escape(say(what))}</h1>{more}", say, "?", back="")


WIRING = "generic"
"""Loose parts: it has every key, dice and a cup."""

IN_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory: the games of practice tables wear no disk."""

SCAN: Final = msg(
    "Practice tables for everybody in this network: scan the code, or type the address."
)
TYPE: Final = msg("Practice tables for everybody in this network: type the address.")
WELCOME = msg(
    "  For the class:    {address}\n"
    "  For the teacher:  {address}teacher   code: {code}\n"
    "Every browser has a table of its own. Ctrl-C ends all of them."
)


LINKED: Final = msg(
    "A table that is linked with another one, for one browser: {address}\nCtrl-C ends it."
)


def serve(
    host: str,
    port: int,
    catalogue: Catalogue,
    names: Collection[str] = (),
    started: tuple[StartedReader, ...] = (),
) -> None:
    """Serve practice tables of the games of ``catalogue`` at ``host`` and ``port`` until Ctrl-C.

    Browsers may call this computer by its own names and addresses, and by the given ``names``.
    With what is ``started`` beside it there is one table, which is linked with another one.
    ListeningError if the server cannot listen there.
    """
    listener = listen(host, port)
    find, say = signposts(host, port), Language(preferred(os.environ))
    code, clock = EntryCode(time.monotonic), time.monotonic
    with temporary_folder(IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None) as folder:
        tables = PracticeTables(catalogue, wiring.load(WIRING), folder, clock, started=started)

        def words(post: Signpost) -> str:
            return say(LINKED, address=post.url) if started else welcome(post, code.code, say)

        site = PracticeSite(tables, code, find)
        config = configuration(site.site(), computer_names(names), site.guest)
        asyncio.run(serve_telling(Server(config), listener, announce(find, words)))


def welcome(post: Signpost, code: str, say: Language) -> str:
    """Return what stands in the teacher's terminal.

    A QR code of the address on ``post`` is above it, if the terminal can show that.
    """
    picture = io.StringIO()
    segno.make(post.url, error="l").terminal(picture, border=2, compact=True)
    address = say(WELCOME, address=post.url, code=code), *map(say, post.remarks)
    if can_show(picture.getvalue(), sys.stdout):
        return "\n".join((picture.getvalue(), say(SCAN), *address))
    return "\n".join((say(TYPE), *address))
