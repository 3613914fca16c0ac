"""Thinking in a worker of a browser: the same answers, ended when nobody waits for them."""

import pickle
from collections.abc import Callable
from concurrent.futures import Future

import pytest

import games
from firmware_host.thinking.inline import Answer, Question, ThinkingFailed, find_answer
from firmware_host.thinking.worker import ThinkingWorker, WorkerThinker, answered
from games.budget import never

QUESTION = Question(games.load("squadro").start(), "greedy", seed=3)
OTHER = Question(games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11"), "greedy")


class Beside:
    """A worker that answers when it is told to, and the thinker of a table that asks it."""

    def __init__(self) -> None:
        self.asked: dict[int, bytes] = {}
        self.dropped: list[int] = []
        self.woken = 0
        self.worker = ThinkingWorker(self.asked.__setitem__, self.dropped.append)
        self.thinker = WorkerThinker(self.worker, self._wake)

    def _wake(self) -> None:
        self.woken += 1

    def answer(self, number: int) -> None:
        """Answer the question with this ``number``."""
        self.worker.take(number, answered(self.asked[number], never))


def test_the_answer_is_that_of_the_program_itself() -> None:
    beside = Beside()
    beside.thinker.ask(QUESTION)
    assert (beside.thinker.answer, beside.woken) == (None, 0)
    beside.answer(1)
    assert beside.thinker.answer == find_answer(QUESTION, never)
    assert beside.woken == 1


def test_the_same_question_is_asked_once() -> None:
    beside = Beside()
    beside.thinker.ask(QUESTION)
    beside.thinker.ask(QUESTION)
    assert [*beside.asked] == [1]


def test_a_question_that_does_not_count_any_more_is_dropped() -> None:
    beside = Beside()
    beside.thinker.ask(QUESTION)
    beside.thinker.ask(OTHER)
    assert beside.dropped == [1]
    beside.answer(1)
    assert beside.thinker.answer is None
    beside.answer(2)
    assert beside.thinker.answer == find_answer(OTHER, never)


def test_a_question_that_is_hurried_is_dropped_and_its_answer_counts() -> None:
    beside = Beside()
    beside.thinker.ask(QUESTION)
    beside.thinker.ask(QUESTION, is_hurried=True)
    assert beside.dropped == [1]
    beside.answer(1)
    assert beside.thinker.answer is not None


def test_the_end_of_the_table_drops_what_it_has_asked() -> None:
    beside = Beside()
    beside.thinker.ask(QUESTION)
    beside.thinker.close()
    assert beside.dropped == [1]


def test_a_worker_that_has_failed_is_replaced_by_a_quick_look() -> None:
    beside = Beside()
    beside.thinker.ask(QUESTION)
    beside.worker.take(1, None)
    beside.thinker.ask(QUESTION)
    found = beside.thinker.answer
    assert found is not None
    assert found.is_quick


def test_whoever_asks_the_worker_hears_that_it_has_failed() -> None:
    beside = Beside()
    answering: Future[Answer] = beside.worker.submit(QUESTION)
    beside.worker.take(1, None)
    beside.worker.take(1, None)  # it may say so twice
    with pytest.raises(ThinkingFailed):
        answering.result()


class Waiting(Question, frozen=True):
    """A question about which one could think for ever."""

    def find_answer(self, stop: object) -> Answer:
        assert callable(stop)
        while not stop():
            pass
        return Answer(self, ())


def ended(is_dropped: Callable[[], bool], seconds: float) -> Answer:
    """Return the answer to a question about which one could think for ever."""
    found = pickle.loads(answered(pickle.dumps(Waiting(QUESTION.state, "")), is_dropped, seconds))
    assert isinstance(found, Answer)
    return found


def test_thinking_ends_when_the_question_is_dropped() -> None:
    looks = iter((False, False, True))
    assert ended(looks.__next__, seconds=60.0).ranked == ()
    assert next(looks, None) is None


def test_thinking_ends_when_its_time_is_over() -> None:
    assert ended(never, seconds=0.0).ranked == ()
