"""What a page shows of a table, as JSON in the language of its visitor.

Positions, pieces and words are worked out once for each state of the table and language, however
many people look at it.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from firmware_host.base.registry import Registry
from firmware_host.session import names
from firmware_host.session.seats import PHONE
from firmware_host.session.session import Session
from firmware_host.storage.records import JournalRecord
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.happening import happening
from firmware_host.web.mirror import TableMirror
from firmware_host.web.turns import Turns
from games.actions import Move
from games.core import Game
from games.equipment import PLACES_BESIDE, Piece, has_kinds

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


class PageStates:
    """The states of one table for all pages: each is worked out and written once for a language.

    The state of the game is kept until the game goes on: cursor and display change more often.
    """

    def __init__(self, table: TableMirror) -> None:
        self._table = table
        self._version = -1
        self._known: dict[str, str] = {}
        self._session: Session | None = None
        self._records: tuple[JournalRecord, ...] = ()
        self._games: dict[str, PageState] = {}
        self._turns: dict[str, Turns] = {}

    def of(self, language: str) -> str:
        """Return the message with what every page in ``language`` shows now."""
        if self._version != self._table.version:
            self._version, self._known = self._table.version, {}
        if language not in self._known:
            say = Language(language)
            state = page_state(self._table, say, self._game(say))
            self._known[language] = written({"state": state})
        return self._known[language]

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
