"""The site of a class: a practice table for every visitor, and the teacher's page."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.text.translator import Language
from firmware_host.web.classroom import TeacherPage, board_picture
from firmware_host.web.entry_code import CodeDoor, EntryCode, set_cookie
from firmware_host.web.kept_sessions import KeptSessions
from firmware_host.web.mirror import TableMirror
from firmware_host.web.open_page import first_of
from firmware_host.web.page_frame import framed
from firmware_host.web.played import PlayedPages
from firmware_host.web.practice_page import PracticePage
from firmware_host.web.practice_tables import (
    IDLE_SECONDS,
    NoTableError,
    PracticeTables,
    TableOfVisitor,
    new_visitor,
)
from firmware_host.web.review_answers import ReviewAnswers
from firmware_host.web.server import rules_route, table_page
from firmware_host.web.static_pages import live_page, static_files
from firmware_host.web.throw_chart import table_of_throws
from firmware_host.web.visitor_language import language_of
from games.message import msg

TABLE_COOKIE, TEACHER_COOKIE = "table", "teacher"
LONGEST_TOKEN: Final = 64
NO_ROOM: Final = 1013
"""The code of a WebSocket that is closed because there is no table: try again later (IANA)."""

NOT_ALLOWED: Final = 1008
ALL_TAKEN: Final = msg("All tables are taken. Try again when somebody has left.")
TEACHER: Final = msg("Teacher's page")
CODE: Final = msg("Code, as the teacher's terminal shows it:")
AGAIN: Final = '<!doctype html><meta http-equiv="refresh" content="0"><title>tableside</title>'
"""A page that loads again: the browser sends no cookie with a link from another site."""


class PracticeSite:
    """The routes of a class with ``tables``; ``code`` lets the teacher in.

    ``address`` is where the class finds the site.
    """

    def __init__(self, tables: PracticeTables, code: EntryCode, address: str) -> None:
        self._tables, self._address = tables, address
        self._door = CodeDoor(code, TEACHER_COOKIE, "teacher", TEACHER, CODE)
        self._played = PlayedPages(self._kept, tables.catalogue)
        asked_for = self._played.asked_for
        self._reviews = ReviewAnswers(tables.folder, tables.catalogue, asked_for, self._mirror)

    def site(self) -> Starlette:
        """Return the site; while it is served, tables are opened and closed."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            closing = asyncio.create_task(self._close_idle())
            yield
            closing.cancel()
            self._tables.close()

        return Starlette(routes=self._routes(), lifespan=lifespan)

    def _routes(self) -> Sequence[BaseRoute]:
        return [
            Route("/", self._table),
            WebSocketRoute("/live", self._live),
            Route("/teacher", self._teacher),
            Route("/teacher", self._door.enter, methods=["POST"]),
            WebSocketRoute("/class", self._class),
            Route("/board", self._board),
            Route("/throws.csv", self._throws),
            rules_route(self._tables.catalogue),
            *self._played.routes(),
            self._reviews.route,
            static_files(),
        ]

    async def _close_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE_SECONDS / 30)
            self._tables.close_idle()

    async def _table(self, request: Request) -> Response:
        visitor = request.cookies.get(TABLE_COOKIE)
        is_known = visitor is not None and self._tables.find(visitor) is not None
        if not is_known and self._tables.is_full:
            say = Language(language_of(request))
            return HTMLResponse(framed("tableside", f"<p>{say(ALL_TAKEN)}</p>", say, "?"), 503)
        if visitor is None and request.headers.get("sec-fetch-site") == "cross-site":
            return HTMLResponse(AGAIN)
        answer = await table_page(request)
        if not _is_token(visitor):
            set_cookie(answer, TABLE_COOKIE, new_visitor())
        return answer

    def _kept(self, visit: Request) -> KeptSessions | None:
        """Return the games of the visitor's own table; None without a table."""
        at = self._tables.find(visit.cookies.get(TABLE_COOKIE, ""))
        return None if at is None else at.kept

    def _mirror(self, visit: Request) -> TableMirror | None:
        """Return the visitor's own table as the server knows it."""
        at = self._tables.find(visit.cookies.get(TABLE_COOKIE, ""))
        return None if at is None else at.table.mirror

    async def _live(self, socket: WebSocket) -> None:
        visitor, language = socket.cookies.get(TABLE_COOKIE, ""), language_of(socket)
        if not _is_token(visitor):
            await socket.close(NOT_ALLOWED)
            return
        try:
            at = self._tables.open(visitor, language)
        except NoTableError:
            await socket.close(NO_ROOM)
            return
        await socket.accept()
        with self._tables.looking(at):
            await self._show(at, socket, language)

    async def _show(self, at: TableOfVisitor, socket: WebSocket, language: str) -> None:
        """Show the table on the page until the page goes or the table is closed."""
        tables = self._tables
        page = PracticePage(socket, at.table, at.states, language, tables.hints, tables.catalogue)
        await first_of(page.run(), at.closed.wait())
        if at.closed.is_set():
            with suppress(WebSocketDisconnect):
                await socket.close()

    async def _teacher(self, request: Request) -> Response:
        if self._door.lets_in(request):
            return live_page(request, "teacher")
        return self._door.ask(request)

    async def _class(self, socket: WebSocket) -> None:
        if await self._door.admits(socket):
            await TeacherPage(socket, self._tables, self._address, language_of(socket)).run()

    async def _board(self, request: Request) -> Response:
        """Return the board of one table as a picture for the teacher's page."""
        if not self._door.lets_in(request):
            return PlainTextResponse("expected the teacher\n", 403)
        wanted = request.query_params.get("table", "")
        at = next((each for each in self._tables.all if str(each.number) == wanted), None)
        picture = "" if at is None else board_picture(at, Language(language_of(request)))
        if not picture:
            return PlainTextResponse("there is no game at this table\n", 404)
        return Response(picture, media_type="image/svg+xml")

    async def _throws(self, request: Request) -> Response:
        if not self._door.lets_in(request):
            return PlainTextResponse("expected the teacher\n", 403)
        headers = {"Content-Disposition": 'attachment; filename="throws.csv"'}
        return Response(table_of_throws(self._tables.pool), headers=headers, media_type="text/csv")


def _is_token(visitor: str | None) -> bool:
    """Return whether ``visitor`` may be a token that this site has given out."""
    return visitor is not None and 32 <= len(visitor) <= LONGEST_TOKEN
