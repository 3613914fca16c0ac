"""What the table advises: the move that the best of the machine players would choose, and why."""

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
    """A ``move`` and what speaks for it."""

    move: Move
    move_reason: Message


def advice_question(state: State) -> Question:
    """What is to be thought about for advice in ``state``: always the same."""
    return Question(state, ADVISER)


def advise(answer: Answer, moves: Collection[Move]) -> Advice:
    """What to play of ``moves``, which are legal where ``answer`` was found.

    >>> import games
    >>> from firmware_host.thinking.inline import find_answer
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> answer = find_answer(advice_question(state), stop=lambda: True)
    >>> found = advise(answer, state.legal_moves()[1:2])
    >>> found.move == state.legal_moves()[1]
    True
    """
    move = next(move for move in answer.ranked if move in moves)
    return Advice(move, move_reason(answer.question.state, move))


# every look at a screen that tells it asks for it
@lru_cache(maxsize=8)
def move_reason(state: State, move: Move) -> Message:
    """What speaks for ``move``, a legal one in ``state``.

    >>> import games
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> told = move_reason(state, state.parse("A5:7-9xB4"))
    >>> told.text, told.facts
    ('takes {count}', (('count', 1),))
    """
    return players.why(state, move)


def action_reason(session: Session, index: int) -> Message | None:
    """What speaks for the action ``index`` of ``session``; None if no machine has chosen it."""
    before, action = session.states[index], session.actions[index]
    if not session.is_machines_choice(before) or not isinstance(action, Move):
        return None
    return move_reason(before, action)
