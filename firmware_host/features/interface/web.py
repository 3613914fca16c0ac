"""What other programs are told of a table, at ``/api/v1``: they ask, and change nothing.

Whoever may see the page may ask. What is told stays the same within a version of the interface:
new fields may come, and none changes its meaning or goes. ``/api/v1/openapi.json`` describes all of
it in OpenAPI 3.1, made from the types below.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from firmware_host.base.values import to_json
from firmware_host.session.replay import record
from firmware_host.session.seats import FAR
from firmware_host.session.session import Session
from firmware_host.storage.history import SavedGame
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.history_pages import GamesAsked
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_frame import GAME_ROUTES
from firmware_host.web.page_state import happening, is_between_games
from firmware_host.web.visitor import language_of
from games.equipment import Seat, seat_of
from games.record import write

PATIENCE: Final = 25.0
"""Seconds after which whoever waits for news hears that there are none."""

MOST_WAITING: Final = 32
"""So many may wait for news at once."""

LONGEST_NUMBER: Final = 9
"""Digits of ``after``."""

DESCRIPTION: Final = Path(__file__).with_name("openapi.json")
"""The description of the interface, made from the types below by its tests."""


class SeatNow(Struct, frozen=True):
    """A seat of the game: what people call it, where it is, its team, and who plays there.

    ``player`` is "person", "phone", "elsewhere" (another table), "nobody", or the level of a
    machine.
    """

    colour: str
    side: str
    team: int
    player: str


class PieceNow(Struct, frozen=True):
    """So many pieces of a kind that belong to the seat of a colour, at a place.

    ``place`` is a square, or "hand", "off" or "reserve" beside the board.
    """

    colour: str
    kind: str
    place: str
    count: int


class GameNow(Struct, frozen=True):
    """The game on the table.

    ``position`` is its text as the rules of the game define it, ``at_turn`` the colour of the seat
    that is to throw or move, empty if the game is over. ``throws`` are those that are still to be
    played, ``moves`` all legal moves in the notation of the game, ``last`` the last throw or move,
    and ``actions`` how many there were. ``winners`` share the point; ``reason`` is one word.
    """

    name: str
    title: str
    position: str
    at_turn: str
    throws: tuple[str, ...]
    moves: tuple[str, ...]
    last: str
    actions: int
    seats: tuple[SeatNow, ...]
    pieces: tuple[PieceNow, ...]
    is_over: bool
    winners: tuple[str, ...]
    reason: str


class TableNow(Struct, frozen=True):
    """What happens at the table; ``game`` is null between games.

    ``news`` is a number that changes with everything that happens: ask with ``after`` and this
    number to wait for the next. ``awaits`` is what the table waits for, in one word, and ``says``
    tells people the same in a sentence. ``is_connected`` is false while the table cannot be
    reached; then the rest is what it was last.
    """

    news: int
    is_connected: bool
    awaits: str
    says: str
    game: GameNow | None


class NoAnswer(Struct, frozen=True):
    """Why there is no answer, in a sentence."""

    error: str


def table_now(mirror: TableMirror, say: Language) -> TableNow:
    """Return what the table behind ``mirror`` shows, with titles and sentences by ``say``."""
    shown, session = mirror.snapshot, mirror.session
    game = None if session is None or is_between_games(shown, session) else session
    return TableNow(
        mirror.version,
        mirror.is_connected,
        shown.awaited,
        say(happening(shown, session)),
        None if game is None else _game(game, say),
    )


def _game(session: Session, say: Language) -> GameNow:
    state, seats, outcome = session.state, session.game.seats, session.outcome
    is_over, is_choice = outcome is not None, not state.is_chance
    return GameNow(
        session.game.name,
        say(session.game.title),
        str(state),
        "" if is_over or state.turn is None else seats[state.turn].colour,
        tuple(map(str, state.pending)),
        tuple(map(str, state.legal_moves())) if is_choice and not is_over else (),
        str(session.actions[-1]) if session.actions else "",
        len(session.actions),
        tuple(_seat(session, seat) for seat in seats),
        tuple(
            PieceNow(seat_of(each, seats).colour, each.kind, each.place, each.count)
            for each in state.pieces()
        ),
        is_over,
        tuple(seats[each].colour for each in outcome.winners) if outcome else (),
        outcome.reason if outcome else "",
    )


def _seat(session: Session, seat: Seat) -> SeatNow:
    player = session.player(seat.index)
    return SeatNow(seat.colour, seat.side, seat.team, "elsewhere" if player == FAR else player)


class Interface:
    """Answers what programs ask about one of ``games``."""

    def __init__(self, games: GamesAsked) -> None:
        self._games, self._waiting = games, 0
        self._answers: Mapping[str, Callable[[Request, TableMirror], Awaitable[Response]]] = {
            "table": self._table,
            "record": self._record,
            "board.svg": self._board,
        }

    @property
    def route(self) -> Route:
        """The route of all that is asked."""
        return Route("/api/v1/{what}", self._asked)

    async def _asked(self, request: Request) -> Response:
        what = request.path_params["what"]
        if what == DESCRIPTION.name:
            return Response(DESCRIPTION.read_bytes(), media_type="application/json")
        mirror, answer = self._games.now(request), self._answers.get(what)
        if answer is None:
            known = ", ".join((*self._answers, DESCRIPTION.name))
            return _refused(f"expected one of {known}", 404)
        if mirror is None:
            return _refused("there is no table here", 404)
        return await answer(request, mirror)

    async def _table(self, request: Request, mirror: TableMirror) -> Response:
        after = request.query_params.get("after")
        if after is not None:
            if not (after.isascii() and after.isdecimal() and len(after) <= LONGEST_NUMBER):
                return _refused("after: expected the number of the news before", 400)
            if self._waiting >= MOST_WAITING:
                return _refused("too many programs wait for news: ask without after", 503)
            await self._news(mirror, int(after))
        return _json(table_now(mirror, Language(language_of(request))))

    async def _news(self, mirror: TableMirror, after: int) -> None:
        """Return once there is something else than the news ``after``, or patience ends."""
        if mirror.version != after:
            return
        self._waiting += 1
        try:
            await asyncio.wait_for(mirror.wait_for_news(after), PATIENCE)
        except TimeoutError:
            pass
        finally:
            self._waiting -= 1

    async def _record(self, request: Request, mirror: TableMirror) -> Response:
        session = mirror.session
        if session is None:
            return _refused("there is no game on the table", 404)
        saved = SavedGame("", mirror.snapshot.records)
        return PlainTextResponse(write(record(saved, self._games.catalogue)))

    async def _board(self, request: Request, mirror: TableMirror) -> Response:
        session = mirror.session
        if session is None:
            return _refused("there is no game on the table", 404)
        title = Language(language_of(request))(session.game.title)
        drawn = board_svg.drawing(session.state, title)
        return Response(drawn, media_type="image/svg+xml")


def _json(value: object, status: int = 200) -> Response:
    return Response(to_json(value), status, media_type="application/json")


def _refused(why: str, status: int) -> Response:
    return _json(NoAnswer(why), status)


OFFERS: Final = (GAME_ROUTES.offer(lambda games: Interface(games).route),)
