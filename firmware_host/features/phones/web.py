"""What phones add to the pages: the page for a code, who is let in by it, and what they may ask.

The staff have a page with what looks after the table.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from html import escape
from typing import Any, ClassVar, Final, Protocol, Self

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.features.phones.desk import FrontDesk, PairingCodes, Phones
from firmware_host.features.phones.remote import (
    AnotherGame,
    AnswerDraw,
    ProposeDraw,
    ResignSeat,
    TakeBack,
)
from firmware_host.remote.requests import (
    ChangeSetting,
    ChooseMove,
    EndTable,
    LookForUpdate,
    PressKey,
    RemoteRequest,
    Report,
    ReportQuestion,
    RequestAnswer,
    ShowText,
)
from firmware_host.remote.wire import SharedSetting, TableControls
from firmware_host.text.translator import Language
from firmware_host.web.doorway import (
    ADMISSIONS,
    Admission,
    Guest,
    ServedTable,
)
from firmware_host.web.entry_code import GUESSED
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import LivePage, PageParts
from firmware_host.web.page_frame import PAGE_WORDS, head
from firmware_host.web.page_state import PageState
from firmware_host.web.table_client import TableClient
from firmware_host.web.visitor import PAGE_MESSAGES, PageVisitor, SiteCookie, language_of
from games.message import Message, msg


def _request(visitor: PageVisitor, message: Mapping[str, Any]) -> RemoteRequest | None:
    if visitor.role == "seat" and visitor.seat is not None:
        return _seat_request(visitor.seat, message)
    return _staff_request(message) if visitor.role == "staff" else None


def _seat_request(seat: int, message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"report": _}:  # only the staff may ask for that
            return None
        case {"choose": str(move), "after": int(after)}:
            return ChooseMove(seat, move, after)
        case {"undo": True}:
            return TakeBack(seat)
        case {"draw": True}:
            return ProposeDraw(seat)
        case {"agree": bool(is_agreed)}:
            return AnswerDraw(seat, is_agreed)
        case {"resign": True}:
            return ResignSeat(seat)
        case {"again": bool(swaps)}:
            return AnotherGame(seat, swaps)
    return None


def _staff_request(message: Mapping[str, Any]) -> RemoteRequest | None:
    match message:
        case {"press": str(key)}:
            return PressKey(key)
        case {"hold": str(key)}:
            return PressKey(key, is_held=True)
        case {"text": str(text)}:
            return ShowText(text)
        case {"end": str(ending)}:
            return EndTable(ending)
        case {"look": True}:
            return LookForUpdate()
        case {"set": str(field), "to": str(value)}:
            return ChangeSetting(field, value)
    return None


WORDS: Final[Mapping[str, str]] = {
    "staff": msg("Look after the table"),
    "message": msg("Message on the display"),
    "messageHelp": msg("The display shows it until somebody presses a key."),
    "show": msg("Show"),
    "shown": msg("Sent to the table."),
    "settings": msg("Settings"),
    "settingsHelp": msg("They stay when visitors leave and after a restart."),
    "saved": msg("saved"),
    "notSaved": msg("in force, but not saved: check the card"),
    "refused": msg("The table cannot do that now."),
    "unanswered": msg("The table does not answer. Nothing was changed."),
    "asking": msg("The table is working on it…"),
    "version": msg("Version and update"),
    "updateHelp": msg(
        "Copy the package and the file SHA256SUMS of its release to a USB stick named TABLESIDE "
        "and put the stick into the table. The display then asks: confirm it with OK."
    ),
    "look": msg("Look on the stick"),
    "looked": msg("Look at the display: it shows what is on the stick."),
    "counters": msg("Counters"),
    "games": msg("Games by kind"),
    "findings": msg("Faults of the installation"),
    "log": msg("Log"),
    "again": msg("Read again"),
    "examine": msg("Look for faults again"),
    "at": msg("As of"),
    "none": msg("Nothing yet."),
    "records": msg("Records"),
    "recordsHelp": msg("All games that are kept, one record on each line (JSON)."),
    "download": msg("Download all"),
    "list": msg("List of games"),
    "program": msg("Program"),
    "restart": msg("Restart"),
    "end": msg("Switch off"),
    "sureRestart": msg("Restart the table? The game is saved."),
    "sureEnd": msg("Switch the table off? To switch it on again, somebody must pull its plug."),
}
"""Each word by the name that the script of the staff uses."""


SHOWN = ("version", "counters", "games", "findings", "log")
"""The reports that a page can ask for."""


class ReportingTable(Protocol):
    """A table about which there are reports."""

    async def report(self, question: ReportQuestion) -> Report | None:
        """Return what a report says; None if the table does not answer."""


class StaffPage(LivePage):
    """The connection to an open page of the staff of ``table``.

    ``find`` returns where phones find the server now. The other arguments are those of
    :class:`~firmware_host.web.open_page.LivePage`.
    """

    def __init__(
        self,
        socket: WebSocket,
        visitor: PageVisitor,
        parts: PageParts,
        table: ReportingTable,
        find: Callable[[], Signpost],
    ) -> None:
        super().__init__(socket, visitor, parts)
        self._reporting, self._find = table, find
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._sent: object = None
        self._refused = ""

    async def run(self) -> None:
        """Serve the page until it goes."""
        try:
            await super().run()
        finally:
            for task in self._asking.values():
                task.cancel()

    async def _send_more(self) -> None:
        controls, faults = self._table.snapshot.fact(TableControls), self._find().faults
        shown = controls, self._refused, faults, self._language
        if shown != self._sent:
            self._sent = shown
            state = staff_state(controls, self._refused, faults, Language(self._language))
            await self._send({"staff": state})

    def _hear(self, request: RemoteRequest, answer: RequestAnswer) -> None:
        """Show what became of a change of a setting beside the settings."""
        if not isinstance(request, ChangeSetting):
            super()._hear(request, answer)
            return
        is_refused = answer.outcome == "refused"
        self._refused = f"{request.field}={request.value}" if is_refused else ""
        self._sent = None if is_refused else self._sent  # the page waits for this to be said
        self._tell(self._send_again())

    async def _send_again(self) -> None:
        with suppress(WebSocketDisconnect, TimeoutError):
            await self._send_more()

    async def _take_more(self, message: Mapping[str, Any]) -> bool:
        match message:
            case {"report": str(name), "again": bool(again)} if name in SHOWN:
                # a report that this page waits for is not asked for once more
                if name not in self._asking:
                    question = ReportQuestion(name, again)
                    self._asking[name] = asyncio.create_task(self._report(question))
                return True
        return False

    async def _report(self, question: ReportQuestion) -> None:
        try:
            report = await self._reporting.report(question)
            # only the staff need it
            from firmware_host.web.staff_reports import shown

            say = Language(self._language)
            found = {"report": question.report, **shown(report, say)}
            await self._send_if_open({"answer": found})
        finally:
            del self._asking[question.report]


def staff_state(
    controls: TableControls, refused: str, faults: Iterable[Message], say: Language
) -> PageState:
    """Return what only the page of the staff shows, in the language of ``say``.

    ``refused`` is the last change of a setting that the page has asked for, as ``field=value``, if
    it was not possible. ``faults`` are what keeps others from the page.
    """
    return {
        "unreachable": " ".join(map(say, (*faults, *controls.out_of_reach))),
        "settings": [_setting(each, say) for each in controls.settings],
        "areSaved": controls.are_saved,
        "refused": refused,
        "words": {name: say(text) for name, text in WORDS.items()},
        "keys": [[name, say(title)] for name, title in controls.keys],
    }


def _setting(setting: SharedSetting, say: Language) -> PageState:
    return {
        "field": setting.field,
        "label": say(setting.label),
        "help": say(setting.help),
        "value": setting.value,
        "choices": [[value, say(name)] for value, name in setting.choices],
    }


KEPT_SECONDS: Final = 180 * 24 * 3600
"""A phone that does not come for half a year is paired again."""

TOKEN: Final = SiteCookie("table_token", KEPT_SECONDS)
"""The cookie with the token of a phone."""

BODY: Final = """\
<body>
<header><h1>{title}</h1></header>
<main>
<form id="join" class="entry" data-to="/join" data-then="/" data-wrong="{wrong}"
 data-pause="{pause}" data-lost="{lost}">
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

JOIN_WORDS: Final = {
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
    words = {name: escape(say(text)) for name, text in JOIN_WORDS.items()}
    title = f"{say(JOIN_WORDS['title'])} · tableside"
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


OFFERS: Final = (
    ADMISSIONS.offer(PhoneAdmission.of),
    PAGE_MESSAGES.offer(_request),
    PAGE_WORDS.offer({"join": msg("Enter a code"), "leave": msg("Disconnect this phone")}),
)
