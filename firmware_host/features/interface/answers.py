"""What programs are told of a table, as values, and what they may ask of it.

These types are version 1 of the interface: fields may be added, and none changes its meaning or
goes. The descriptions that ship are made from them by the tests.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from firmware_host.remote.requests import LONGEST_TEXT
from firmware_host.session.hand_steps import SessionAction
from firmware_host.session.seats import FAR
from firmware_host.session.session import Session
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_state import happening, is_between_games
from games.actions import Move, Throw
from games.equipment import Piece, Seat, seat_of

PRINTABLE: Final = r"^[^\x00-\x1f\x7f-\xa0\u2028\u2029]*$"
"""Text without control characters."""

Count = Annotated[int, Meta(ge=0, le=999_999_999)]
Words = Annotated[str, Meta(max_length=400)]
Actions = tuple[SessionAction, ...]


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


class PositionNow(Struct, frozen=True):
    """The position of the game called ``game`` after so many ``actions``.

    The other fields are those of the game on the table.
    """

    game: str
    actions: int
    position: str
    at_turn: str
    throws: tuple[str, ...]
    pieces: tuple[PieceNow, ...]


class MoveNow(Struct, frozen=True):
    """A ``move`` in the notation of the game, the ``path`` of squares that it passes and reaches,
    and the pieces that it ``captures``, where they stand before it."""

    move: str
    path: tuple[str, ...]
    captures: tuple[PieceNow, ...]


class MovesNow(Struct, frozen=True):
    """What whoever is ``at_turn`` can do after so many ``actions`` of the game.

    These are all legal ``moves``, or the ``throws`` that are possible where one is awaited.
    """

    actions: int
    at_turn: str
    moves: tuple[MoveNow, ...]
    throws: tuple[str, ...]


class ActionNow(Struct, frozen=True):
    """The action with this ``number``, from 1, of the seat of a ``colour``.

    It is of the ``kind`` "throw", "move", or "correction" (people put the position right).
    ``action`` is what it was in the notation of the game, and ``path`` and ``captures`` are those
    of a move.
    """

    number: int
    colour: str
    kind: str
    action: str
    path: tuple[str, ...] = ()
    captures: tuple[PieceNow, ...] = ()


class TurnsNow(Struct, frozen=True):
    """All ``actions`` of the game called ``game``, the first first."""

    game: str
    actions: tuple[ActionNow, ...]


class EventNow(Struct, frozen=True):
    """What the table shows now, and the actions that have ``happened`` since the last event.

    Nothing has happened in the first event, and in one that only says that the connection lives.
    What is taken back is gone from ``table``; ``taken_back`` is the number of those actions.
    """

    table: TableNow
    happened: tuple[ActionNow, ...]
    taken_back: int


class ThrowAsked(Struct, frozen=True):
    """A ``throw`` for whoever is at turn, ``after`` so many actions; empty: the machine throws."""

    after: Count
    throw: Words = ""


class MoveAsked(Struct, frozen=True):
    """A ``move`` for whoever is at turn, ``after`` so many actions of the game."""

    after: Count
    move: Words


class GameAsked(Struct, frozen=True):
    """The name of a ``game`` that is to begin, with people at all seats."""

    game: Words


class MessageAsked(Struct, frozen=True):
    """A ``text`` for the display, which stays until somebody presses a key."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT, pattern=PRINTABLE)]


class Done(Struct, frozen=True):
    """What was asked is so now."""

    outcome: Literal["fulfilled"] = "fulfilled"


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
        _at_turn(session),
        tuple(map(str, state.pending)),
        tuple(map(str, state.legal_moves())) if is_choice and not is_over else (),
        str(session.actions[-1]) if session.actions else "",
        len(session.actions),
        tuple(_seat(session, seat) for seat in seats),
        _pieces(state.pieces(), seats),
        is_over,
        tuple(seats[each].colour for each in outcome.winners) if outcome else (),
        outcome.reason if outcome else "",
    )


def _seat(session: Session, seat: Seat) -> SeatNow:
    player = session.player(seat.index)
    return SeatNow(seat.colour, seat.side, seat.team, "elsewhere" if player == FAR else player)


def position_now(session: Session, actions: int) -> PositionNow:
    """Return the position of ``session`` after so many ``actions``."""
    state, seats = session.states[actions], session.game.seats
    return PositionNow(
        session.game.name,
        actions,
        str(state),
        "" if state.turn is None else seats[state.turn].colour,
        tuple(map(str, state.pending)),
        _pieces(state.pieces(), seats),
    )


def moves_now(session: Session) -> MovesNow:
    """Return what can be done in the position of ``session``."""
    state, seats = session.state, session.game.seats
    is_over, is_choice = session.outcome is not None, not state.is_chance
    return MovesNow(
        len(session.actions),
        _at_turn(session),
        tuple(
            MoveNow(str(move), move.path, _pieces(move.captures, seats))
            for move in (state.legal_moves() if is_choice and not is_over else ())
        ),
        tuple(str(throw) for throw, _ in state.chance_outcomes())
        if state.is_chance and not is_over
        else (),
    )


def turns_now(session: Session) -> TurnsNow:
    """Return all actions of ``session``."""
    return TurnsNow(session.game.name, actions_now(session))


def actions_now(session: Session, begin: int = 0) -> tuple[ActionNow, ...]:
    """Return the actions of ``session`` from the one with the number ``begin``, from 0, on."""
    return tuple(_action(session, number) for number in range(begin, len(session.actions)))


def event_now(table: TableNow, before: Actions, session: Session | None) -> EventNow:
    """Return what has happened in ``session``, which ``table`` tells, since ``before``."""
    if table.game is None or session is None:
        return EventNow(table, (), 0)
    pairs = zip(before, session.actions, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return EventNow(table, actions_now(session, same), len(before) - same)


def _action(session: Session, number: int) -> ActionNow:
    action, state, seats = session.actions[number], session.states[number], session.game.seats
    colour = "" if state.turn is None else seats[state.turn].colour
    if isinstance(action, Move):
        captures = _pieces(action.captures, seats)
        return ActionNow(number + 1, colour, "move", str(action), action.path, captures)
    kind = "throw" if isinstance(action, Throw) else "correction"
    return ActionNow(number + 1, colour, kind, str(action))


def _at_turn(session: Session) -> str:
    turn = None if session.outcome is not None else session.state.turn
    return "" if turn is None else session.game.seats[turn].colour


def _pieces(pieces: Iterable[Piece], seats: Sequence[Seat]) -> tuple[PieceNow, ...]:
    return tuple(
        PieceNow(seat_of(each, seats).colour, each.kind, each.place, each.count) for each in pieces
    )
