"""What a thinker is asked and answers, and the thinker that answers while everything else waits."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from games import players
from games.actions import Move
from games.budget import Stop, never
from games.core import State


@dataclass(frozen=True)
class Question:
    """What the player called ``player`` would do in ``state``, where a choice is awaited.

    ``seed`` is its chance: asked again, it says the same.
    """

    state: State
    player: str
    seed: int = 0


@dataclass(frozen=True)
class Answer:
    """Every legal move that the ``question`` is about, the one that is liked best first."""

    question: Question
    ranked: tuple[Move, ...]


class Thinker(Protocol):
    """Thinks about one question at a time."""

    @property
    def answer(self) -> Answer | None:
        """What was found; None before that, and while nothing is asked."""

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        """Think about ``question``, and about no other; None ends it.

        The same question again changes nothing, except that one that ``is_hurried`` is answered at
        once, with the best that was found so far.
        """

    def prepare(self) -> None:
        """Make sure that the first question need not wait for more than its answer."""

    def close(self) -> None:
        """End it, and give back what it took."""


OpenThinker = Callable[[Callable[[], None]], Thinker]
"""Makes a thinker; what it is given is to be called, from any thread, when an answer has come."""


def find_answer(question: Question, stop: Stop) -> Answer:
    """Think about ``question`` until it is answered, or until ``stop()`` is true."""
    player = players.load(question.player)
    ranked = player.ranked(question.state, random.Random(question.seed), stop)
    return Answer(question, ranked)


class InlineThinker:
    """Answers as soon as it is asked, by what may be looked at: the same on every computer.

    Argument: ``stop`` is asked while it thinks; once it is true the answer is what was found.
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
