"""Think in another worker of a browser, where there are no threads and no processes.

Questions and answers go between the two as bytes. The worker answers one question after the other;
a question that is dropped is answered by the best that was found so far.
"""

import pickle
import time
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from typing import Final

from firmware_host.thinking.inline import Answer, Question, ThinkingFailed, find_answer_within
from firmware_host.thinking.process import TIME_BOX, ThinkerBeside
from games.budget import Stop

LOOK_SECONDS: Final = 0.05
"""How often the worker looks whether its question still counts, which takes it half a millisecond.
"""


class ThinkingWorker:
    """Hands questions on by ``post``, with their numbers; ``drop`` hurries the one with a number.

    Call :meth:`take` with what comes back.
    """

    def __init__(self, post: Callable[[int, bytes], object], drop: Callable[[int], object]) -> None:
        self._post, self._drop = post, drop
        self._numbers = count(1)
        self._waiting: dict[int, Future[Answer]] = {}

    def submit(self, question: Question) -> Future[Answer]:
        """Think about ``question`` when those before it are answered.

        ThinkingFailed is what the answer becomes if the worker has failed.
        """
        number, answering = next(self._numbers), Future[Answer]()
        answering.set_running_or_notify_cancel()
        self._waiting[number] = answering
        self._post(number, pickle.dumps(question))
        return answering

    def hurry(self, answering: Future[Answer]) -> None:
        """Let what is ``answering`` a question end with the best that was found so far."""
        for number, each in self._waiting.items():
            if each is answering:
                self._drop(number)

    def take(self, number: int, found: bytes | None) -> None:
        """Take the answer to the question with this ``number``; None if there is none."""
        answering = self._waiting.pop(number, None)
        if answering is None:
            return
        if found is None:
            answering.set_exception(ThinkingFailed("the worker that thinks has failed"))
        else:
            answering.set_result(pickle.loads(found))


class WorkerThinker(ThinkerBeside):
    """The thinker of a table that asks ``worker``; ``wake`` is called when an answer is there."""

    def __init__(self, worker: ThinkingWorker, wake: Callable[[], None]) -> None:
        super().__init__(wake)
        self._worker = worker

    def _submit(self, question: Question) -> Future[Answer]:
        return self._worker.submit(question)

    def _hurry(self) -> None:
        if self._answering is not None:
            self._worker.hurry(self._answering)


def answered(question: bytes, is_dropped: Stop, seconds: float = TIME_BOX) -> bytes:
    """Return the answer to ``question``, in the worker that thinks.

    ``is_dropped`` is called now and then; once it returns true, or after so many ``seconds``, the
    answer is the best that was found so far.
    """
    looks_at = time.monotonic()

    def is_off() -> bool:
        nonlocal looks_at
        now = time.monotonic()
        if now < looks_at:
            return False
        looks_at = now + LOOK_SECONDS
        return is_dropped()

    asked = pickle.loads(question)
    return pickle.dumps(find_answer_within(seconds, asked, is_off))
