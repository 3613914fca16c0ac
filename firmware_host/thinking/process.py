"""Think in a child process, so that the loop only has to ask whether the answer is there.

The child process is started by :meth:`ProcessThinker.prepare` or by the first question, and stays.
If it dies (a small Pi sometimes runs out of memory), the question is answered in this process by a
quick look, and the next question starts another child process.
"""

import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from ctypes import c_int
from functools import partial
from multiprocessing.sharedctypes import RawValue
from typing import Final, TypeVar

from firmware_host.thinking.child_processes import failure_of, follow_parent, result_of
from firmware_host.thinking.inline import Answer, InlineThinker, Question, find_answer_within

TIME_BOX: Final = 2.0
"""Seconds after which the best move found so far counts; people wait that long without worrying.

The strength of a level is the number of positions it looks at. This limit is only for slow
computers.
"""

NOTHING: Final = 0
"""The number of no question: it stops all thinking."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class ProcessThinker:
    """Think in one child process, for at most ``seconds`` about each question.

    ``wake`` is called from another thread when an answer is there.
    """

    def __init__(self, wake: Callable[[], None], seconds: float = TIME_BOX) -> None:
        self._wake, self._seconds = wake, seconds
        self._pool: ProcessPoolExecutor | None = None
        self._wanted = RawValue(c_int, NOTHING)
        self._count = NOTHING
        self._question: Question | None = None
        self._answering: Future[Answer] | None = None
        self._fallback = InlineThinker(stop=lambda: True)

    @property
    def answer(self) -> Answer | None:
        return result_of(self._answering) or self._fallback.answer

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question != self._question:
            self._start(question, is_hurried)
        elif question is not None and (failure := failure_of(self._answering)) is not None:
            log.error("thinking failed: using a quick look instead", exc_info=failure)
            self._end_process()
            self._fallback.ask(question)
        if is_hurried:
            self._wanted.value = NOTHING

    def prepare(self) -> None:
        if self._pool is None:
            self._submit(_do_nothing)

    def close(self) -> None:
        self._question = None
        self._end_process()

    def _start(self, question: Question | None, is_hurried: bool) -> None:
        self._question, self._answering = question, None
        self._fallback.ask(None)
        self._wanted.value = NOTHING
        if question is None:
            return
        self._count += 1
        self._wanted.value = NOTHING if is_hurried else self._count
        self._answering = self._submit(partial(_think, question, self._count, self._seconds))
        self._answering.add_done_callback(lambda _: self._wake())

    def _submit(self, work: Callable[[], Result]) -> Future[Result]:
        try:
            return self._started_pool().submit(work)
        except Exception as error:  # noqa: BLE001 - whatever keeps a process from starting
            failed: Future[Result] = Future()
            failed.set_exception(error)
            return failed

    def _started_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # a fork would copy locks that gpiozero's threads may hold
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _initialize, (self._wanted,))
        return self._pool

    def _end_process(self) -> None:
        """End the child process as soon as it can; the next question starts another."""
        self._wanted.value = NOTHING
        self._answering = None
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


class _Wanted:
    """In the child process: the number of the question to think about, set by the parent."""

    number = RawValue(c_int, NOTHING)


def _initialize(number: c_int) -> None:
    """Prepare the child process."""
    _Wanted.number = number
    follow_parent()


def _do_nothing() -> None:
    """Answer at once: the child process has been started and has imported what it needs."""


def _think(question: Question, number: int, seconds: float) -> Answer:
    return find_answer_within(seconds, question, lambda: _Wanted.number.value != number)
