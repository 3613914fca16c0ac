"""Say in one sentence what happens at a table, for people who see it on a page.

What the table itself shows names its keys; that makes no sense to somebody without them.
"""

from collections.abc import Mapping
from typing import Final

from firmware_host.remote.published import Published
from firmware_host.session import names
from firmware_host.session.hand_sentences import sentence
from firmware_host.session.session import Session
from games.actions import PASS
from games.equipment import Seat, has_kinds
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
