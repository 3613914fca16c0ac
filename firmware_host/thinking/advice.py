"""Advise a move, the one that the strongest machine player would choose, and say why."""

from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple

from firmware_host.session.session import Session
from firmware_host.thinking.inline import Answer, Question
from games import players
from games.actions import Move
from games.core import State
from games.message import Message

ADVISER: Final = players.LEVELS[-1].name


class Advice(NamedTuple):
    """A ``move``, and the reason for it, None if there is none that people could see."""

    move: Move
    move_reason: Message | None


def advice_question(state: State) -> Question:
    """Return the question to ask for advice in ``state``; it is always the same."""
    return Question(state, ADVISER)


def advise(answer: Answer, moves: Collection[Move]) -> Advice:
    """Return the best of ``moves``, which are legal in the state of ``answer``.

    >>> import games
    >>> from firmware_host.thinking.inline import find_answer
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> answer = find_answer(advice_question(state), stop=lambda: True)
    >>> advise(answer, state.legal_moves()[1:2]).move == state.legal_moves()[1]
    True
    """
    move = next(move for move in answer.ranked if move in moves)
    return Advice(move, move_reason(answer.question.state, move))


# a screen that shows the reason asks for it each time it is drawn
@lru_cache(maxsize=8)
def move_reason(state: State, move: Move) -> Message | None:
    """Return the reason for ``move``, which is legal in ``state``, None if it has none.

    >>> import games
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> str(move_reason(state, state.parse("A5:7-9xB4")))
    'jumps over 1'
    """
    return players.why(state, move)


def action_reason(session: Session, index: int) -> Message | None:
    """Return the reason for the action ``index`` of ``session``.

    None if no machine chose it, or if it has no reason.
    """
    before, action = session.states[index], session.actions[index]
    if not session.is_machines_choice(before) or not isinstance(action, Move):
        return None
    return move_reason(before, action)
