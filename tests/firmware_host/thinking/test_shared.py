import threading
from collections.abc import Iterator

import pytest

import games
from firmware_host.thinking import child_processes
from firmware_host.thinking.child_processes import Thinking
from firmware_host.thinking.inline import Question, find_answer
from firmware_host.thinking.process import SharedThinking, TableThinker
from tests.firmware_host.thinking.questions import Deadly


@pytest.fixture
def shared() -> Iterator[SharedThinking]:
    found = SharedThinking()
    yield found
    found.close()


def question(seed: int = 0) -> Question:
    return Question(games.load("squadro").start(), "beginner", seed)


def test_each_table_gets_the_answer_to_its_own_question(shared: SharedThinking) -> None:
    there = [threading.Event() for _ in range(2)]
    tables = [TableThinker(shared, event.set) for event in there]
    for seed, table in enumerate(tables):
        table.ask(question(seed))
    for seed, (table, event) in enumerate(zip(tables, there, strict=True)):
        assert event.wait(60)
        assert table.answer is not None
        assert table.answer.question == question(seed)


def test_a_question_that_is_asked_no_more_has_no_answer(shared: SharedThinking) -> None:
    table = TableThinker(shared, lambda: None)
    table.ask(question())
    table.ask(None)
    assert table.answer is None


def test_a_question_that_waited_when_the_thinking_ended_has_no_answer() -> None:
    shared = SharedThinking()
    tables = [TableThinker(shared, lambda: None) for _ in range(2)]
    for seed, table in enumerate(tables):
        table.ask(question(seed))
    shared.close()
    tables[1].ask(question(1))
    assert tables[1].answer is None


def test_without_a_process_a_quick_look_answers(
    shared: SharedThinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(child_processes, "ThinkingProcess", fail)
    failed = threading.Event()
    table = TableThinker(shared, failed.set)
    table.ask(question())
    assert failed.wait(60)
    table.ask(question())
    assert table.answer is not None
    assert (table.answer.question, table.answer.is_quick) == (question(), True)


def test_a_process_that_dies_takes_only_the_question_it_thought_about(
    shared: SharedThinking,
) -> None:
    asked = (Deadly(question().state, "beginner"), question(1), question(2))
    ended = [threading.Event() for _ in asked]
    first, dropped, last = (TableThinker(shared, event.set) for event in ended)
    for each, table in zip(asked, (first, dropped, last), strict=True):
        table.ask(each)
    dropped.ask(None)
    assert all(event.wait(60) for event in ended)
    first.ask(asked[0])
    assert first.answer == find_answer(asked[0], stop=lambda: True)
    assert first.answer is not None
    assert first.answer.is_quick
    assert last.answer is not None
    assert (last.answer.question, last.answer.is_quick) == (question(2), False)


def test_the_process_that_thinks_ends_with_the_thinking() -> None:
    thinking, there = Thinking(), threading.Event()
    shared = SharedThinking(thinking=thinking)
    TableThinker(shared, there.set).ask(question())
    assert there.wait(60)
    process = thinking.process
    assert process is not None
    shared.close()
    assert process._process.wait(60) != 0
    assert thinking.process is None
