"""What a page shows of a table, as JSON in the language of its visitor.

Positions, pieces and words are worked out once for each state of the table and language, however
many people look at it.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.text.translator import Language
from firmware_host.web import board_svg
from firmware_host.web.mirror import TableMirror
from games.actions import Move, Throw
from games.core import Game
from games.equipment import PLACES_BESIDE, Piece, has_kinds
from games.message import Message, msg

KEY_NAMES: Final = re.compile(r"`([^`]*)`")

PageState = dict[str, Any]


def page_state(table: TableMirror, say: Language) -> PageState:
    """Return what everybody sees of ``table``."""
    snapshot, session = table.snapshot, table.session
    state: PageState = {
        "version": table.version,
        "isConnected": table.is_connected,
        "prompt": "" if snapshot.prompt is None else words_of_prompt(snapshot.prompt, say),
        "notice": "" if snapshot.notice is None else say.heading(snapshot.notice),
        "problem": snapshot.problem,
        "awaited": snapshot.awaited,
        "actor": snapshot.actor,
        "words": snapshot.words,
        "game": None if session is None else game_state(session, say),
    }
    return state


def words_of_prompt(prompt: Message, say: Language) -> str:
    """Return a prompt without the marks around the names of its keys."""
    return KEY_NAMES.sub(r"\1", say.heading(prompt))


def game_state(session: Session, say: Language) -> PageState:
    """Return the game on the table: its seats, pieces, throws and moves."""
    game, state = session.game, session.state
    return {
        "board": board_key(game),
        "name": game.name,
        "title": say(game.title),
        "seats": [
            {
                "name": say.heading(names.seat(seat)),
                "sign": board_svg.sign(seat),
                "side": seat.side,
                "player": say(names.player(session.player(seat.index))),
                "isTurn": seat.index == state.turn,
            }
            for seat in game.seats
        ],
        "pending": [str(throw) for throw in state.pending],
        "pieces": board_svg.pieces(session.pieces_to_show(), game),
        "labels": labels(session.pieces_to_show(), game, say),
        "beside": beside(session.pieces_to_show(), game, say),
        "moves": [move_state(move, say) for move in state.legal_moves()],
        "last": last_action(session, say),
        "actions": len(session.actions),
        "history": [say(names.action(action)) for action in session.actions],
        "result": result(session, say),
    }


def board_key(game: Game) -> str:
    """Return the name of the board of ``game``, options included, for the pages that know it."""
    return "&".join((game.name, *(f"{name}={value}" for name, value in game.options.items())))


def move_state(move: Move, say: Language) -> PageState:
    """Return a legal move: the choices that pick it, its path and what it captures."""
    return {
        "text": str(move),
        "words": say(names.path(move.choices)),
        "choices": [[choice.kind, choice.value, list(choice.points)] for choice in move.choices],
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


def beside(pieces: Sequence[Piece], game: Game, say: Language) -> Sequence[PageState]:
    """Return the pieces beside the board."""
    named = has_kinds(game.start().pieces())
    return [
        {
            "seat": piece.seat,
            "place": piece.place,
            "words": say(
                msg("{place}: {count} × {piece}"),
                place=names.place(piece.place),
                count=piece.count,
                piece=names.piece(piece, game.seats, named),
            ),
        }
        for piece in pieces
        if piece.place in PLACES_BESIDE
    ]


def last_action(session: Session, say: Language) -> PageState | None:
    """Return the last throw or move, and the points that it passed; None before the first."""
    if not session.actions:
        return None
    action = session.actions[-1]
    return {
        "words": say(names.action(action)),
        "points": list(action.path) if isinstance(action, Move) else [],
        "isThrow": isinstance(action, Throw),
    }


def result(session: Session, say: Language) -> str:
    """Return how the game ended, in words; empty while it goes on."""
    outcome = session.outcome
    if outcome is None or not session.is_over:
        return ""
    seats = session.game.seats
    return f"{say.heading(names.result(outcome, seats))}: {say(names.end_reason(outcome))}"


def position_state(session: Session, number: int, say: Language) -> PageState:
    """Return the position of ``session`` after ``number`` actions."""
    pieces, game = session.states[number].pieces(), session.game
    return {
        "pieces": board_svg.pieces(pieces, game),
        "labels": labels(pieces, game, say),
        "beside": beside(pieces, game, say),
    }


class PageStates:
    """The states of one table for all pages: each is worked out once for a language."""

    def __init__(self, table: TableMirror) -> None:
        self._table = table
        self._version = -1
        self._known: dict[str, PageState] = {}

    def of(self, language: str) -> PageState:
        """Return what every page in ``language`` shows now."""
        if self._version != self._table.version:
            self._version, self._known = self._table.version, {}
        if language not in self._known:
            self._known[language] = page_state(self._table, Language(language))
        return self._known[language]
