"""Child processes end together with the program, however it ends, and answer or fail.

:class:`Thinking` keeps one that thinks. It is started without anything of :mod:`multiprocessing`
that stays behind: there is no semaphore and no folder in ``/dev/shm``, and what the program has as
``sys.stderr`` does not matter, so it starts under any front end. Question and answer go through a
pair of sockets; four bytes of memory say which question still counts. What the process says itself
reaches the log.
"""

import logging
import mmap
import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from typing import IO, Final, NamedTuple

from firmware_host.base.log import begin_log
from firmware_host.thinking.inline import (
    Answer,
    Question,
    ThinkingFailed,
    find_answer_within,
)

NOTHING: Final = 0
"""The number of no question: it stops all thinking."""

PATIENCE_SECONDS: Final = 30.0
"""A process that has not answered for so long is replaced. No question takes a third of that."""

PAUSES: Final = (0.0, 1.0, 5.0, 15.0, 60.0)
"""How long to wait after each failure before another process is started; the last one repeats."""

INPUT: Final = 0
"""The descriptor of the input of a process."""

LONGEST_LINE: Final = 400
"""Letters of a line that the process says itself; the rest is left out."""

log = logging.getLogger(__name__)


def follow_parent() -> None:
    """End this child process as soon as its parent is gone.

    Call it in a process that :mod:`multiprocessing` has started. Ctrl-C is ignored here: the parent
    handles it and ends this process. A parent that is killed cannot do so; it is watched instead.
    What is logged here goes where the parent logs.
    """
    begin_log()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "expected to run in a process that multiprocessing has started"
    parent.join()
    os._exit(0)


class _Asked(NamedTuple):
    """What is sent to the process: a ``question``, its ``number``, and how long it may think."""

    number: int
    seconds: float
    question: Question


class ThinkingProcess:
    """A child process that answers one question after the other, and ends with this program.

    It is killed when it has not answered for ``patience`` seconds; then it ``is_lost``. OSError if
    it cannot be started.
    """

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        self._patience = patience
        self._waiting: queue.SimpleQueue[tuple[_Asked, Future[Answer]] | None] = queue.SimpleQueue()
        self._count, self._is_closed, self.is_lost = NOTHING, False, False
        with ExitStack() as opened:
            wanted = os.memfd_create("wanted question")
            opened.callback(os.close, wanted)
            os.ftruncate(wanted, mmap.PAGESIZE)
            self._wanted = _numbers_in(wanted)
            self._answers, other = multiprocessing.Pipe()
            opened.callback(other.close)
            self._process = _started(other.fileno(), wanted)
        for work in (self._serve, self._listen):
            threading.Thread(target=work, name="thinking", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self._process.poll() is not None

    def submit(self, question: Question, seconds: float) -> Future[Answer]:
        """Think about ``question`` instead of any other, for so many ``seconds``.

        ThinkingFailed is what the answer becomes if the process ends, hangs or finds nothing.
        """
        self._count += 1
        self._wanted[0] = self._count
        answering: Future[Answer] = Future()
        answering.set_running_or_notify_cancel()
        self._waiting.put((_Asked(self._count, seconds, question), answering))
        return answering

    def hurry(self) -> None:
        """Let the question be answered by the best that was found so far."""
        self._wanted[0] = NOTHING

    def close(self) -> None:
        """End the process at once; what is not answered has failed."""
        self._is_closed = True
        self.hurry()
        self._waiting.put(None)
        self._process.kill()

    def _serve(self) -> None:
        """Hand on one question at a time until the process has gone."""
        failure: ThinkingFailed | None = None
        while (waiting := self._waiting.get()) is not None:
            asked, answering = waiting
            if self._is_closed and failure is None:
                failure = ThinkingFailed("the thinking has ended")
            if failure is None:
                failure = self._answer(asked, answering)
                self.is_lost = failure is not None
            if failure is not None and not answering.done():
                answering.set_exception(failure)
        self._end()

    def _answer(self, asked: _Asked, answering: Future[Answer]) -> ThinkingFailed | None:
        """Answer, or fail; return why no other question can be answered, None if it can."""
        try:
            self._answers.send(asked)
            if not self._answers.poll(self._patience):
                return ThinkingFailed(f"no answer after {self._patience:g} seconds")
            found = self._answers.recv()
        except (OSError, EOFError) as error:
            return ThinkingFailed(f"the process has ended: {str(error) or 'nothing more came'}")
        except Exception as error:  # noqa: BLE001 - whatever cannot be pickled
            found = f"the question cannot be sent: {error}"
        if isinstance(found, Answer):
            answering.set_result(found)
        else:
            answering.set_exception(ThinkingFailed(str(found)))
        return None

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._answers.close()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _listen(self) -> None:
        """Write into the log what the process says itself."""
        said: IO[bytes] | None = self._process.stderr
        assert said is not None, "it was started with a pipe"
        with said, suppress(OSError, ValueError):
            for line in said:
                text = line.decode(errors="replace").rstrip()
                log.warning("the process that thinks: %s", text[:LONGEST_LINE])


def _started(answers: int, wanted: int) -> subprocess.Popen[bytes]:
    """Start the process; Ctrl-C in the terminal, and its end, do not reach it."""
    # as multiprocessing does, but whatever stands in the present folder is not imported
    code = f"import sys; sys.path[:] = {sys.path!r}; import {__name__} as child; child.think"
    return subprocess.Popen(
        [sys.executable, "-c", f"{code}({answers}, {wanted})"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        pass_fds=(answers, wanted),
        start_new_session=True,
    )


def _numbers_in(descriptor: int) -> memoryview:
    return memoryview(mmap.mmap(descriptor, mmap.PAGESIZE)).cast("i")


def think(answers: int, wanted: int) -> None:
    """In the child process: answer what comes by ``answers``, until the program has ended.

    Both arguments are descriptors; the memory of ``wanted`` has the number of the question that
    still counts.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_input, daemon=True).start()
    numbers = _numbers_in(wanted)
    with Connection(answers) as asking, suppress(EOFError, OSError):
        while True:
            asking.send(_answer_to_next(asking, numbers))


def _exit_after_input() -> None:
    """End this process when the other end of its input is gone, and with it the program."""
    while os.read(INPUT, 1):
        pass
    os._exit(0)


def _answer_to_next(asking: Connection, numbers: memoryview) -> Answer | str:
    """Return the answer to what is asked next, or the text of what went wrong."""
    try:
        number, seconds, question = asking.recv()
        return find_answer_within(seconds, question, lambda: bool(numbers[0] != number))
    except (EOFError, OSError):
        raise
    except Exception:  # noqa: BLE001 - the program logs it and goes on
        return traceback.format_exc()


class Thinking:
    """Keeps one :class:`ThinkingProcess`, and starts another when it has failed.

    After each failure in a row it waits longer before it does so; ``clock`` returns seconds.
    A failure is logged when it happens, and that it is over.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._clock, self._patience = clock, patience
        self._lock = threading.Lock()
        self._failures, self._rests_until = 0, clock()
        self.process: ThinkingProcess | None = None

    def prepare(self) -> None:
        """Start the process now, unless it runs or has failed a short while ago."""
        with suppress(ThinkingFailed):
            self._running()

    def submit(self, question: Question, seconds: float) -> Future[Answer]:
        """Think about ``question`` as :meth:`ThinkingProcess.submit` does; it may fail at once."""
        try:
            process = self._running()
        except ThinkingFailed as error:
            failed: Future[Answer] = Future()
            failed.set_exception(error)
            return failed
        answering = process.submit(question, seconds)
        answering.add_done_callback(lambda found: self._learn(process, found.exception()))
        return answering

    def hurry(self) -> None:
        """Let the question be answered by the best that was found so far."""
        if self.process is not None:
            self.process.hurry()

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            process, self.process = self.process, None
        if process is not None:
            process.close()

    def _running(self) -> ThinkingProcess:
        with self._lock:
            if self.process is not None and self.process.has_ended:
                self._give_up(self.process, "the process has ended")
            if self.process is not None:
                return self.process
            if self._clock() < self._rests_until:
                raise ThinkingFailed("the process that thinks has failed a short while ago")
            try:
                self.process = ThinkingProcess(self._patience)
            except (OSError, ValueError) as error:
                self._note(f"the process cannot be started: {error}")
                raise ThinkingFailed(str(error)) from error
            return self.process

    def _learn(self, process: ThinkingProcess, failure: BaseException | None) -> None:
        """Take note of how a question has ended; called in the thread of the ``process``."""
        with self._lock:
            if process is not self.process:
                return  # it was ended on purpose, or has failed before
            if failure is not None and process.is_lost:
                self._give_up(process, str(failure))
            elif failure is not None:
                log.error("a question has no answer, only a quick look: %s", failure)
            elif self._failures:
                self._failures = 0
                log.warning("the machine thinks again")

    def _give_up(self, process: ThinkingProcess, why: str) -> None:
        self.process = None
        process.close()
        self._note(why)

    def _note(self, why: str) -> None:
        pause = PAUSES[min(self._failures, len(PAUSES) - 1)]
        self._failures += 1
        self._rests_until = self._clock() + pause
        log.error("thinking failed, the machine only takes a quick look: %s", why)
