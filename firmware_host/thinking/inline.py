"""Ask a machine player what it would do, and think about it in the calling thread.

:class:`InlineThinker` blocks until it has the answer, so it is used where time is virtual.
:func:`quick_look` is what is left when :mod:`firmware_host.thinking.process` fails.

A hint is the move that the strongest machine player would choose, and why.
"""

import random
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from firmware_host.session.session import Session
from games import players
from games.actions import Move
from games.budget import Stop, never
from games.core import State
from games.message import Message


class Question(Struct, frozen=True):
    """The question what the machine player called ``player`` would do in ``state``.

    The ``seed`` of its random choices makes the answer the same each time.
    """

    state: State
    player: str
    seed: int = 0

    def find_answer(self, stop: Stop) -> "Answer":
        """Return the answer; stop thinking as soon as ``stop()`` is true."""
        player = players.load(self.player)
        return Answer(self, player.ranked(self.state, random.Random(self.seed), stop))


@dataclass(frozen=True)
class Answer:
    """All legal moves of the state in the ``question``, ``ranked`` from best to worst.

    ``is_quick`` means that there was no thinking about it, because that was not possible.
    """

    question: Question
    ranked: tuple[Move, ...]
    is_quick: bool = field(default=False, compare=False, kw_only=True)


class ThinkingFailed(Exception):  # noqa: N818 - it is a result
    """Nothing was found out; the text says why."""


class Thinker(Protocol):
    """Think about one question at a time."""

    @property
    def answer(self) -> Answer | None:
        """The answer to the last question; None until it is found, and while nothing is asked."""

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        """Start to think about ``question`` instead of any other; stop thinking if it is None.

        Asking the same question again changes nothing, unless it ``is_hurried``: then the answer
        is the best that was found so far.
        """

    def prepare(self) -> None:
        """Do now what the first question would have to wait for."""

    def close(self) -> None:
        """Stop thinking and free all resources."""


OpenThinker = Callable[[Callable[[], None]], Thinker]
"""Opens a thinker; it is given a function to call, from any thread, when an answer is there."""


def find_answer(question: Question, stop: Stop) -> Answer:
    """Return the answer to ``question``; stop thinking as soon as ``stop()`` is true."""
    return question.find_answer(stop)


def find_answer_within(seconds: float, question: Question, is_off: Stop = never) -> Answer:
    """Return the best answer to ``question`` after at most ``seconds``, or when it ``is_off``."""
    ends_at = time.monotonic() + seconds
    return find_answer(question, lambda: is_off() or time.monotonic() > ends_at)


def quick_look(question: Question) -> Answer:
    """Return the answer at a glance, which says that it is no more than that."""
    return replace(find_answer(question, stop=lambda: True), is_quick=True)


class InlineThinker:
    """Think while the caller waits; without ``stop`` every computer finds the same answer.

    ``stop`` is called again and again while it thinks; once it returns true, the answer is the
    best that was found so far.
    """

    def __init__(self, stop: Stop = never) -> None:
        self._stop = stop
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        return self._answer

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question is None:
            self._answer = None
        elif self._answer is None or self._answer.question != question:
            self._answer = find_answer(question, self._stop)

    def prepare(self) -> None:
        return

    def close(self) -> None:
        self._answer = None


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
