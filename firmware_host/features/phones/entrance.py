"""Where phones come in: the front desk, the page for a code, and the cookie with a token.

The table asks the desk by what it publishes, so that nothing is lost when either side starts again.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import ClassVar, Final, Self

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from firmware_host.features.phones.remote import (
    ListPhones,
    PairedPhone,
    PairingWish,
    PhoneWishes,
    ReturnSeat,
    ShowPairing,
    TakeSeat,
)
from firmware_host.features.phones.store import PairingCodes, Phones
from firmware_host.remote.reports import ReportQuestion
from firmware_host.text.translator import Language
from firmware_host.web.doorway import STRANGER, Admission, Guest, Precedence, ServedTable
from firmware_host.web.entry_code import GUESSED
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import LivePage, PageParts, SharedTable
from firmware_host.web.page_frame import head
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PageVisitor, Role, SiteCookie, language_of
from games.message import msg

ROLES: Final[tuple[Role, ...]] = ("observer", "seat", "staff")
"""The roles for which phones are paired."""

LOOKING: Final = PageVisitor()
LOOK_SECONDS: Final = 2.0
"""How often the addresses of the computer are read while a code is shown."""


def visitor_as(role: str, seat: int | None, phone: str = "") -> PageVisitor | None:
    """Return a visitor in ``role``, at ``seat`` if the role needs one; None if there is none.

    ``phone`` is the id of theirs, if it has been let in.
    """
    known = next((each for each in ROLES if each == role), None)
    if known is None or (known == "seat") != (seat is not None):
        return None
    return PageVisitor(known, seat, phone)


class FrontDesk:
    """Lets phones in to the ``table``, as ``phones`` keeps them and ``codes`` says.

    ``find`` returns where phones find the server now.
    """

    def __init__(
        self,
        table: SharedTable,
        phones: Phones,
        codes: PairingCodes,
        find: Callable[[], Signpost],
    ) -> None:
        self.codes, self.find = codes, find
        self._table, self._phones = table, phones
        self._wish: PairingWish | None = None
        self._code, self._shown = "", Signpost("")
        self._is_announced = False
        self._seen_off: dict[str, asyncio.Event] = {}
        phones.changed = self._announce

    @property
    def phones(self) -> tuple[PairedPhone, ...]:
        """The phones that are let in."""
        return self._phones.all

    def visitor(self, token: str) -> PageVisitor | None:
        """Return who carries ``token``; without a valid one an observer, or None if none may look.

        In public everybody may look.
        """
        phone = self._phones.find(token)
        if phone is not None:
            return visitor_as(phone.role, phone.seat, phone.id)
        return LOOKING if self._table.mirror.snapshot.is_public else None

    def guest(self, token: str) -> Guest:
        """Return who carries ``token``, as the doorway knows them."""
        phone = self._phones.find(token)
        if phone is None:
            return STRANGER
        return Guest(Precedence.STAFF if phone.role == "staff" else Precedence.LET_IN, phone.id)

    def let_in(self, code: str) -> str | None:
        """Return a token for whoever has entered ``code``; None if it is not the code."""
        visitor = self.codes.redeem(code)
        if visitor is None:
            return None
        if visitor.seat is not None:
            self._table.ask(TakeSeat(visitor.seat))
        before = self._phones.all
        token = self._phones.pair(visitor)
        for phone in before:
            if phone not in self._phones.all:  # it has made room
                self._see_off(phone, is_followed=phone.seat == visitor.seat)
        return token

    def leave(self, token: str) -> bool:
        """Let the phone that carries ``token`` in no longer; return whether there was one."""
        phone = self._phones.find(token)
        if phone is not None:
            self._revoke(phone.id)
        return phone is not None

    async def until_revoked(self, token: str) -> None:
        """Return when the phone that carries ``token`` is let in no longer; never for others."""
        phone = self._phones.find(token)
        name = "" if phone is None else phone.id
        await self._seen_off.setdefault(name, asyncio.Event()).wait()

    async def run(self) -> None:
        """Follow what the table wishes until this task is cancelled."""
        seen = -1
        while True:
            # a code that is shown follows the addresses of the computer
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS if self._wish else None):
                    seen = await self._table.mirror.wait_for_news(seen)
            self.follow()

    def follow(self) -> None:
        """Do what the newest snapshot of the table wishes."""
        mirror = self._table.mirror
        if not mirror.is_connected:
            self._is_announced, self._wish = False, None
            return
        if not self._is_announced:
            self._is_announced = True
            self._announce()
        wish = mirror.snapshot.fact(PhoneWishes)
        self._pair(wish.pairing)
        for name in self._unwanted(wish, is_empty=mirror.snapshot.is_unattended):
            self._revoke(name)

    def _unwanted(self, wish: PhoneWishes, *, is_empty: bool) -> list[str]:
        """Return the phones that must go: revoked ones, and players of visitors who have left."""
        gone = [phone.id for phone in self._phones.all if phone.id in wish.revoked]
        seats = [phone.id for phone in self._phones.all if phone.seat is not None and is_empty]
        return [*gone, *(name for name in seats if name not in gone)]

    def _pair(self, wish: PairingWish | None) -> None:
        is_new = wish != self._wish
        self._wish = wish
        visitor = None if wish is None else visitor_as(wish.role, wish.seat)
        if wish is None or visitor is None:
            self.codes.forget()
            return
        if is_new:
            self._code = self.codes.make(visitor)
        post = self.find()
        if is_new or post != self._shown:
            self._shown = post
            modules = post.qr_code(self._code)
            address = post.name if post.is_alone else post.address
            self._table.ask(ShowPairing(wish.number, self._code, address, post.name, modules))

    def _revoke(self, name: str) -> None:
        phone = self._phones.revoke(name)
        if phone is not None:
            self._see_off(phone)

    def _see_off(self, phone: PairedPhone, *, is_followed: bool = False) -> None:
        """Disconnect the pages of ``phone``; its seat is free unless another one has it now."""
        self._seen_off.pop(phone.id, asyncio.Event()).set()
        if phone.seat is not None and not is_followed:
            self._table.ask(ReturnSeat(phone.seat))

    def _announce(self) -> None:
        self._table.ask(ListPhones(" ".join(phone.text for phone in self._phones.all)))


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
