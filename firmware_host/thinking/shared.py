"""Think for many tables in one child process, one question after the other.

The child process is started by the first question. If it dies or hangs, the question is answered in
this process by a quick look, and a later question starts another child process.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from firmware_host.thinking.child_processes import Thinking
from firmware_host.thinking.inline import Answer, Question
from firmware_host.thinking.process import ThinkerBeside

TIME_BOX: Final = 0.3
"""Seconds after which the best move found so far counts: the other tables wait meanwhile."""


class SharedThinking:
    """A child process that thinks for at most ``seconds`` about each question.

    The questions wait in this process, in a thread that hands one at a time to the child process:
    ``thinking`` keeps it, and gives up all others for the newest one.
    """

    def __init__(self, seconds: float = TIME_BOX, thinking: Thinking | None = None) -> None:
        self._seconds, self._thinking = seconds, thinking or Thinking()
        self._waiting = ThreadPoolExecutor(1, "questions")

    def submit(self, question: Question) -> Future[Answer]:
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

    def _submit(self, question: Question) -> Future[Answer]:
        return self._shared.submit(question)
