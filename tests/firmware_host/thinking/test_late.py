"""A thinker that is opened with the first question."""

import logging
import threading
from collections.abc import Callable

import pytest

import games
from firmware_host.thinking.inline import InlineThinker, Question, Thinker
from firmware_host.thinking.late import LateThinker

QUESTION = Question(games.load("squadro").start(), "first")
PATIENCE = 60.0


class Opening:
    """Opens a thinker, and counts how often."""

    def __init__(self) -> None:
        self.count = 0
        self.is_open = threading.Event()

    def __call__(self, wake: Callable[[], None]) -> Thinker:
        self.count += 1
        return InlineThinker()


@pytest.fixture
def opening() -> Opening:
    return Opening()


@pytest.fixture
def thinker(opening: Opening) -> LateThinker:
    return LateThinker(opening.is_open.set, opening)


def test_nothing_is_opened_before_a_question(opening: Opening, thinker: LateThinker) -> None:
    thinker.ask(None)
    assert thinker.answer is None
    thinker.close()
    assert opening.count == 0


def test_a_question_opens_it_once_and_is_answered_then(
    opening: Opening, thinker: LateThinker
) -> None:
    thinker.prepare()
    thinker.ask(QUESTION)
    assert opening.is_open.wait(PATIENCE)
    thinker.ask(QUESTION)
    assert thinker.answer is not None
    assert thinker.answer.question == QUESTION
    assert opening.count == 1
    thinker.close()
    assert thinker.answer is None


def test_a_thinker_that_cannot_be_opened_leaves_a_quick_look(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(wake: Callable[[], None]) -> Thinker:
        raise OSError("no memory")

    is_open = threading.Event()
    thinker = LateThinker(is_open.set, fail)
    with caplog.at_level(logging.ERROR):
        thinker.ask(QUESTION)
        assert is_open.wait(PATIENCE)
    thinker.ask(QUESTION)
    assert thinker.answer is not None
    assert caplog.messages == ["thinking failed: using a quick look instead"]
