"""Think for many tables in one child process, one question after the other.

The child process is started by the first question. If it dies, the question is answered in this
process by a quick look, and the next question starts another child process.
"""

import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Final

from firmware_host.thinking.child_processes import failure_of, follow_parent, result_of
from firmware_host.thinking.inline import Answer, InlineThinker, Question, find_answer_within

TIME_BOX: Final = 0.3
"""Seconds after which the best move found so far counts: the other tables wait meanwhile."""

log = logging.getLogger(__name__)


class SharedThinking:
    """A child process that thinks for at most ``seconds`` about each question.

    The questions wait in this process, in a thread that hands one at a time to the child process.
    A question that is cancelled is therefore unknown to :class:`ProcessPoolExecutor`, which before
    Python 3.12.1 answers no question at all if its process dies while a cancelled one waits.
    """

    def __init__(self, seconds: float = TIME_BOX) -> None:
        self._seconds = seconds
        self._waiting = ThreadPoolExecutor(1, "questions")
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, question: Question) -> Future[Answer]:
        """Think about ``question`` when those before it are answered."""
        return self._waiting.submit(self._answer, question)

    def close(self) -> None:
        """Answer no more questions, and end the child process."""
        self._waiting.shutdown(cancel_futures=True)
        self._end_process()

    def _answer(self, question: Question) -> Answer:
        try:
            think = partial(find_answer_within, self._seconds, question)
            return self._started().submit(think).result()
        except Exception:
            self._end_process()
            raise

    def _end_process(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # a fork would copy locks that other threads may hold
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, follow_parent)
        return self._pool


class TableThinker:
    """The thinker of one table, at ``shared``; ``wake`` is called when an answer is there.

    ``wake`` is called from another thread.
    """

    def __init__(self, shared: SharedThinking, wake: Callable[[], None]) -> None:
        self._shared, self._wake = shared, wake
        self._question: Question | None = None
        self._answering: Future[Answer] | None = None
        self._fallback = InlineThinker(stop=lambda: True)

    @property
    def answer(self) -> Answer | None:
        return result_of(self._answering) or self._fallback.answer

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question != self._question:
            self._start(question)
        elif question is not None and self._has_failed and self._fallback.answer is None:
            log.error("thinking failed: using a quick look instead")
            self._fallback.ask(question)

    def prepare(self) -> None:
        return

    def close(self) -> None:
        self._start(None)

    @property
    def _has_failed(self) -> bool:
        return failure_of(self._answering) is not None

    def _start(self, question: Question | None) -> None:
        if self._answering is not None:
            self._answering.cancel()
        self._question, self._answering = question, None
        self._fallback.ask(None)
        if question is not None:
            self._answering = self._shared.submit(question)
            self._answering.add_done_callback(lambda _: self._wake())
