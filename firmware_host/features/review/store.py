"""What is worked out for reviews, in tasks of any executor or where the table thinks, and kept.

A review goes on after a power cut. At a table, positions are thought about in a child process, and
what is found there is kept there too: keys and display wait for no memory card.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from itertools import count, takewhile
from pathlib import Path
from typing import Final, NamedTuple

import games
from firmware_host.base.errors import UsageError, reason
from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.session.hand_steps import Correction
from firmware_host.session.session import Session
from firmware_host.stats import game_code
from firmware_host.thinking.inline import Answer, Question
from games.actions import Move, Throw
from games.budget import Stop
from games.record import Record, read, write
from games.replay import Moment
from games.review import (
    PROGRAM,
    Assessed,
    Review,
    ReviewPoint,
    TurningPoint,
    assess,
    judge_of,
    played,
    points_of,
    review,
    turn_so_far,
)
from games.text import digest
from games.valuation import AT_A_GLANCE, LookAhead
from hardware.untrusted_input import read_untrusted_text

FORMAT: Final = 1
"""Raised whenever the lines of a file mean something else."""
DIGITS: Final = 24
LONGEST: Final = 4 << 20
"""Bytes of a file at most: a record of the longest game has fewer points than fill them."""

MOST_FILES: Final = 50
"""The oldest reviews are removed when there are more."""


class _KeptPoint(Struct, frozen=True):
    """A line: what was found of a ``point``, by its number."""

    point: int
    worth: tuple[float, ...]
    change: tuple[float, ...]
    best: str
    doubt: float = 0.0


class KeptReview:
    """What is known of the review of ``record``, kept in ``folder``.

    ``code`` is that of :func:`firmware_host.stats.game_code`: other rules or players may
    judge differently. UsageError if the folder cannot be used.
    """

    def __init__(self, record: Record, code: str, folder: Path) -> None:
        played = write(replace(record, date="", players={}))  # whoever played it, and when
        key = digest(f"{FORMAT} {code}\n{played}".encode(), DIGITS)
        self.path = folder / f"{key}.jsonl"
        self.found: dict[int, Assessed] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _prune(folder)
            text = read_untrusted_text(self.path, LONGEST) if self.path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            why = reason(error) if isinstance(error, OSError) else "this is not text"
            raise UsageError(f"{folder}: reviews cannot be kept there: {why}") from None
        for line in text.splitlines():
            with suppress(ValuesError):
                kept = from_json(line, _KeptPoint)
                self.found[kept.point] = Assessed(kept.worth, kept.change, kept.best, kept.doubt)

    def add(self, found: Mapping[int, Assessed]) -> None:
        """Keep what was ``found``, by the numbers of the points."""
        self.found.update(found)
        lines = [json.dumps({"point": number, **asdict(each)}) for number, each in found.items()]
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" + "\n".join(lines) + "\n")
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {reason(error)}") from None


def _prune(folder: Path) -> None:
    """Remove the oldest files of ``folder``, so that there is room for one more."""
    files = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST_FILES - 1 :]:
        path.unlink(missing_ok=True)


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
        self.judge = judge_of(self.points)
        self._work = [_work(point) for point in self.points]

    @property
    def progress(self) -> ReviewProgress:
        """How far the review is."""
        found = self._kept.found
        done = sum(self._work[number] for number in found)
        return ReviewProgress(len(found), len(self.points), done, sum(self._work))

    @property
    def missing(self) -> Sequence[int]:
        """The numbers of the points of which nothing is known yet."""
        return [each for each in range(len(self.points)) if each not in self._kept.found]

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
        missing = self.missing
        parts = (missing[begin : begin + PER_TASK] for begin in range(0, len(missing), PER_TASK))
        tasks = [executor.submit(assess_points, self._text, numbers) for numbers in parts]
        for task in as_completed(tasks):
            self._kept.add(task.result())
            notify(self.progress)

    def review(self) -> Review:
        """Return the review, when nothing is missing any more."""
        return review(self.points, [self._kept.found[number] for number in range(len(self.points))])


def _work(point: ReviewPoint) -> int:
    """Return about how much work ``point`` is: a choice without an alternative is next to none."""
    if point.state.is_chance:
        return 2
    return 4 if len(point.state.legal_moves()) > 1 else 1


def assess_points(text: str, numbers: Sequence[int]) -> dict[int, Assessed]:
    """Return what was found of the points with these ``numbers`` in the record ``text``."""
    points, judge = _points(text)
    return {number: assess(points[number], judge) for number in numbers}


@lru_cache(1)
def _points(text: str) -> tuple[Sequence[ReviewPoint], LookAhead]:
    """Return the points of the record and who judges them, which a process works out once."""
    points = played(read(text), games)
    return points, judge_of(points)


log = logging.getLogger(__name__)


class ReviewPlace(NamedTuple):
    """The ``folder`` for the review of a game: its ``record`` as text, and its number of points."""

    folder: Path
    record: str
    points: int


class KeptPoints:
    """What is kept of the review at the place that was named last.

    Where the card fails, that is logged once, and nothing is known or kept.
    """

    def __init__(self) -> None:
        self._place: ReviewPlace | None = None
        self._run: ReviewRun | None = None

    def known(self, place: ReviewPlace, number: int) -> tuple[Assessed, ...]:
        """Return what is known at ``place`` from the point with this ``number`` on, without gap."""
        if place != self._place:
            self._open(place)
        return () if self._run is None else self._run.known_from(number)

    def keep(self, place: ReviewPlace, number: int, found: Assessed) -> None:
        """Keep what was ``found`` of the point with this ``number`` at ``place``."""
        if place != self._place:
            self._open(place)
        if self._run is None:
            return
        try:
            self._run.keep({number: found})
        except UsageError as error:
            self._give_up(error)

    def _open(self, place: ReviewPlace) -> None:
        earlier, self._run, self._place = self._run, None, place
        try:
            run = _run(place)
            if earlier is not None:
                run.take_over(earlier)
        except (UsageError, ValueError) as error:
            self._give_up(error)
        else:
            # seats that were passed over are points of a record, but nothing happened at the table
            self._run = run if len(run.points) == place.points else None

    def _give_up(self, error: Exception) -> None:
        log.warning("a review is not kept: %s", error)
        self._run = None


def _run(place: ReviewPlace) -> ReviewRun:
    record = read(place.record)
    return ReviewRun(record, KeptReview(record, _code(), place.folder))


@cache
def _code() -> str:
    """Return the sum of the rules and players, which do not change while the program runs."""
    return game_code()


KEPT_POINTS: Final = KeptPoints()
"""That of this process."""


PLAYER: Final = "review"
"""Stands for the player in a question that no player is asked."""


class ReviewQuestion(Question, frozen=True):
    """The question what happened at the ``point`` with this ``number``, as ``judge`` sees it.

    What is found is kept at ``place``, unless that is None.
    """

    number: int = 0
    point: ReviewPoint | None = None
    place: ReviewPlace | None = None
    judge: LookAhead = PROGRAM

    @classmethod
    def about(
        cls,
        number: int,
        point: ReviewPoint,
        place: ReviewPlace | None = None,
        judge: LookAhead = PROGRAM,
    ) -> "ReviewQuestion":
        """Return the question about ``point``; it is always the same."""
        return cls(point.state, PLAYER, number=number, point=point, place=place, judge=judge)

    def find_answer(self, stop: Stop) -> Answer:
        """Return what was found; at a glance if ``stop()`` is true at once, which is not kept."""
        assert self.point is not None, "a question about a point"
        if stop():
            return ReviewAnswer(self, (), (assess(self.point, AT_A_GLANCE),))
        if self.place is None:
            return ReviewAnswer(self, (), (assess(self.point, self.judge),))
        known = KEPT_POINTS.known(self.place, self.number)
        return ReviewAnswer(self, (), known or (self._kept(self.place, self.point),))

    def _kept(self, place: ReviewPlace, point: ReviewPoint) -> Assessed:
        found = assess(point, self.judge)
        KEPT_POINTS.keep(place, self.number, found)
        return found


class CommentQuestion(Question, frozen=True):
    """The question what happened at ``points``: throws of one turn, and a move after them."""

    points: tuple[ReviewPoint, ...] = ()

    @classmethod
    def about(cls, session: Session, index: int, *, in_full: bool) -> "CommentQuestion | None":
        """Return the question about the action ``index``; None if that is no move.

        ``in_full`` asks about the throws that led to it, too.
        """
        states, actions = session.states, session.actions
        if not isinstance(actions[index], Move):
            return None
        first = index
        while in_full and first and _is_throw_of(states[index].turn, session, first - 1):
            first -= 1
        moments = [Moment(0, None, None, states[first])]
        for number in range(first, index + 1):
            action = actions[number]
            assert not isinstance(action, Correction), "throws and a move"
            moments.append(Moment(1, None, action, states[number + 1]))
        return cls(states[index], PLAYER, points=points_of(moments, None)[:-1])

    def find_answer(self, stop: Stop) -> Answer:
        """Return what was found; nothing if ``stop()`` is true before."""
        found: list[Assessed] = []
        for point in self.points:
            if stop():
                return ReviewAnswer(self, ())
            found.append(assess(point, PROGRAM))
        return ReviewAnswer(self, (), tuple(found))

    def turn(self, answer: Answer) -> TurningPoint | None:
        """Return the turn as far as it is known by ``answer``; None if nothing was found."""
        found = answer.found if isinstance(answer, ReviewAnswer) else ()
        return turn_so_far(self.points, found) if found else None


def _is_throw_of(seat: int | None, session: Session, index: int) -> bool:
    return session.states[index].turn == seat and isinstance(session.actions[index], Throw)


@dataclass(frozen=True)
class ReviewAnswer(Answer):
    """What was ``found`` at the point, and at those after it that are known already."""

    found: tuple[Assessed, ...] = ()
