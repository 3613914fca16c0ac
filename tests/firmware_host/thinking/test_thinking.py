"""Thinking inline and in a child process: the same answers, soon if hurried, even after a crash."""

import logging
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue

import pytest

import games
from firmware_host.thinking import child_processes
from firmware_host.thinking.child_processes import Thinking
from firmware_host.thinking.inline import Answer, InlineThinker, Question
from firmware_host.thinking.process import ProcessThinker, ThinkerBeside
from hardware.simulated import VirtualClock
from tests.firmware_host.thinking.questions import (
    BadQuestion,
    Deadly,
    Endless,
    Puzzling,
    Talkative,
)

QUESTION = Question(games.load("squadro").start(), "greedy", seed=3)
OTHER = Question(games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11"), "greedy")
LONG = 60.0
"""Seconds that a test waits for only if something is wrong."""


def wait_for_end(process: int) -> None:
    """Wait until ``process`` is gone."""
    with suppress(ProcessLookupError):
        assert select.select([os.pidfd_open(process)], [], [], LONG)[0], "it still runs"


class Beside:
    """A thinker in a child process, and a way to wait for its answer."""

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self._has_come = threading.Event()
        self.thinking = Thinking(clock, LONG)
        self.thinker = ProcessThinker(self._has_come.set, LONG, self.thinking)

    @property
    def worker(self) -> int:
        """The number of the child process."""
        assert self.thinking.process is not None
        return self.thinking.process.pid

    def be_patient(self, seconds: float) -> None:
        """Let the process have so many seconds for an answer from now on."""
        self.thinking._patience = seconds
        if self.thinking.process is not None:
            self.thinking.process._patience = seconds

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
    worker = beside.worker
    beside.answer(QUESTION)
    assert beside.worker == worker


def test_a_hurried_question_is_answered_with_the_best_found_so_far(beside: Beside) -> None:
    long = Question(QUESTION.state, "searcher")
    at_once = InlineThinker(stop=lambda: True)
    at_once.ask(long)
    thorough = InlineThinker()
    thorough.ask(long)
    assert beside.answer(long, is_hurried=True) == at_once.answer != thorough.answer


def test_a_process_that_died_between_two_questions_is_replaced(
    beside: Beside, caplog: pytest.LogCaptureFixture
) -> None:
    beside.answer(QUESTION)
    worker = beside.worker
    os.kill(worker, signal.SIGKILL)
    wait_for_end(worker)
    assert not beside.answer(OTHER).is_quick
    assert beside.worker != worker
    assert "the process has ended" in caplog.text


@pytest.mark.parametrize(
    ("kind", "why", "is_lost"),
    [
        (Deadly, "the process has ended", True),
        (Endless, "no answer after 0.5 seconds", True),
        (Puzzling, "ValueError: no idea", False),
    ],
)
def test_what_the_process_cannot_answer_a_quick_look_does(
    kind: type[BadQuestion], why: str, is_lost: bool, caplog: pytest.LogCaptureFixture
) -> None:
    beside = Beside()
    beside.answer(QUESTION)
    beside.be_patient(0.5 if kind is Endless else LONG)
    bad, worker = kind(QUESTION.state, "greedy"), beside.worker
    answer = beside.answer(bad)
    assert (answer.question, answer.is_quick) == (bad, True)
    assert set(answer.ranked) == set(bad.state.legal_moves())
    assert why in caplog.text
    beside.be_patient(LONG)
    assert not beside.answer(QUESTION).is_quick
    assert (beside.worker != worker) == is_lost
    beside.thinker.close()
    wait_for_end(worker)


def test_a_process_that_hangs_is_replaced_before_the_next_question() -> None:
    beside = Beside()
    assert not beside.answer(QUESTION).is_quick
    worker = beside.worker
    beside.be_patient(0.1)
    os.kill(worker, signal.SIGSTOP)
    assert beside.answer(OTHER).is_quick
    wait_for_end(worker)
    beside.be_patient(LONG)
    assert not beside.answer(QUESTION).is_quick
    assert beside.worker != worker
    beside.thinker.close()


def test_after_each_failure_it_waits_longer_before_it_starts_another_process(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, tried = VirtualClock(), []

    def fail(*_: object) -> None:
        tried.append(clock())
        raise OSError("no memory")

    monkeypatch.setattr(child_processes, "ThinkingProcess", fail)
    beside = Beside(clock)
    for second in range(300):
        clock.advance_to(float(second))
        for _ in range(8):
            beside.thinker.prepare()
    assert tried == [0.0, 0.0, 1.0, 6.0, 21.0, 81.0, 141.0, 201.0, 261.0]
    assert len(caplog.records) == len(tried)
    assert beside.answer(QUESTION).is_quick
    monkeypatch.undo()
    clock.advance_to(400.0)
    assert not beside.answer(QUESTION).is_quick
    assert "the machine thinks again" in caplog.text
    beside.thinker.close()


def test_what_the_process_says_itself_reaches_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    beside = Beside()
    said: SimpleQueue[str] = SimpleQueue()
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", lambda record: said.put(record.getMessage()))
    monkeypatch.setattr(child_processes.log, "handlers", [handler])
    beside.answer(Talkative(QUESTION.state, "greedy"))
    assert said.get(timeout=LONG) == "the process that thinks: one of my own words"
    beside.thinker.close()


UNDER_TEXTUAL = """
import sys, threading
from multiprocessing import resource_tracker
from textual.app import App
import games
from firmware_host.thinking.inline import Question
from firmware_host.thinking.process import ProcessThinker, ThinkerBeside

class FrontEnd(App[str]):
    def on_mount(self):
        self.run_worker(self.ask, thread=True)

    def ask(self):
        question = Question(games.load("squadro").start(), "greedy")
        come = threading.Event()
        thinker = ProcessThinker(come.set, 60.0)
        thinker.ask(question)
        come.wait(60.0)
        thinker.ask(question)
        quick = thinker.answer.is_quick
        thinker.close()
        self.exit(f"descriptor {sys.stderr.fileno()}, quick: {quick}")

print(FrontEnd().run(headless=True))
print("named semaphores:", resource_tracker._resource_tracker._fd)
"""


def test_the_process_thinks_under_a_front_end_that_has_no_error_output() -> None:
    command = [sys.executable, "-c", UNDER_TEXTUAL]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)
    assert ran.stdout == "descriptor -1, quick: False\nnamed semaphores: None\n", ran.stderr


class NotedThinker(ThinkerBeside):
    """Notes what is submitted and how often it is hurried; nothing is answered by itself."""

    def __init__(self) -> None:
        super().__init__(lambda: None)
        self.answering: list[Future[Answer]] = []
        self.hurried = 0

    def _submit(self, question: Question) -> Future[Answer]:
        self.answering.append(Future())
        return self.answering[-1]

    def _hurry(self) -> None:
        self.hurried += 1


def test_a_question_is_hurried_when_people_want_the_answer_and_not_before() -> None:
    thinker = NotedThinker()
    thinker.ask(QUESTION)
    before = thinker.hurried
    thinker.ask(QUESTION)
    assert thinker.hurried == before
    thinker.ask(QUESTION, is_hurried=True)
    assert (thinker.hurried, len(thinker.answering)) == (before + 1, 1)


@pytest.mark.parametrize("following", [OTHER, None])
def test_thinking_about_what_nobody_asks_any_more_is_stopped(following: Question | None) -> None:
    thinker = NotedThinker()
    thinker.ask(QUESTION)
    before, (first,) = thinker.hurried, thinker.answering
    thinker.ask(following)
    assert thinker.hurried == before + 1
    assert first.cancelled()


def test_closing_stops_the_thinking() -> None:
    thinker = NotedThinker()
    thinker.ask(QUESTION)
    before, (first,) = thinker.hurried, thinker.answering
    thinker.close()
    assert thinker.hurried == before + 1
    assert first.cancelled()


class NotedThinking(Thinking):
    """Notes each hurry."""

    def __init__(self) -> None:
        super().__init__()
        self.hurried = 0

    def hurry(self) -> None:
        self.hurried += 1


def test_a_hurry_reaches_the_process_that_thinks() -> None:
    thinking = NotedThinking()
    thinker = ProcessThinker(lambda: None, LONG, thinking)
    thinker.ask(None, is_hurried=True)
    assert thinking.hurried == 1
