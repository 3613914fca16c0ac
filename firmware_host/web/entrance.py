"""Where phones come in to a site: the page for a code, and the cookie with the token."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from firmware_host.web.cookies import SiteCookie
from firmware_host.web.desk import FrontDesk
from firmware_host.web.doorway import Guest
from firmware_host.web.join_page import join_page
from firmware_host.web.open_page import NOT_LET_IN, first_of
from firmware_host.web.visitor import PageVisitor
from firmware_host.web.visitor_language import language_of

KEPT_SECONDS: Final = 180 * 24 * 3600
"""A phone that does not come for half a year is paired again."""

TOKEN: Final = SiteCookie("table_token", KEPT_SECONDS)
"""The cookie with the token of a phone."""

OPEN: Final = ("/join", "/J/", "/leave", "/rules", "/static/", "/metrics")
"""What everybody gets: it says nothing of the table, but figures where those are asked for."""


Handler = Callable[[Request], Awaitable[Response]]


class Entrance:
    """Lets those in whom ``desk`` knows; ``routes`` are its part of the site."""

    def __init__(self, desk: FrontDesk) -> None:
        self._desk = desk
        self.routes = (
            Route("/join", self._join, methods=["GET", "POST"]),
            Route("/J/{code}", _ask_for_code),
            Route("/leave", self._leave, methods=["POST"]),
        )

    def before(self, site: ASGIApp) -> ASGIApp:
        """Return ``site`` for those who may look; the others are asked for a code."""

        async def door(scope: Scope, receive: Receive, send: Send) -> None:
            answer: ASGIApp = site
            if scope["type"] == "http" and not scope["path"].startswith(OPEN):
                request = Request(scope)
                if self._desk.visitor(TOKEN.read(request)) is None:
                    answer = _ask_for_code(request)
            await answer(scope, receive, send)

        return door

    async def serve(
        self, page: WebSocket, showing: Callable[[PageVisitor], Awaitable[None]]
    ) -> None:
        """Serve ``page`` by ``showing`` it to its visitor for as long as they are let in."""
        await page.accept()
        token = TOKEN.read(page)
        visitor = self._desk.visitor(token)
        if visitor is not None:
            await first_of(showing(visitor), self._desk.until_revoked(token))
        if page.application_state is page.client_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect):
                await page.close(NOT_LET_IN)

    def staff_only(self, handler: Handler) -> Handler:
        """Return ``handler`` for the staff; others get no answer from it."""

        async def handle(request: Request) -> Response:
            visitor = self._desk.visitor(TOKEN.read(request))
            if visitor is None or visitor.role != "staff":
                return PlainTextResponse("expected the staff\n", 403)
            return await handler(request)

        return handle

    async def _join(self, request: Request) -> Response:
        if request.method != "POST":
            return _ask_for_code(request)
        token = await self._desk.codes.wrong.judge(request, self._desk.let_in)
        return token if isinstance(token, Response) else _let_in(request, token)

    async def _leave(self, request: Request) -> Response:
        if not self._desk.leave(TOKEN.read(request)):
            return PlainTextResponse("no token\n", 403)
        answer = Response(status_code=204)
        TOKEN.take_away(request, answer)
        return answer


def recognising(desk: FrontDesk) -> Callable[[HTTPConnection], Guest]:
    """Return who recognises the phones that ``desk`` has let in."""
    return lambda visit: desk.guest(TOKEN.read(visit))


def _let_in(request: Request, token: str) -> Response:
    """Return the answer that hands ``token`` to a phone; a script cannot read it."""
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    TOKEN.give(request, answer, token)
    return answer


def _ask_for_code(request: Request) -> Response:
    """Return the page that asks for a code, in the language of the visitor."""
    headers = {"vary": "accept-language, cookie"}
    return HTMLResponse(join_page(language_of(request)), headers=headers)
