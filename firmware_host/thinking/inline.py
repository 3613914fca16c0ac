"""Thinking while everything else waits: where time is virtual, and what is left after a failure."""

from firmware_host.thinking.question import Answer, Question, answered
from games.players.budget import Stop, never


class AtOnce:
    """Answers as soon as it is asked, by what may be looked at: the same on every computer.

    Argument: ``stop`` is asked while it thinks; once it is true the answer is what was found.
    """

    def __init__(self, stop: Stop = never) -> None:
        self._stop = stop
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        return self._answer

    def heed(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question is None:
            self._answer = None
        elif self._answer is None or self._answer.question != question:
            self._answer = answered(question, self._stop)

    def get_ready(self) -> None:
        return

    def close(self) -> None:
        self._answer = None
