"""Thinking inline and in a child process: the same answers, soon if hurried, even after a crash."""

import os
import signal
import threading
from collections.abc import Collection, Iterator

import pytest

import games
from firmware_host.thinking.inline import Answer, InlineThinker, Question
from firmware_host.thinking.process import ProcessThinker

QUESTION = Question(games.load("squadro").start(), "greedy", seed=3)
OTHER = Question(games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11"), "greedy")
LONG = 60.0
"""Seconds that a test waits for only if something is wrong."""


class Beside:
    """A thinker in a child process, and a way to wait for its answer."""

    def __init__(self) -> None:
        self._has_come = threading.Event()
        self.thinker = ProcessThinker(self._has_come.set, seconds=LONG)

    @property
    def workers(self) -> Collection[int]:
        """The ids of the child processes."""
        pool = self.thinker._pool
        assert pool is not None
        return pool._processes

    def answer(self, question: Question, *, is_hurried: bool = False) -> Answer:
        self.thinker.ask(None)
        self._has_come.clear()
        self.thinker.ask(question, is_hurried=is_hurried)
        assert self._has_come.wait(LONG), "no answer"
        self.thinker.ask(question)
        assert self.thinker.answer is not None
        return self.thinker.answer


@pytest.fixture(scope="module")
def beside() -> Iterator[Beside]:
    made = Beside()
    yield made
    made.thinker.close()


def test_every_legal_move_is_ranked() -> None:
    thinker = InlineThinker()
    thinker.ask(QUESTION)
    assert thinker.answer is not None
    assert set(thinker.answer.ranked) == set(QUESTION.state.legal_moves())


def test_without_a_question_there_is_no_answer() -> None:
    thinker = InlineThinker()
    thinker.ask(QUESTION)
    thinker.ask(None)
    assert thinker.answer is None


def test_a_child_process_gives_the_same_answers(beside: Beside) -> None:
    thinker = InlineThinker()
    for question in (QUESTION, OTHER):
        thinker.ask(question)
        assert beside.answer(question) == thinker.answer


def test_an_answer_is_forgotten_with_its_question(beside: Beside) -> None:
    beside.answer(QUESTION)
    beside.thinker.ask(None)
    assert beside.thinker.answer is None


def test_a_prepared_process_is_the_one_that_answers(beside: Beside) -> None:
    beside.thinker.close()
    beside.thinker.prepare()
    (worker,) = beside.workers
    beside.answer(QUESTION)
    assert set(beside.workers) == {worker}


def test_a_hurried_question_is_answered_with_the_best_found_so_far(beside: Beside) -> None:
    long = Question(QUESTION.state, "searcher")
    at_once = InlineThinker(stop=lambda: True)
    at_once.ask(long)
    thorough = InlineThinker()
    thorough.ask(long)
    assert beside.answer(long, is_hurried=True) == at_once.answer != thorough.answer


def test_after_a_process_dies_a_quick_look_answers_and_the_next_question_starts_another(
    beside: Beside, caplog: pytest.LogCaptureFixture
) -> None:
    beside.answer(QUESTION)
    (worker,) = beside.workers
    os.kill(worker, signal.SIGKILL)
    answer = beside.answer(OTHER)
    assert answer.question == OTHER
    assert set(answer.ranked) == set(OTHER.state.legal_moves())
    assert "thinking failed" in caplog.text
    assert beside.answer(QUESTION).question == QUESTION
