"""What a page shows of a table, as JSON in the language of its visitor.

Positions, pieces and words are worked out once for each state of the table and language, however
many people look at it.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, Final, NamedTuple

from firmware_host.base.registry import Registry
from firmware_host.remote.published import Published
from firmware_host.session import names
from firmware_host.session.hand_sentences import sentence
from firmware_host.session.hand_steps import Correction, SessionAction
from firmware_host.session.seats import PHONE
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.mirror import TableMirror
from games.actions import PASS, Move
from games.core import Game, State
from games.equipment import PLACES_BESIDE, Piece, Seat, has_kinds
from games.message import Message, msg

OF_A_SEAT: Final[Mapping[str, str]] = {
    "throw": msg("{seat} throws at the table."),
    "choice": msg("{seat} chooses a move at the table."),
    "phone": msg("{seat} chooses a move on a phone."),
    "other table": msg("{seat} is played at the other table."),
    "machine": msg("{seat} is played by the machine, which is choosing a move."),
    "draw": msg("{seat} is offered a draw."),
}
"""What a seat does, by what the table waits for."""

OF_THE_TABLE: Final[Mapping[str, str]] = {
    "set-up": msg("The pieces are being set up at the table."),
    "answer": msg("Somebody is answering a question at the table."),
    "draw": msg("A draw is offered at the table."),
    "key": msg("Somebody is reading a message at the table."),
    "next game": msg("The game is over."),
    "anybody": msg("Nobody is at the table. Anybody can start a game there by pressing a key."),
    "opening": msg("The table is closed now."),
    "nothing": msg("The table will go on in a moment."),
}
"""What happens where no seat is to act."""

THROWN: Final = msg("{seat} has thrown {throws}.")
STEP: Final = msg("At the table now: {step}.")
NO_MOVE: Final = msg("{seat} has no move and passes.")
CHOOSING: Final = msg("Somebody is choosing a game at the table.")


def happening(snapshot: Published, session: Session | None) -> Message:
    """Return what happens at the table of ``snapshot``; ``session`` is the game on it."""
    if session is None:
        is_choosing = snapshot.awaited == "answer"
        return Message.of(CHOOSING if is_choosing else _of_the_table(snapshot.awaited))
    if session.is_over and snapshot.awaited == "next game":
        return _result(session)
    due = session.hand_steps.due
    if snapshot.awaited == "nothing" and session.state.pending:
        return _thrown(session)
    if snapshot.awaited == "hand step" and due:
        is_named = has_kinds(session.game.start().pieces())
        return Message.of(STEP, step=sentence(due[0], session.game.seats, is_named))
    seat = _actor(snapshot, session)
    if seat is not None and _must_pass(snapshot, session):
        return Message.of(NO_MOVE, seat=names.seat(seat))
    if seat is not None and snapshot.awaited in OF_A_SEAT:
        return Message.of(OF_A_SEAT[snapshot.awaited], seat=names.seat(seat))
    return Message.of(_of_the_table(snapshot.awaited))


def _thrown(session: Session) -> Message:
    throws = " ".join(map(str, session.state.pending))
    return Message.of(THROWN, seat=names.seat(session.seat_to_act), throws=throws)


def _must_pass(snapshot: Published, session: Session) -> bool:
    return snapshot.awaited == "choice" and session.state.legal_moves() == (PASS,)


def _of_the_table(awaited: str) -> str:
    return OF_THE_TABLE.get(awaited, OF_THE_TABLE["nothing"])


def _actor(snapshot: Published, session: Session) -> Seat | None:
    index = session.state.turn if snapshot.actor is None else snapshot.actor
    return None if index is None else session.game.seats[index]


def _result(session: Session) -> Message:
    outcome = session.outcome
    assert outcome is not None, "the game is over"
    return Message.of(
        msg("{result} ({reason})."),
        result=names.result(outcome, session.game.seats),
        reason=names.end_reason(outcome),
    )


class Worded(NamedTuple):
    """An ``action`` in the state ``before`` it, in ``words``."""

    before: State
    action: SessionAction
    words: str


class Turns:
    """The turns of the newest game in the language of ``say``; what was put into words is kept."""

    def __init__(self, say: Language) -> None:
        self._say = say
        self._known: list[Worded] = []

    def of(self, session: Session) -> list[dict[str, Any]]:
        """Return the turns of ``session``, the oldest first.

        Each has the name of its seat (empty for a correction), its throws and moves in words, and
        after how many actions of the game it is over.
        """
        self._known = [self._worded(session, number) for number in range(len(session.actions))]
        names_of_seats = ["", *(self._say.heading(names.seat(seat)) for seat in session.game.seats)]
        found: list[dict[str, Any]] = []
        for turn, run in groupby(range(len(session.actions)), key=lambda i: _whose(session, i)):
            numbers = list(run)
            words = [self._known[number].words for number in numbers]
            name = names_of_seats[0 if turn is None else turn + 1]
            found.append({"seat": name, "words": ", ".join(words), "at": numbers[-1] + 1})
        return found

    def _worded(self, session: Session, number: int) -> Worded:
        before, action = session.states[number], session.actions[number]
        known = self._known[number] if number < len(self._known) else None
        if known is not None and known.before is before and known.action is action:
            return known
        return Worded(before, action, _words(session, number, self._say))


def _whose(session: Session, number: int) -> int | None:
    is_correction = isinstance(session.actions[number], Correction)
    return None if is_correction else session.states[number].turn


def _words(session: Session, number: int, say: Language) -> str:
    action, before = session.actions[number], session.states[number]
    if isinstance(action, Move) and action != PASS:
        return _move(action, before, say)
    return (
        say(names.action(action))
        if not isinstance(action, Correction)
        else say(msg("the position was corrected at the table"))
    )


def _move(move: Move, before: State, say: Language) -> str:
    way = say(names.path(move.choices, before.pieces()))
    captures = sum(piece.count for piece in move.captures)
    return say(msg("{way} (captures {count})"), way=way, count=captures) if captures else way


PageState = dict[str, Any]


def page_state(table: TableMirror, say: Language, game: PageState | None) -> PageState:
    """Return what everybody sees of ``table``; ``game`` is the state of the game on it."""
    snapshot, session = table.snapshot, table.session
    return {
        "version": table.version,
        "isConnected": table.is_connected,
        "happening": say.heading(happening(snapshot, session)),
        "notice": "" if snapshot.notice is None else say.heading(snapshot.notice),
        "marked": [say(each) for each in snapshot.marked],
        "problem": snapshot.problem,
        "awaited": snapshot.awaited,
        "actor": snapshot.actor,
        "words": snapshot.words,
        "game": game,
    }


GAME_FACTS = Registry[Callable[[Session], Mapping[str, Any]]]("web")
"""What features add to the state of a game."""


def game_state(session: Session, say: Language, turns: Turns) -> PageState:
    """Return the game on the table: its seats, pieces, throws, moves and ``turns``."""
    game, state = session.game, session.state
    turn, moves = (None, ()) if session.is_over else (state.turn, state.legal_moves())
    return {
        "board": board_key(game),
        "name": game.name,
        "title": say(game.title),
        "seats": [
            {
                "name": say.heading(names.seat(seat)),
                "sign": board_svg.sign(seat),
                "player": say(names.player(session.player(seat.index))),
                "isTurn": seat.index == turn,
                "isOnPhone": session.player(seat.index) == PHONE,
            }
            for seat in game.seats
        ],
        "pending": [str(throw) for throw in state.pending],
        "pieces": board_svg.pieces(session.pieces_to_show(), game),
        "labels": labels(session.pieces_to_show(), game, say),
        "beside": beside(session.pieces_to_show(), game, say),
        "moves": [move_state(move, say) for move in moves],
        "last": last_way(session),
        "actions": len(session.actions),
        "turns": turns.of(session),
        "isOver": session.is_over,
        **dict(chain.from_iterable(facts(session).items() for facts in GAME_FACTS)),
    }


def board_key(game: Game) -> str:
    """Return the name of the board of ``game``, options included, for the pages that know it."""
    return "&".join((game.name, *(f"{name}={value}" for name, value in game.options.items())))


def move_state(move: Move, say: Language) -> PageState:
    """Return a legal move: the choices that pick it, its path and what it captures."""
    return {
        "text": str(move),
        "words": say(names.path(move.choices)),
        "choices": [
            [choice.kind, choice.value, list(choice.points), say(names.choice(choice))]
            for choice in move.choices
        ],
        "path": list(move.path),
        "captures": [piece.place for piece in move.captures],
    }


def labels(pieces: Sequence[Piece], game: Game, say: Language) -> Mapping[str, str]:
    """Return in words what stands on each point of the board."""
    found: dict[str, list[str]] = defaultdict(list)
    named = has_kinds(game.start().pieces())
    for piece in pieces:
        if piece.place not in PLACES_BESIDE:
            name = say(names.piece(piece, game.seats, named))
            found[piece.place].append(f"{piece.count} × {name}" if piece.count > 1 else name)
    return {point: ", ".join(standing) for point, standing in found.items()}


def beside(pieces: Sequence[Piece], game: Game, say: Language) -> Sequence[str]:
    """Return in words what lies beside the board, a line for each seat and place."""
    return [say(line) for line in names.beside(pieces, game.seats)]


def last_way(session: Session) -> Sequence[str]:
    """Return the points that the last move passed; none before the first."""
    moves = (action for action in reversed(session.actions) if isinstance(action, Move))
    return next((move.path for move in moves), ())


def position_state(session: Session, number: int, say: Language) -> PageState:
    """Return the position of ``session`` after ``number`` actions."""
    pieces, game = session.states[number].pieces(), session.game
    return {
        "pieces": board_svg.pieces(pieces, game),
        "labels": labels(pieces, game, say),
        "beside": beside(pieces, game, say),
    }


class PagePart(NamedTuple):
    """A part of the page by its ``name``: ``show`` returns what is in it now, as HTML."""

    name: str
    show: Callable[[TableMirror, Language], str]


PAGE_PARTS = Registry[PagePart]("web")
"""What features show on the page of a table; it is sent when it has changed."""


class PageStates:
    """The states of one table for all pages: each is worked out and written once for a language.

    The state of the game is kept until the game goes on: cursor and display change more often.
    """

    def __init__(self, table: TableMirror) -> None:
        self._table = table
        self._version = -1
        self._known: dict[str, str] = {}
        self._parts: dict[str, Mapping[str, str]] = {}
        self._session: Session | None = None
        self._records: tuple[JournalRecord, ...] = ()
        self._games: dict[str, PageState] = {}
        self._turns: dict[str, Turns] = {}

    def of(self, language: str) -> str:
        """Return the message with what every page in ``language`` shows now."""
        self._forget_what_is_old()
        if language not in self._known:
            say = Language(language)
            state = page_state(self._table, say, self._game(say))
            self._known[language] = written({"state": state})
        return self._known[language]

    def parts(self, language: str) -> Mapping[str, str]:
        """Return what features show on every page in ``language`` now, by its name."""
        self._forget_what_is_old()
        if language not in self._parts:
            say = Language(language)
            self._parts[language] = {each.name: each.show(self._table, say) for each in PAGE_PARTS}
        return self._parts[language]

    def _forget_what_is_old(self) -> None:
        if self._version != self._table.version:
            self._version, self._known, self._parts = self._table.version, {}, {}

    def _game(self, say: Language) -> PageState | None:
        session, records = self._table.session, self._table.snapshot.records
        if session is not self._session or records != self._records:
            self._session, self._records, self._games = session, records, {}
        if session is not None and say.code not in self._games:
            turns = self._turns.setdefault(say.code, Turns(say))
            self._games[say.code] = game_state(session, say, turns)
        return self._games.get(say.code)


def written(message: PageState) -> str:
    """Return ``message`` as it goes to a page."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
