"""What a page shows of a table, as JSON in the language of its visitor.

Positions, pieces and words are worked out once for each state of the table and language, however
many people look at it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, Final, NamedTuple

from firmware_host.base.registry import Registry
from firmware_host.remote.wire import Published
from firmware_host.session import names
from firmware_host.session.hand_steps import Correction, SessionAction
from firmware_host.session.names import sentence
from firmware_host.session.seats import PHONE
from firmware_host.session.session import Session
from firmware_host.text.translator import Called, Language, by_name
from firmware_host.web import board_svg
from firmware_host.web.mirror import TableMirror
from firmware_host.web.motions import (
    FollowedPieces,
    Numbers,
    actions_settled,
    drawn,
    last_throw,
    round_before,
    seat_at_work,
)
from games.actions import PASS, Choice, Move
from games.core import Game, State
from games.equipment import HAND, NEUTRAL, OFF, RESERVE, Piece, Seat, has_kinds
from games.message import Message, msg
from games.options import told

PageState = Mapping[Any, Any]
"""What a page is told, by names."""

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
STEP: Final = msg("The table asks: “{step}”.")
NO_MOVE: Final = msg("{seat} has no move and passes.")
CHOOSING: Final = msg("Somebody is choosing a game at the table.")


NOBODY: Final = frozenset(("anybody", "opening"))
"""What a table waits for at which nobody is, whatever game was left on it."""


def is_between_games(snapshot: Published, session: Session | None) -> bool:
    """Return whether the game ``session`` is no longer what happens at the table of ``snapshot``.

    A result stays until somebody goes on to other games, or nobody is there any more.
    """
    if session is None or snapshot.awaited in NOBODY:
        return True
    return session.is_over and snapshot.awaited == "answer" and not snapshot.is_overlay


def happening(snapshot: Published, session: Session | None) -> Message:
    """Return what happens at the table of ``snapshot``; ``session`` is the game on it."""
    if session is None or is_between_games(snapshot, session):
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

    def is_of(self, session: Session, number: int) -> bool:
        """Return whether this is the action of ``session`` with that ``number``, from 0."""
        return self.before is session.states[number] and self.action is session.actions[number]


class Turns:
    """The turns of the newest game in the language of ``say``; what was put into words is kept."""

    def __init__(self, say: Language) -> None:
        self._say = say
        self._known: list[Worded] = []
        self._turns: list[PageState] = []

    def of(self, session: Session) -> list[PageState]:
        """Return the turns of ``session``, the oldest first.

        Each has the name of its seat (empty for a correction), its throws and moves in words, and
        after how many actions of the game it is over. Those that a page knows are the same objects.
        """
        begin, end = self._still_known(session), len(session.actions)
        worded = (self._worded(session, number) for number in range(begin, end))
        self._known[begin:] = worded
        while self._turns and self._turns[-1]["at"] >= begin:  # the last one may go on
            self._turns.pop()
        first = self._turns[-1]["at"] if self._turns else 0
        for turn, run in groupby(range(first, end), key=lambda i: _whose(session, i)):
            self._turns.append(self._turn(session, turn, tuple(run)))
        return [*self._turns]

    def _still_known(self, session: Session) -> int:
        """Return how many actions are known: a game changes at its end alone."""
        count = min(len(self._known), len(session.actions))
        while count and not self._known[count - 1].is_of(session, count - 1):
            count -= 1
        return count

    def _turn(self, session: Session, turn: int | None, numbers: Sequence[int]) -> PageState:
        seat = "" if turn is None else self._say.heading(names.seat(session.game.seats[turn]))
        words = ", ".join(self._known[number].words for number in numbers)
        return {"seat": seat, "words": words, "at": numbers[-1] + 1}

    def _worded(self, session: Session, number: int) -> Worded:
        words = _words(session, number, self._say)
        return Worded(session.states[number], session.actions[number], words)


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


SeatTexts = Registry[Callable[[TableMirror, int], str]]
SEAT_NOTES = SeatTexts("web")
"""What features write on the card of a seat, by its index: a few signs, or nothing."""

SEAT_PERSONS = SeatTexts("web")
"""Who plays a seat, by its index, for people that a feature knows; else nothing."""

NEXT_GAME = Registry[Callable[[TableMirror], Message | None]]("web")
"""What features offer as the first thing after a game, None if nothing."""

SEAT_NAMES = SeatTexts("web")
"""What features know of who sits at a seat, by its index: a name alone, or nothing."""


def seat_name(table: TableMirror, seat: int) -> str:
    """Return the name of who sits at ``seat`` of ``table``; empty if nobody with a name does."""
    return next(filter(None, (name(table, seat) for name in SEAT_NAMES)), "")


def called_seats(table: TableMirror) -> Called:
    """Return the names of the people at the seats, by what their seats are called otherwise."""
    seats = () if table.session is None else table.session.game.seats
    return names.called(seats, (seat_name(table, seat.index) for seat in seats))


def _of_seats(texts: SeatTexts, table: TableMirror) -> Mapping[int, str]:
    """Return what features write on the cards of seats, by their indices."""
    count = 0 if table.session is None else len(table.session.game.seats)
    found = {
        seat: " ".join(filter(None, (text(table, seat) for text in texts))) for seat in range(count)
    }
    return {seat: text for seat, text in found.items() if text}


def table_state(table: TableMirror, say: Language) -> PageState:
    """Return what everybody sees of ``table``, but the game on it."""
    snapshot, session = table.snapshot, table.session
    notice, called = snapshot.notice, called_seats(table)
    return {
        "isConnected": table.is_connected,
        "happening": say.heading(by_name(happening(snapshot, session), called)),
        "isBetweenGames": is_between_games(snapshot, session),
        "notice": "" if notice is None else say.heading(by_name(notice, called)),
        "marked": [say(each) for each in snapshot.marked],
        "problem": snapshot.problem,
        "awaited": snapshot.awaited,
        "actor": snapshot.actor,
        "words": snapshot.words,
        "next": next((say(text) for text in (each(table) for each in NEXT_GAME) if text), ""),
        "seatNotes": _of_seats(SEAT_NOTES, table),
        "seatPersons": _of_seats(SEAT_PERSONS, table),
        "seatNames": _of_seats(SEAT_NAMES, table),
    }


GAME_FACTS = Registry[Callable[[Session], Mapping[str, Any]]]("web")
"""What features add to the state of a game."""


def game_state(session: Session, say: Language) -> PageState:
    """Return the game on the table: its seats and throws, and whether there is a move to choose."""
    game, state, outcome = session.game, session.state, session.outcome
    return {
        "board": board_key(game),
        "name": game.name,
        "title": say(game.title),
        "seats": seats_state(session, say),
        "pending": [str(throw) for throw in state.pending],
        "throw": last_throw(session, len(session.actions)),
        "hasMoves": not session.is_over and len(state.legal_moves()) > 0,
        "isExercise": session.setup.is_exercise,
        "actions": len(session.actions),
        "settled": actions_settled(session),
        "isOver": session.is_over,
        "result": say.heading(names.result(outcome, game.seats)) if outcome else "",
        **dict(chain.from_iterable(facts(session).items() for facts in GAME_FACTS)),
    }


def seats_state(session: Session, say: Language) -> Mapping[int, PageState]:
    """Return each seat by its index: its name and sign, who plays there, and what lies beside."""
    game, pieces, turn = session.game, session.pieces_to_show(), seat_at_work(session)
    return {
        seat.index: {
            "name": say.heading(names.seat(seat)),
            "sign": board_svg.sign(seat),
            "side": seat.side,
            "player": say(names.seated(session.player(seat.index))),
            "isTurn": seat.index == turn,
            "isPerson": seat.index in session.seats.persons,
            "isOnPhone": session.player(seat.index) == PHONE,
            "hand": _beside(pieces, seat, HAND, RESERVE),
            game.look.off: _beside(pieces, seat, OFF),
            **_points(session, seat, say),
        }
        for seat in game.seats
    }


def _points(session: Session, seat: Seat, say: Language) -> Mapping[str, str]:
    """Return the points of ``seat`` in a row of games that are played for points, else nothing."""
    won = names.score(session.state)
    return {"points": say(names.POINTS_WON, points=won[seat.index])} if won else {}


def _beside(pieces: Sequence[Piece], seat: Seat, *places: str) -> int:
    return sum(each.count for each in pieces if each.seat == seat.index and each.place in places)


def board_key(game: Game) -> str:
    """Return the name of the board of ``game``, options included, for the pages that know it."""
    return "&".join((game.name, *(f"{name}={value}" for name, value in told(game.options).items())))


def ground_state(game: Game, say: Language) -> PageState:
    """Return the empty board of ``game``, and what its pieces and dice look like."""
    return {"key": board_key(game), **board_svg.ground(game, say)._asdict()}


def moves_state(state: State, say: Language) -> PageState:
    """Return the legal moves of ``state``, as briefly as a page can read them.

    ``choices`` are all that one can pick: kind and value, then the points if they are others, and
    the value in words if it is not the name of a point. A move of ``list`` is the numbers of its
    choices, or also its text if that is not its choices with hyphens, and what it captures.
    """
    numbers: dict[Choice, int] = {}
    moves = [_move_state(move, numbers) for move in state.legal_moves()]
    return {"choices": [_choice_state(each, say) for each in numbers], "list": moves}


def _move_state(move: Move, numbers: dict[Choice, int]) -> Sequence[Any]:
    picks = [numbers.setdefault(choice, len(numbers)) for choice in move.choices]
    text = "" if move.text == "-".join(each.value for each in move.choices) else move.text
    captures = [piece.place for piece in move.captures]
    return [picks, text, captures] if captures else [picks, text] if text else picks


def _choice_state(choice: Choice, say: Language) -> Sequence[Any]:
    words = say(names.choice(choice))
    short = [choice.kind, choice.value]
    if words != choice.value:
        return [*short, choice.points, words]
    return short if choice.points == (choice.value,) else [*short, choice.points]


def names_of_pieces(game: Game, say: Language) -> Mapping[str, Sequence[str]]:
    """Return what pieces are called, by seat and kind: in full, and by the kind if there are some.

    The kind is empty where all pieces of a game are of one.
    """
    kinds = sorted({piece.kind for piece in game.start().pieces()})
    is_named = len(kinds) > 1
    return {
        f"{seat.index} {kind}": (
            say(names.piece(Piece(_index(seat), kind, ""), game.seats, is_named)),
            say(Message.of(kind)) if is_named else "",
        )
        for seat in (*game.seats, NEUTRAL)
        for kind in kinds
    }


def _index(seat: Seat) -> int | None:
    return None if seat is NEUTRAL else seat.index


def pieces_state(pieces: Sequence[Piece], numbers: Numbers, game: Game, say: Language) -> PageState:
    """Return the ``pieces`` of ``game`` with their ``numbers``, and what lies beside in words."""
    lines = [say(line) for line in names.beside(pieces, game.seats)]
    return {"pieces": drawn(numbers), "beside": lines}


def position_state(
    session: Session, number: int, say: Language, followed: FollowedPieces
) -> PageState:
    """Return the position of ``session`` after ``number`` actions, and how it came about."""
    numbers, pieces = followed.at(session, number), session.states[number].pieces()
    return {
        **pieces_state(pieces, numbers, session.game, say),
        "motions": round_before(session, number),
        "throw": last_throw(session, number),
    }
