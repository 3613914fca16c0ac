"""Thinking in a process of its own, which the loop only looks in on.

The process is started when it is to get ready, or with the first question, and stays. If it dies
(a small Pi is short of memory now and then) the question is answered here, by a quick look, and the
next one starts another.
"""

import logging
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from ctypes import c_int
from functools import partial
from multiprocessing.sharedctypes import RawValue
from typing import Final, TypeVar

from firmware_host.thinking.child_processes import follow_parent
from firmware_host.thinking.inline import Answer, InlineThinker, Question, find_answer

TIME_BOX: Final = 2.0
"""Seconds after which the best that was found counts: what people wait for without wondering.

Levels are made by the number of positions looked at; this only keeps a slow computer polite.
"""

NOTHING: Final = 0
"""The number of no question: thinking about any ends."""

Found = TypeVar("Found")

log = logging.getLogger(__name__)


class ProcessThinker:
    """Thinks in one process beside this one.

    Arguments: ``wake`` is called from another thread when an answer has come; ``seconds`` is the
    time box.
    """

    def __init__(self, wake: Callable[[], None], seconds: float = TIME_BOX) -> None:
        self._wake, self._seconds = wake, seconds
        self._pool: ProcessPoolExecutor | None = None
        self._wanted = RawValue(c_int, NOTHING)
        self._count = NOTHING
        self._question: Question | None = None
        self._found: Future[Answer] | None = None
        self._instead = InlineThinker(stop=lambda: True)

    @property
    def answer(self) -> Answer | None:
        found = self._found
        is_found = found is not None and found.done() and found.exception() is None
        return found.result() if found is not None and is_found else self._instead.answer

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question != self._question:
            self._start(question, is_hurried)
        elif question is not None and self._failure is not None:
            log.error("thinking failed: a quick look has to do", exc_info=self._failure)
            self._give_up()
            self._instead.ask(question)
        if is_hurried:
            self._wanted.value = NOTHING

    def prepare(self) -> None:
        if self._pool is None:
            self._submit(_be_there)

    def close(self) -> None:
        self._question = None
        self._give_up()

    @property
    def _failure(self) -> BaseException | None:
        found = self._found
        return found.exception() if found is not None and found.done() else None

    def _start(self, question: Question | None, is_hurried: bool) -> None:
        self._question, self._found = question, None
        self._instead.ask(None)
        self._wanted.value = NOTHING
        if question is None:
            return
        self._count += 1
        self._wanted.value = NOTHING if is_hurried else self._count
        self._found = self._submit(partial(_think, question, self._count, self._seconds))
        self._found.add_done_callback(lambda _: self._wake())

    def _submit(self, work: Callable[[], Found]) -> Future[Found]:
        try:
            return self._working_pool().submit(work)
        except Exception as error:  # noqa: BLE001 - whatever keeps a process from starting
            failed: Future[Found] = Future()
            failed.set_exception(error)
            return failed

    def _working_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # a fork would copy locks that gpiozero's threads may hold
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _begin, (self._wanted,))
        return self._pool

    def _give_up(self) -> None:
        """Let the process end as soon as it can; the next question starts another."""
        self._wanted.value = NOTHING
        self._found = None
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


class _Wanted:
    """In the process: the number of the question that is to be thought about, told from outside."""

    number = RawValue(c_int, NOTHING)


def _begin(number: c_int) -> None:
    """Get ready, in the process."""
    _Wanted.number = number
    follow_parent()


def _be_there() -> None:
    """Nothing is asked yet: that the process has imported what it needs is enough."""


def _think(question: Question, number: int, seconds: float) -> Answer:
    ends_at = time.monotonic() + seconds
    return find_answer(
        question, lambda: _Wanted.number.value != number or time.monotonic() > ends_at
    )
