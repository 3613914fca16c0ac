"""Think in a child process, so that the loop only has to ask whether the answer is there.

The child process is started by :meth:`ProcessThinker.prepare` or by the first question, and stays.
If it cannot be started, dies (a small Pi sometimes runs out of memory) or hangs, the question is
answered in this process by a quick look, and a later question starts another child process.

Many tables can share one child process: it answers one question after the other.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from firmware_host.thinking.inline import Answer, Question, Thinker, quick_look

if TYPE_CHECKING:
    from concurrent.futures import Future

    from firmware_host.thinking.child_processes import Thinking

Result = TypeVar("Result")

TIME_BOX: Final = 2.0
"""Seconds after which the best move found so far counts; people wait that long without worrying.

The strength of a level is the number of positions it looks at. This limit is only for slow
computers.
"""


def result_of(work: "Future[Result] | None") -> Result | None:
    """Return what ``work`` found; None if it is not done, has failed or was cancelled."""
    if work is None or not work.done() or work.cancelled() or work.exception() is not None:
        return None
    return work.result()


def failure_of(work: "Future[Result] | None") -> BaseException | None:
    """Return why ``work`` has failed; None if it has not, is not done or was cancelled."""
    if work is None or not work.done() or work.cancelled():
        return None
    return work.exception()


class ThinkerBeside(Thinker):
    """Asks :meth:`_submit`; where that fails, a quick look answers.

    ``wake`` is called from another thread when an answer is there.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._question: Question | None = None
        self._answering: Future[Answer] | None = None
        self._quick: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        return result_of(self._answering) or self._quick

    def ask(self, question: Question | None, *, is_hurried: bool = False) -> None:
        if question != self._question:
            self._start(question)
        if question is not None and self._quick is None and failure_of(self._answering) is not None:
            self._quick = quick_look(question)
        if is_hurried:
            self._hurry()

    def prepare(self) -> None:
        return

    def close(self) -> None:
        self._start(None)

    def _start(self, question: Question | None) -> None:
        self._hurry()
        if self._answering is not None:
            self._answering.cancel()
        self._question, self._answering, self._quick = question, None, None
        if question is not None:
            self._answering = self._submit(question)
            self._answering.add_done_callback(lambda _: self._wake())

    @abstractmethod
    def _submit(self, question: Question) -> "Future[Answer]":
        """Begin to think about ``question``."""

    def _hurry(self) -> None:
        """Let the question be answered soon, if that is possible."""


class ProcessThinker(ThinkerBeside):
    """Think in one child process, for at most ``seconds`` about each question.

    ``thinking`` keeps the process; without it there is one that is this thinker's alone.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        seconds: float = TIME_BOX,
        thinking: "Thinking | None" = None,
    ) -> None:
        super().__init__(wake)
        self._seconds, self._thinking = seconds, thinking

    def prepare(self) -> None:
        self._begun().prepare()

    def close(self) -> None:
        super().close()
        if self._thinking is not None:
            self._thinking.close()

    def _submit(self, question: Question) -> "Future[Answer]":
        return self._begun().submit(question, self._seconds)

    def _hurry(self) -> None:
        if self._thinking is not None:
            self._thinking.hurry()

    def _begun(self) -> "Thinking":
        """Return what keeps the process: it is loaded for the first game with a machine."""
        if self._thinking is None:
            from firmware_host.thinking.child_processes import Thinking

            self._thinking = Thinking()
        return self._thinking


SHARED_TIME_BOX: Final = 0.3
"""Seconds after which the best move found so far counts: the other tables wait meanwhile."""


class SharedThinking:
    """A child process that thinks for at most ``seconds`` about each question.

    The questions wait in this process, in a thread that hands one at a time to the child process:
    ``thinking`` keeps it, and gives up all others for the newest one.
    """

    def __init__(
        self, seconds: float = SHARED_TIME_BOX, thinking: "Thinking | None" = None
    ) -> None:
        from concurrent.futures import ThreadPoolExecutor

        from firmware_host.thinking.child_processes import Thinking

        self._seconds, self._thinking = seconds, thinking or Thinking()
        self._waiting = ThreadPoolExecutor(1, "questions")

    def submit(self, question: Question) -> "Future[Answer]":
        """Think about ``question`` when those before it are answered."""
        return self._waiting.submit(self._answer, question)

    def close(self) -> None:
        """Answer no more questions, and end the child process."""
        self._waiting.shutdown(wait=False, cancel_futures=True)
        self._thinking.close()
        self._waiting.shutdown()

    def _answer(self, question: Question) -> Answer:
        return self._thinking.submit(question, self._seconds).result()


class TableThinker(ThinkerBeside):
    """The thinker of one table, at ``shared``; ``wake`` is called when an answer is there.

    ``wake`` is called from another thread.
    """

    def __init__(self, shared: SharedThinking, wake: Callable[[], None]) -> None:
        super().__init__(wake)
        self._shared = shared

    def _submit(self, question: Question) -> "Future[Answer]":
        return self._shared.submit(question)
