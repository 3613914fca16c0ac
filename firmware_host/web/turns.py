"""The turns of a game as a page lists them: what a seat did in a row is one turn."""

from itertools import groupby
from typing import Any, NamedTuple

from firmware_host.session import names
from firmware_host.session.hand_steps import Correction, SessionAction
from firmware_host.session.session import Session
from firmware_host.text.translator import Language
from games.actions import PASS, Move
from games.core import State
from games.message import msg


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
