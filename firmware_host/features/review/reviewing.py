"""Reviews for pages: worked out one game at a time, beside what shows the pages."""

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.features.review.remote import FOLDER, SharedReview
from firmware_host.features.review.report import shared
from firmware_host.features.review.store import KeptReview, ReviewAnswer, ReviewQuestion, ReviewRun
from firmware_host.remote.requests import KeptGame
from firmware_host.session.replay import record
from firmware_host.stats import game_code
from firmware_host.storage.history import SavedGame
from firmware_host.thinking.inline import Answer, Question, find_answer
from games.budget import never
from games.core import Catalogue, State

if TYPE_CHECKING:
    from concurrent.futures import Future


class Reviewer(Protocol):
    """Who works out what happened at the points of a game, one at a time."""

    def ask(self, question: Question) -> "Future[Answer]":
        """Begin to find out what ``question`` asks."""

    def stop(self) -> None:
        """End, also in the middle of a question: what is not answered may fail."""


class AskedElsewhere(NamedTuple):
    """Asks where machines think, by ``ask``, which goes on with other questions."""

    ask: Callable[[Question], "Future[Answer]"]

    def stop(self) -> None:
        return


LOWEST: Final = 19
"""The nice value of a process that gives way to all others."""

MOST_DATA: Final = 64 * 1024 * 1024
"""Bytes that the process may take: beyond that the review fails, and the server goes on."""


class ReviewProcess:
    """One process with the nice value ``niceness``, ready at once; it ends with this one.

    What it needs is imported here: a browser has no processes.
    """

    def __init__(self, niceness: int = LOWEST) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        self.pool = ProcessPoolExecutor(1, get_context("spawn"), _stand_back, (niceness,))
        self.pool.submit(os.getpid).result()

    def ask(self, question: Question) -> "Future[Answer]":
        """Begin to find out what ``question`` asks."""
        return self.pool.submit(find_answer, question, never)

    def stop(self) -> None:
        """End the process, also in the middle of a question: what is left of them fails.

        Python 3.14 has this as ``terminate_workers``.
        """
        for process in [*self.pool._processes.values()]:
            process.terminate()
        self.pool.shutdown(wait=False)


def _stand_back(niceness: int) -> None:
    """Prepare the process; a server that systemd confines has the lower priority already."""
    import resource

    from firmware_host.thinking.child_processes import follow_parent

    follow_parent()
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, niceness)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA, MOST_DATA))


def reviewer(
    ask: Callable[[Question], "Future[Answer]"] | None = None,
) -> Callable[[], Reviewer]:
    """Return what starts who works reviews out: a process, unless there is somebody to ``ask``."""
    return ReviewProcess if ask is None else lambda: AskedElsewhere(ask)


WAIT_SECONDS: Final = 10.0
"""A review that nobody has asked for so long is given up; what is worked out is kept."""

LOOK_SECONDS: Final = 1.0
"""How often to look whether somebody still waits."""

MOST_WAITING: Final = 30
"""Games that may wait for their turn: those of a class."""

MOST_KNOWN: Final = 3
"""Reviews that stay in memory."""

log = logging.getLogger(__name__)


class ReviewState(Struct, frozen=True):
    """How far a review is: ``done`` of ``of`` points, and the seconds ``left`` if they are known.

    ``ahead`` tells how many games come first. ``is_refused`` says that too many wait, ``is_failed``
    that there will be no review. ``review`` is there at the end, with the ``states`` of its game,
    which ``is_over`` or goes on.
    """

    done: int = 0
    of: int = 0
    left: float | None = None
    ahead: int = 0
    is_refused: bool = False
    is_failed: bool = False
    review: SharedReview | None = None
    states: Sequence[State] = ()
    is_over: bool = True


class WantedReview(Struct):
    """A ``game`` whose review somebody asked for at a time, last ``asked_at`` in seconds."""

    game: KeptGame
    asked_at: float
    state: ReviewState = ReviewState()


class GameReviews:
    """Works out the reviews that pages ask for, and keeps what is worked out in ``folder``.

    Games are those of ``catalogue``; ``start`` starts who works, ``clock`` returns seconds.
    """

    def __init__(
        self,
        folder: Path,
        catalogue: Catalogue,
        start: Callable[[], Reviewer],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder, self._catalogue = folder / FOLDER, catalogue
        self._start, self._clock = start, clock
        self._known: deque[tuple[KeptGame, ReviewState]] = deque(maxlen=MOST_KNOWN)
        self._queue: list[WantedReview] = []
        self._task: asyncio.Task[None] | None = None
        self._last: ReviewRun | None = None

    def ask(self, game: KeptGame) -> ReviewState:
        """Return how far the review of ``game`` is; begin it when it is its turn.

        Ask again and again: a review for which nobody waits is given up.
        """
        for known in self._known:
            if known[0] == game:
                if known[1].is_failed:  # told once: whoever asks again wants another try
                    self._known.remove(known)
                return known[1]
        wanted = self._wanted(game)
        if wanted is None:
            return ReviewState(is_refused=True)
        wanted.asked_at = self._clock()
        if not self._is_working:
            self._task = asyncio.create_task(self._work_out(self._queue[0]))
        return replace(wanted.state, ahead=self._queue.index(wanted))

    def _wanted(self, game: KeptGame) -> WantedReview | None:
        """Return ``game`` as it stands in the queue, at the end if it is new; None without room."""
        first = 1 if self._is_working else 0
        waiting = [each for each in self._queue[first:] if self._is_waited_for(each)]
        self._queue[first:] = waiting
        found = next((each for each in self._queue if each.game == game), None)
        if found is None and len(self._queue) <= MOST_WAITING:
            found = WantedReview(game, self._clock())
            self._queue.append(found)
        return found

    @property
    def _is_working(self) -> bool:
        return self._task is not None and not self._task.done()

    def _is_waited_for(self, wanted: WantedReview) -> bool:
        return self._clock() - wanted.asked_at < WAIT_SECONDS

    async def _work_out(self, wanted: WantedReview) -> None:
        try:
            found = await self._worked(wanted)
        except Exception:
            log.exception("a review could not be worked out")
            found = ReviewState(is_failed=True)
        finally:
            self._queue.remove(wanted)
        if found is not None:
            self._known.append((wanted.game, found))

    async def _worked(self, wanted: WantedReview) -> ReviewState | None:
        """Return the review of the game that is ``wanted``; None if it is given up."""
        run = await asyncio.to_thread(self._begun, wanted.game)
        self._last = run
        if run.progress.done < run.progress.points and not await self._all_found(run, wanted):
            return None
        return _worked_out(run)

    def _begun(self, game: KeptGame) -> ReviewRun:
        found = record(SavedGame(game.date, game.records), self._catalogue)
        run = ReviewRun(found, KeptReview(found, game_code(), self._folder))
        if self._last is not None:
            run.take_over(self._last)
        return run

    async def _all_found(self, run: ReviewRun, wanted: WantedReview) -> bool:
        """Work out what is missing; return whether all is there."""
        reviewer = await asyncio.to_thread(self._start)
        begun, started = run.progress, self._clock()

        def report() -> None:
            left = run.progress.seconds_left(begun, self._clock() - started)
            wanted.state = ReviewState(run.progress.done, run.progress.points, left)

        working = asyncio.create_task(_work(run, reviewer, report))
        try:
            while not working.done() and self._is_waited_for(wanted):
                await asyncio.wait({working}, timeout=LOOK_SECONDS)
        finally:
            is_done = working.done()
            reviewer.stop()
            working.cancel()
        await asyncio.wait({working})
        if is_done:
            working.result()
        return is_done


async def _work(run: ReviewRun, reviewer: Reviewer, report: Callable[[], None]) -> None:
    """Let ``reviewer`` find what is missing of ``run``; ``report`` when something was found."""
    report()
    for number in run.missing:
        question = ReviewQuestion.about(number, run.points[number], judge=run.judge)
        answer = await asyncio.wrap_future(reviewer.ask(question))
        if isinstance(answer, ReviewAnswer):
            await asyncio.to_thread(run.keep, {number: answer.found[0]})
        report()


def _worked_out(run: ReviewRun) -> ReviewState:
    points = run.points
    return ReviewState(
        len(points),
        len(points),
        review=shared(run.review(), points),
        states=[point.state for point in points],
        is_over=points[-1].outcome is not None,
    )
