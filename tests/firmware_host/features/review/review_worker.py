"""A stand-in for the process that works reviews out."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from games.review import Assessed


class Worker:
    """Finds everything even at once, unless it ``fails`` or ``hangs`` after so many points.

    It notes what it was ``asked``.
    """

    def __init__(self, *, hangs: int | None = None, fails: bool = False) -> None:
        self.hangs, self.fails, self.is_stopped = hangs, fails, False
        self.asked: list[int] = []
        self._waiting: list[Future[Any]] = []

    def submit(self, _: Callable[..., Any], __: str, numbers: Sequence[int]) -> Future[Any]:
        done: Future[Any] = Future()
        self.asked += numbers
        if self.hangs is not None and len(self.asked) > self.hangs:
            self._waiting.append(done)
        elif self.fails:
            done.set_exception(MemoryError())
        else:
            done.set_result({number: Assessed((0.5, 0.5), (0.0, 0.0)) for number in numbers})
        return done

    def stop(self) -> None:
        self.is_stopped = True
        while self._waiting:
            self._waiting.pop().set_exception(BrokenProcessPool())
