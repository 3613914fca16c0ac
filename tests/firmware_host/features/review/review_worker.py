"""A stand-in for the process that works reviews out."""

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

from firmware_host.features.review.store import ReviewAnswer, ReviewQuestion
from firmware_host.thinking.inline import Answer, Question
from games.review import Assessed


class Worker:
    """Finds everything even at once, unless it ``fails`` or ``hangs`` after so many points.

    It notes what it was ``asked``.
    """

    def __init__(self, *, hangs: int | None = None, fails: bool = False) -> None:
        self.hangs, self.fails, self.is_stopped = hangs, fails, False
        self.asked: list[int] = []
        self._waiting: list[Future[Answer]] = []

    def ask(self, question: Question) -> Future[Answer]:
        assert isinstance(question, ReviewQuestion)
        done = Future[Answer]()
        self.asked.append(question.number)
        if self.hangs is not None and len(self.asked) > self.hangs:
            self._waiting.append(done)
        elif self.fails:
            done.set_exception(MemoryError())
        else:
            found = Assessed((0.5, 0.5), (0.0, 0.0))
            done.set_result(ReviewAnswer(question, (), (found,)))
        return done

    def stop(self) -> None:
        self.is_stopped = True
        while self._waiting:
            self._waiting.pop().set_exception(BrokenProcessPool())
