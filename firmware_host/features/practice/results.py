"""What a class has answered in exercises: each table, in a row, and for a spreadsheet."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from firmware_host.screens.view import View
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from games.actions import Move

MOST_ANSWERS: Final = 1000
"""The most answers that are kept of one table; the oldest make room."""


class GivenAnswer(NamedTuple):
    """An answer to the exercise of ``game`` with this ``position``: its ``move``, right or wrong.

    It was the ``number``-th to this exercise at its table, ``seconds`` after the exercise came.
    """

    game: str
    position: str
    number: int
    move: str
    is_right: bool
    seconds: float


class AnswerLog:
    """The answers to exercises at one table; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._given: list[GivenAnswer] = []
        self._tries: Counter[tuple[str, str]] = Counter()
        self._session: Session | None = None
        self._since, self._shown = 0.0, False

    @property
    def given(self) -> Sequence[GivenAnswer]:
        """All answers, the oldest first."""
        return tuple(self._given)

    @property
    def wrong_in_a_row(self) -> int:
        """How many of the newest answers were wrong, one after the other."""
        right = (number for number, each in enumerate(reversed(self._given)) if each.is_right)
        return next(right, len(self._given))

    def follow(self, session: Session | None, view: View | None) -> None:
        """Note what ``view`` says of the answer to the exercise in ``session``, if it is one."""
        if session is not self._session:
            self._session, self._since = session, self._clock()
        verdict = None if session is None or view is None else view.verdict
        is_new, self._shown = not self._shown, verdict is not None
        if session is None or verdict is None or not is_new or not session.actions:
            return
        answer = session.actions[0]
        if isinstance(answer, Move) and session.setup.position:
            self._note(session.setup, answer, is_right=verdict)

    def _note(self, setup: Setup, move: Move, *, is_right: bool) -> None:
        exercise = (setup.game, setup.position)
        self._tries[exercise] += 1
        seconds = round(self._clock() - self._since, 1)
        answer = GivenAnswer(*exercise, self._tries[exercise], str(move), is_right, seconds)
        self._given = [*self._given, answer][-MOST_ANSWERS:]


class ExerciseResult(NamedTuple):
    """How a table did in the exercises of a ``game``.

    So many exercises were ``tried`` and ``solved``, these ``at_once``, with so many ``wrong``
    answers in all.
    """

    game: str
    tried: int
    solved: int
    at_once: int
    wrong: int


def results(given: Iterable[GivenAnswer]) -> Iterator[ExerciseResult]:
    """Yield a result for each game to whose exercises answers were ``given``."""
    by_game: dict[str, list[GivenAnswer]] = {}
    for answer in given:
        by_game.setdefault(answer.game, []).append(answer)
    for game, answers in by_game.items():
        right = {each.position for each in answers if each.is_right}
        at_once = {each.position for each in answers if each.is_right and each.number == 1}
        tried = {each.position for each in answers}
        wrong = sum(not each.is_right for each in answers)
        yield ExerciseResult(game, len(tried), len(right), len(at_once), wrong)


COLUMNS: Final = ("table", "name", "game", "position", "number", "answer", "right", "seconds")
"""What the columns of the spreadsheet are called."""


class AnswerPool:
    """The answers of all tables by number and name; those of closed tables stay."""

    def __init__(self) -> None:
        self._logs: dict[tuple[int, str], AnswerLog] = {}

    def add(self, number: int, name: str, log: AnswerLog) -> None:
        """Take the ``log`` of the table with this ``number`` and ``name``."""
        self._logs[number, name] = log

    @property
    def count(self) -> int:
        """How many answers there are: a number that grows with each."""
        return sum(len(log.given) for log in self._logs.values())

    def by_table(self) -> Mapping[int, Sequence[ExerciseResult]]:
        """Return the results of each table at which somebody answered, by its number."""
        found = {number: tuple(results(log.given)) for (number, _), log in self._logs.items()}
        return {number: each for number, each in found.items() if each}

    def csv(self) -> str:
        """Return every answer as comma-separated values, with a line of names (RFC 4180)."""
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        for (number, name), log in self._logs.items():
            for each in log.given:
                right = int(each.is_right)
                row = (each.game, each.position, each.number, each.move, right, each.seconds)
                writer.writerow((number, name, *row))
        return text.getvalue()
