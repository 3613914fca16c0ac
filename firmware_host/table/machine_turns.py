"""What a machine seat is asked, how long the table waits for the answer, and what it answered.

Times are seconds.
"""

import random
from typing import Final

from firmware_host.base.timing import has_come
from firmware_host.session.session import Session
from firmware_host.thinking.inline import Answer, Question, find_answer, quick_look

PATIENCE_SECONDS: Final = 5.0
"""Longer than any level thinks; then a quick look must do, so that no game ever stands still."""

HURRIED_SECONDS: Final = 0.5
"""The same after people have asked to hurry."""


class MachineTurns:
    """The question that is shown, and the last answer; ``rng`` seeds the machine's choices."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._last: Question | None = None
        self._known: Answer | None = None
        self._asked: tuple[Question | None, bool] = None, False
        self._asked_at: float | None = None

    @property
    def deadline(self) -> float | None:
        """When :meth:`due_answer` returns one if none comes; None while nothing is asked."""
        question, is_hurried = self._asked
        if question is None or self._asked_at is None:
            return None
        return self._asked_at + (HURRIED_SECONDS if is_hurried else PATIENCE_SECONDS)

    def question_for(self, session: Session) -> Question:
        """Return what the machine at the seat to act is asked: the same until something happens."""
        state, last = session.state, self._last
        player = session.player(session.seat_to_act.index)
        if last is None or (last.state, last.player) != (state, player):
            last = self._last = Question(state, player, self._rng.getrandbits(32))
        return last

    def ask(self, question: Question | None, *, is_hurried: bool) -> None:
        """Note what the scene that is shown now asks; None if nothing."""
        if (question, is_hurried) != self._asked:
            self._asked, self._asked_at = (question, is_hurried), None

    def has_waited(self, now: float) -> bool:
        """Return whether the question has been on the display before ``now``."""
        return self._asked_at is not None and now > self._asked_at

    def remember(self, answer: Answer) -> None:
        """Keep ``answer`` for the same question."""
        self._known = answer

    def due_answer(self, now: float) -> Answer | None:
        """Return the answer if it is known already, or a quick one if it was asked too long ago."""
        question, is_hurried = self._asked
        if question is None:
            return None
        if self._asked_at is None:
            self._asked_at = now
        if self._known is not None and self._known.question == question:
            return self._known
        if not has_come(self.deadline, now):
            return None
        return find_answer(question, lambda: True) if is_hurried else quick_look(question)
