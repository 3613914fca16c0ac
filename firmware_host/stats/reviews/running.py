"""Work a review out in tasks, which any executor can do in any order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from functools import lru_cache
from itertools import count, takewhile

from msgspec import Struct

import games
from firmware_host.stats.reviews.kept import KeptReview
from games.record import Record, read, write
from games.review.accounts import Assessed, Review, ReviewPoint, assess, played, review

PER_TASK = 4
"""How many points a task assesses: few, so that little is lost when it is interrupted."""


class ReviewProgress(Struct, frozen=True):
    """How many points of a game are assessed, of how many, and the same weighed by their work."""

    done: int
    points: int
    work_done: int
    work: int

    def seconds_left(self, begun: "ReviewProgress", seconds: float) -> float | None:
        """Return how long the rest takes at the pace of the ``seconds`` since ``begun``.

        None if nothing has been done since.

        >>> begun = ReviewProgress(done=10, points=100, work_done=20, work=220)
        >>> ReviewProgress(60, 100, 120, 220).seconds_left(begun, 30.0)
        30.0
        """
        done = self.work_done - begun.work_done
        return seconds * (self.work - self.work_done) / done if done else None


Notify = Callable[[ReviewProgress], None]


class ReviewRun:
    """The review of ``record``, as far as ``kept`` has it; RecordError if the record is wrong."""

    def __init__(self, record: Record, kept: KeptReview) -> None:
        self._text = write(record)
        self._kept = kept
        self.points = played(record, games)
        self._work = [_work(point) for point in self.points]

    @property
    def progress(self) -> ReviewProgress:
        """How far the review is."""
        found = self._kept.found
        done = sum(self._work[number] for number in found)
        return ReviewProgress(len(found), len(self.points), done, sum(self._work))

    def take_over(self, other: "ReviewRun") -> None:
        """Keep what ``other`` has found out about the same points.

        A game that has gone on begins with the points that it had before.
        """
        pairs = enumerate(zip(self.points, other.points, strict=False))
        same = [number for number, _ in takewhile(lambda pair: pair[1][0] == pair[1][1], pairs)]
        missing = [number for number in same if number not in self._kept.found]
        known = other._kept.found
        found = {number: known[number] for number in missing if number in known}
        if found:
            self._kept.add(found)

    def known_from(self, number: int) -> tuple[Assessed, ...]:
        """Return what is known from the point with this ``number`` on, up to the first gap."""
        found = self._kept.found
        return tuple(found[each] for each in takewhile(found.__contains__, count(number)))

    def keep(self, found: Mapping[int, Assessed]) -> None:
        """Keep what was ``found`` elsewhere, by the numbers of the points."""
        self._kept.add(found)

    def work(self, executor: Executor, notify: Notify) -> None:
        """Assess what is missing by ``executor``; keep each part at once, then ``notify``."""
        tasks = [executor.submit(assess_points, self._text, numbers) for numbers in self._missing()]
        for task in as_completed(tasks):
            self._kept.add(task.result())
            notify(self.progress)

    def review(self) -> Review:
        """Return the review, when nothing is missing any more."""
        return review(self.points, [self._kept.found[number] for number in range(len(self.points))])

    def _missing(self) -> Iterator[Sequence[int]]:
        missing = [each for each in range(len(self.points)) if each not in self._kept.found]
        return (missing[begin : begin + PER_TASK] for begin in range(0, len(missing), PER_TASK))


def _work(point: ReviewPoint) -> int:
    """Return about how much work ``point`` is: a choice without an alternative is next to none."""
    if point.state.is_chance:
        return 2
    return 4 if len(point.state.legal_moves()) > 1 else 1


def assess_points(text: str, numbers: Sequence[int]) -> dict[int, Assessed]:
    """Return what was found of the points with these ``numbers`` in the record ``text``."""
    points = _points(text)
    return {number: assess(points[number]) for number in numbers}


@lru_cache(1)
def _points(text: str) -> tuple[ReviewPoint, ...]:
    """Return the points of the record, which a process works out once."""
    return played(read(text), games)
