"""What other programs ask of a table, at ``/api/v1``, and who may.

Whoever may see the page may ask what happens; a program with a token that the owner has made may
act. What is told stays the same within a version of the interface: new fields may come, and none
changes its meaning or goes. OpenAPI 3.1 (``openapi.json``) describes requests and answers, AsyncAPI
3.0 (``asyncapi.json``) the events; both are made from the types of what is told.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware_host.base.values import ValuesError, from_json, to_json
from firmware_host.features.interface.answers import (
    Actions,
    Done,
    GameAsked,
    MessageAsked,
    MoveAsked,
    NoAnswer,
    TableNow,
    ThrowAsked,
    event_now,
    moves_now,
    position_now,
    table_now,
    turns_now,
)
from firmware_host.features.interface.store import ProgramToken, ProgramTokens
from firmware_host.remote.requests import (
    BeginPlay,
    ChooseMove,
    EnterThrow,
    MakeMove,
    RemoteRequest,
    RequestAnswer,
    ShowText,
)
from firmware_host.session.replay import record
from firmware_host.session.session import Session
from firmware_host.storage.history import SavedGame
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.entry_code import WrongCodes
from firmware_host.web.history_pages import GamesAsked
from firmware_host.web.hosts import address_of, is_same_origin
from firmware_host.web.mirror import TableMirror, png
from firmware_host.web.open_page import NOT_LET_IN, SEND_SECONDS, first_of
from firmware_host.web.page_frame import GAME_ROUTES
from firmware_host.web.visitor import PageVisitor, language_of
from games.record import write

PATIENCE: Final = 25.0
"""Seconds after which whoever waits for news hears that there are none."""

MOST_WAITING: Final = 32
"""So many may wait for news at once."""

MOST_KEPT: Final = 64
"""Answers that are kept until something happens at the table."""

LONGEST_NUMBER: Final = 9
"""Digits of ``after`` and ``at``."""

TABLE_SECONDS: Final = 10.0
"""How long a table may take to answer what is asked of it."""

DESCRIPTIONS: Final = {
    name: Path(__file__).with_name(name) for name in ("openapi.json", "asyncapi.json")
}
"""The descriptions of the interface, made from its types by its tests."""

GRANTS: Final[Mapping[str, str]] = {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
}
"""What a page of a named site may send."""

NUMBERS: Final[Mapping[str, str]] = {
    "after": "the number of the news before",
    "at": "a number of actions",
}
"""What the numbers in an address are."""

NO_GAME: Final = "there is no game on the table"

Who = ProgramToken | None


class RefusedError(Exception):
    """Why there is no answer: a sentence, and the ``status``."""

    def __init__(self, why: str, status: int) -> None:
        super().__init__(why)
        self.status = status

    @property
    def answer(self) -> Response:
        """What whoever has asked gets."""
        return _json(NoAnswer(str(self)), self.status)


def _throw(body: bytes, table: TableMirror) -> RemoteRequest:
    asked = from_json(body, ThrowAsked)
    return EnterThrow(asked.throw, asked.after)


def _choose(body: bytes, table: TableMirror) -> RemoteRequest:
    """Return the choice for whoever is asked: at the table, or on a phone."""
    asked, seat = from_json(body, MoveAsked), table.snapshot.actor
    if table.snapshot.awaited == "phone" and seat is not None:
        return ChooseMove(seat, asked.move, asked.after)
    return MakeMove(asked.move, asked.after)


def _begin(body: bytes, table: TableMirror) -> RemoteRequest:
    return BeginPlay(from_json(body, GameAsked).game)


def _show(body: bytes, table: TableMirror) -> RemoteRequest:
    return ShowText(from_json(body, MessageAsked).text)


ACTS: Final[Mapping[str, Callable[[bytes, TableMirror], RemoteRequest]]] = {
    "throw": _throw,
    "choose": _choose,
    "new-game": _begin,
    "message": _show,
}
"""What a program with a token may ask for; ValuesError says what makes no sense."""


class Interface:
    """Answers what programs ask about one of ``games``."""

    def __init__(self, games: GamesAsked) -> None:
        self._games, self._waiting = games, 0
        self._tokens = None if games.reception is None else ProgramTokens(games.folder)
        self._wrong = WrongCodes(time.monotonic)
        self._kept = WeakKeyDictionary[TableMirror, tuple[int, dict[object, Any]]]()
        self._answers: Mapping[str, Callable[[Request, TableMirror], Awaitable[Response]]] = {
            "table": self._table,
            "position": self._position,
            "moves": self._moves,
            "turns": self._turns,
            "record": self._record,
            "board.svg": self._board,
            "display.png": self._display,
        }

    @property
    def route(self) -> BaseRoute:
        """The routes of all that is asked."""
        events = WebSocketRoute("/events", self._events)
        methods = ["GET", "POST", "OPTIONS"]
        return Mount("/api/v1", routes=[events, Route("/{what}", self._asked, methods=methods)])

    async def _asked(self, request: Request) -> Response:
        try:
            answer = await self._answered(request)
        except RefusedError as refused:
            answer = refused.answer
        if _is_foreign(request):
            granted = {"access-control-allow-origin": request.headers["origin"], "vary": "origin"}
            answer.headers.update(granted)
        return answer

    async def _answered(self, request: Request) -> Response:
        what = request.path_params["what"]
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=GRANTS if _is_foreign(request) else {})
        if what in DESCRIPTIONS:
            return Response(DESCRIPTIONS[what].read_bytes(), media_type="application/json")
        known = ACTS if request.method == "POST" else self._answers
        if what not in known:
            raise RefusedError(*self._unknown(what))
        who = await self._who(request, _bearer(request))
        if what in ACTS:
            return await self._act(request, who)
        mirror = self._games.now(request)
        if not self._may_look(request, who):
            raise RefusedError("expected a token, or a table that everybody may look at", 401)
        if mirror is None:
            raise RefusedError("there is no table here", 404)
        return await self._answers[what](request, mirror)

    def _unknown(self, what: str) -> tuple[str, int]:
        if what in ACTS or what in self._answers:
            return f"expected {'POST' if what in ACTS else 'GET'}", 405
        return f"expected one of {', '.join((*self._answers, *DESCRIPTIONS))}", 404

    async def _who(self, visit: HTTPConnection, token: str | None) -> Who:
        """Return whose ``token`` that is; None without one. RefusedError if it is wrong."""
        if token is None or self._tokens is None:
            return None
        found = await self._wrong.judged(address_of(visit), token, self._tokens.find)
        if isinstance(found, Response):
            raise RefusedError("wrong token", 429 if found.status_code == 429 else 401)
        return found

    def _may_look(self, visit: HTTPConnection, who: Who) -> bool:
        """Return whether whoever is at ``visit`` may look: cookies count for its own pages."""
        reception = self._games.reception
        if reception is None or who is not None:
            return not _is_foreign(visit) or who is not None
        if _is_foreign(visit):
            return reception.client.mirror.snapshot.is_public
        return reception.admission.visitor(visit) is not None

    async def _act(self, request: Request, who: Who) -> Response:
        """Ask the table what a program wants, and answer what became of it."""
        reception = self._games.reception
        if who is None or reception is None:
            raise RefusedError("expected a token", 401)
        if not who.may_act:
            raise RefusedError("expected a token that may act: this one may only look", 403)
        body, mirror = await request.body(), reception.client.mirror
        try:
            wanted = ACTS[request.path_params["what"]](body, mirror)
        except ValuesError as error:
            raise RefusedError(str(error), 400) from None
        heard = asyncio.get_running_loop().create_future()
        program = PageVisitor(phone=f"program {who.name}")
        if not reception.client.ask(wanted, program, partial(_settle, heard)):
            raise RefusedError("too many requests: wait a moment", 429)
        return _outcome(await _within(heard, TABLE_SECONDS), Language(language_of(request)))

    def _once(self, mirror: TableMirror, key: object, make: Callable[[], Any]) -> Any:
        """Return what ``make`` returns: worked out once for all, until something happens."""
        version, kept = self._kept.get(mirror, (-1, {}))
        if version != mirror.version or len(kept) >= MOST_KEPT:
            self._kept[mirror] = mirror.version, (kept := {})
        if key not in kept:
            kept[key] = make()
        return kept[key]

    def _told(self, visit: HTTPConnection, mirror: TableMirror) -> TableNow:
        code = language_of(visit)
        found: TableNow = self._once(mirror, code, partial(table_now, mirror, Language(code)))
        return found

    async def _table(self, request: Request, mirror: TableMirror) -> Response:
        if (after := _number(request, "after")) is not None:
            if self._waiting >= MOST_WAITING:
                raise RefusedError("too many programs wait for news: ask without after", 503)
            await self._news(mirror, after)
        return _json(self._told(request, mirror))

    async def _news(self, mirror: TableMirror, after: int) -> None:
        """Return once there is something else than the news ``after``, or patience ends."""
        if mirror.version != after:
            return
        self._waiting += 1
        try:
            await _within(asyncio.ensure_future(mirror.wait_for_news(after)), PATIENCE)
        finally:
            self._waiting -= 1

    async def _position(self, request: Request, mirror: TableMirror) -> Response:
        session, at = _game(mirror), _number(request, "at")
        actions = len(session.actions) if at is None else at
        if actions not in range(len(session.states)):
            raise RefusedError(f"at: expected at most {len(session.actions)}", 404)
        return _json(
            self._once(mirror, ("position", actions), partial(position_now, session, actions))
        )

    async def _moves(self, request: Request, mirror: TableMirror) -> Response:
        session = _game(mirror)
        return _json(self._once(mirror, "moves", partial(moves_now, session)))

    async def _turns(self, request: Request, mirror: TableMirror) -> Response:
        session = _game(mirror)
        return _json(self._once(mirror, "turns", partial(turns_now, session)))

    async def _record(self, request: Request, mirror: TableMirror) -> Response:
        _game(mirror)
        saved = SavedGame("", mirror.snapshot.records)
        words = self._once(mirror, "record", lambda: write(record(saved, self._games.catalogue)))
        return Response(words, media_type="text/plain")

    async def _board(self, request: Request, mirror: TableMirror) -> Response:
        session, code = _game(mirror), language_of(request)
        title = Language(code)(session.game.title)
        drawn = self._once(
            mirror, ("board", code), partial(board_svg.drawing, session.state, title)
        )
        return Response(drawn, media_type="image/svg+xml")

    async def _display(self, request: Request, mirror: TableMirror) -> Response:
        panel = mirror.snapshot.panel
        if panel is None:
            raise RefusedError("the table has no display", 404)
        return Response(self._once(mirror, "display", partial(png, panel)), media_type="image/png")

    async def _events(self, socket: WebSocket) -> None:
        await socket.accept()
        mirror = self._games.now(socket)
        with suppress(WebSocketDisconnect, TimeoutError):
            token = await self._token(socket)
            if mirror is not None:
                await first_of(self._tell(socket, mirror, token), _until_gone(socket))
            await socket.close(NOT_LET_IN)

    async def _token(self, socket: WebSocket) -> str:
        """Return the token of the handshake, else that of the first message, if one is needed."""
        token = _bearer(socket)
        if token is None and not self._may_look(socket, None) and self._tokens is not None:
            async with asyncio.timeout(SEND_SECONDS):
                message = await socket.receive_text()
            with suppress(ValuesError):
                token = from_json(message, dict[str, str]).get("token")
        with suppress(RefusedError):
            return (token or "") if await self._who(socket, token) is not None else ""
        return ""

    def _may_follow(self, socket: WebSocket, token: str) -> bool:
        """Return whether whoever is at ``socket`` may still look, by ``token`` if it has one."""
        who = self._tokens.find(token) if token and self._tokens is not None else None
        return self._may_look(socket, who)

    async def _tell(self, socket: WebSocket, mirror: TableMirror, token: str) -> None:
        """Send an event whenever something happens, the newest only to whoever reads slowly."""
        before: Actions | None = None
        while self._may_follow(socket, token):
            seen, table, session = mirror.version, self._told(socket, mirror), mirror.session
            now: Actions = () if session is None or table.game is None else (*session.actions,)
            event = event_now(table, now if before is None else before, session)
            before = now
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(to_json(event).decode())
            await _within(asyncio.ensure_future(mirror.wait_for_news(seen)), PATIENCE)


async def _until_gone(socket: WebSocket) -> None:
    with suppress(KeyError):  # bytes in place of text
        while True:
            await socket.receive_text()


async def _within(waiting: "asyncio.Future[Any]", seconds: float) -> Any:
    """Return what comes within so many ``seconds``; None if nothing does."""
    await asyncio.wait((waiting,), timeout=seconds)
    if not waiting.done():
        waiting.cancel()
        return None
    return waiting.result()


def _settle(heard: "asyncio.Future[RequestAnswer]", answer: RequestAnswer) -> None:
    if not heard.done():
        heard.set_result(answer)


def _outcome(answer: RequestAnswer | None, say: Language) -> Response:
    """Return what became of a request; RefusedError if it was not fulfilled."""
    if answer is None or answer.outcome == "unknown":
        raise RefusedError("the table has not answered: look at what it shows", 503)
    if answer.why is not None:
        raise RefusedError(say.heading(answer.why), 409)
    return _json(Done())


def _bearer(visit: HTTPConnection) -> str | None:
    """Return the token that ``visit`` brings (RFC 6750), None without one."""
    scheme, _, token = visit.headers.get("authorization", "").partition(" ")
    return None if not scheme else token.strip() if scheme.lower() == "bearer" else ""


def _is_foreign(visit: HTTPConnection) -> bool:
    """Return whether a page of another site asks; the guard lets those in that are named."""
    origin = visit.headers.get("origin")
    return origin is not None and not is_same_origin(origin, visit.headers.get("host", ""))


def _number(request: Request, name: str) -> int | None:
    """Return the number that the address gives for ``name``, None without one."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise RefusedError(f"{name}: expected {NUMBERS[name]}", 400)
    return int(text)


def _game(mirror: TableMirror) -> Session:
    """Return the game on the table; RefusedError if there is none."""
    if mirror.session is None:
        raise RefusedError(NO_GAME, 404)
    return mirror.session


def _json(value: object, status: int = 200) -> Response:
    return Response(to_json(value), status, media_type="application/json")


OFFERS: Final = (GAME_ROUTES.offer(lambda games: Interface(games).route),)
