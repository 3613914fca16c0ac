"""Where phones come in: the page for a code, and the cookie with the token of a phone."""

from html import escape
from typing import ClassVar, Final, Self

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from firmware_host.features.phones.desk import FrontDesk
from firmware_host.features.phones.store import PairingCodes, Phones
from firmware_host.remote.reports import ReportQuestion
from firmware_host.text.translator import Language
from firmware_host.web.cookies import SiteCookie
from firmware_host.web.doorway import Guest
from firmware_host.web.entrance import Admission, ServedTable
from firmware_host.web.entry_code import GUESSED
from firmware_host.web.live import LivePage, PageParts
from firmware_host.web.page_frame import head
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor
from firmware_host.web.visitor_language import language_of
from games.message import msg

KEPT_SECONDS: Final = 180 * 24 * 3600
"""A phone that does not come for half a year is paired again."""

TOKEN: Final = SiteCookie("table_token", KEPT_SECONDS)
"""The cookie with the token of a phone."""

BODY: Final = """\
<body>
<header><h1>{title}</h1></header>
<main>
<form id="join" data-to="/join" data-then="/" data-wrong="{wrong}" data-pause="{pause}"
 data-lost="{lost}">
<p id="how">{how}</p>
<p><label>{code} <input id="code" name="code" required maxlength="12" autocomplete="off"
 autocapitalize="characters" spellcheck="false" aria-describedby="how"></label>
<button>{join}</button></p>
<p id="answer" role="alert"></p>
</form>
</main>
</body>
</html>
"""

WORDS: Final = {
    "title": msg("Join the table"),
    "how": msg(
        "At the table, choose Phone in the menu or in the list of games. Enter the 8 letters that"
        " the display shows."
    ),
    "code": msg("Code"),
    "join": msg("Join"),
    "wrong": msg("This is not the code, or it is no longer valid. Choose Phone again."),
    "pause": GUESSED,
    "lost": msg("The table cannot be reached. Try again."),
}


def join_page(language: str) -> str:
    """Return the page in ``language`` as HTML."""
    say = Language(language)
    words = {name: escape(say(text)) for name, text in WORDS.items()}
    title = f"{say(WORDS['title'])} · tableside"
    return head(title, language, "join.js", static="/static") + BODY.format(**words)


class PhoneAdmission(Admission):
    """Lets those in to the table of ``client`` whose phones ``desk`` knows."""

    open_paths: ClassVar[tuple[str, ...]] = ("/join", "/J/", "/leave")

    def __init__(self, client: TableClient, desk: FrontDesk) -> None:
        super().__init__(client)
        self._desk = desk
        self.routes = (
            Route("/join", self._join, methods=["GET", "POST"]),
            Route("/J/{code}", self.refusal),
            Route("/leave", self._leave, methods=["POST"]),
            Route("/records", self._records),
        )

    @classmethod
    def of(cls, served: ServedTable) -> Self:
        """Return who lets phones in to the table that is ``served``, and keeps them there."""
        desk = FrontDesk(served.client, Phones(served.folder), PairingCodes(), served.find)
        return cls(served.client, desk)

    def visitor(self, visit: HTTPConnection) -> PageVisitor | None:
        return self._desk.visitor(TOKEN.read(visit))

    def guest(self, visit: HTTPConnection) -> Guest:
        return self._desk.guest(TOKEN.read(visit))

    def refusal(self, request: Request) -> Response:
        """Return the page that asks for a code, in the language of the visitor."""
        headers = {"vary": "accept-language, cookie"}
        return HTMLResponse(join_page(language_of(request)), headers=headers)

    def page(self, visitor: PageVisitor, socket: WebSocket, parts: PageParts) -> LivePage:
        if visitor.role != "staff":
            return super().page(visitor, socket, parts)
        # it is imported when the staff come, as it needs what no other page does
        from firmware_host.features.phones.staff_page import StaffPage

        return StaffPage(socket, visitor, parts, self._client, self._desk.find)

    async def until_gone(self, visit: HTTPConnection) -> None:
        await self._desk.until_revoked(TOKEN.read(visit))

    async def run(self) -> None:
        await self._desk.run()

    async def _join(self, request: Request) -> Response:
        if request.method != "POST":
            return self.refusal(request)
        token = await self._desk.codes.wrong.judge(request, self._desk.let_in)
        return token if isinstance(token, Response) else _let_in(request, token)

    async def _leave(self, request: Request) -> Response:
        if not self._desk.leave(TOKEN.read(request)):
            return PlainTextResponse("no token\n", 403)
        answer = Response(status_code=204)
        TOKEN.take_away(request, answer)
        return answer

    async def _records(self, request: Request) -> Response:
        """Return all games that the table has kept to the staff: a record on each line."""
        visitor = self.visitor(request)
        if visitor is None or visitor.role != "staff":
            return PlainTextResponse("expected the staff\n", 403)
        return await records_of(self._client)


def _let_in(request: Request, token: str) -> Response:
    """Return the answer that hands ``token`` to a phone; a script cannot read it."""
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    TOKEN.give(request, answer, token)
    return answer


async def records_of(client: TableClient) -> Response:
    """Return all games that the table of ``client`` has kept, as one file."""
    report = await client.report(ReportQuestion("records"))
    if report is None or report.problem:
        problem = "the table does not answer" if report is None else report.problem
        return PlainTextResponse(f"{problem}\n", 503)
    name = f"tableside-{report.at[:10]}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(report.text, media_type="application/jsonl", headers=headers)
