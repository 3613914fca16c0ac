"""Every sentence of a lesson is true by the rules in every language, and every move is answered."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

import games
from firmware_host.features.lessons.lesson import LessonTask, has_lesson, read_lesson
from firmware_host.text.translator import Language
from games.actions import Action
from tests.docs.example_phrases import Phrase
from tests.docs.example_turn import GAP, Telling, gaps_of
from tests.docs.test_first_turn import changes
from tests.firmware_host.features.lessons.claims import Taught
from tests.firmware_host.features.lessons.phrases import PHRASES, WORDS

SENTENCE = re.compile(r"(?<=[.!?]) ")
MOST_TASKS, FEWEST_TASKS = 12, 8
TASKS = [
    (game, number, code)
    for game in filter(has_lesson, games.names())
    for number in range(len(read_lesson(game).tasks))
    for code in WORDS
]

every_task = pytest.mark.parametrize(("game", "number", "code"), TASKS)


def find_phrase(sentence: str, code: str) -> tuple[Phrase, Sequence[str]]:
    """Return the phrase that ``sentence`` is, and what fills its gaps."""
    found = [
        (phrase, gaps)
        for phrase in PHRASES
        if (gaps := gaps_of(getattr(phrase, code), sentence)) is not None
    ]
    assert len(found) == 1, f"expected one phrase of phrases.py for: {sentence}"
    return found[0]


@cache
def said(game: str, number: int, code: str) -> Sequence[tuple[str, Taught]]:
    """Return each sentence of a task in a language, with what it is said about."""
    lesson, say = read_lesson(game), Language(code)
    task = lesson.tasks[number]
    state = games.load(game, **lesson.options).state(task.position)
    actions = state.actions()
    right = [each for each in actions if task.answer(each).right]
    about: list[tuple[str, Sequence[Action]]] = [(task.rule, actions), (task.task, actions)]
    about += [(each.says, done_for(task, each.says, actions)) for each in task.answers]
    return [
        (sentence, Taught(Telling(WORDS[code], [state]), right, done))
        for text, done in about
        for sentence in SENTENCE.split(say(text))
    ]


def done_for(task: LessonTask, says: str, actions: Sequence[Action]) -> list[Action]:
    return [each for each in actions if task.answer(each).says == says]


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_lesson_of_eight_to_twelve_tasks_that_differ(game: str) -> None:
    assert has_lesson(game)
    lesson = read_lesson(game)
    assert FEWEST_TASKS <= len(lesson.tasks) <= MOST_TASKS
    assert len(set(lesson.keys)) == len(lesson.tasks)


@every_task
def test_every_sentence_is_true_by_the_rules(game: str, number: int, code: str) -> None:
    for sentence, taught in said(game, number, code):
        phrase, gaps = find_phrase(sentence, code)
        phrase.claim(taught, *gaps)


@every_task
def test_every_language_says_the_same(game: str, number: int, code: str) -> None:
    here = [find_phrase(sentence, code)[0] for sentence, _ in said(game, number, code)]
    english = [find_phrase(sentence, "en")[0] for sentence, _ in said(game, number, "en")]
    assert here == english


@every_task
def test_a_sentence_with_another_square_colour_or_number_is_not_true(
    game: str, number: int, code: str
) -> None:
    for sentence, taught in said(game, number, code):
        phrase, gaps = find_phrase(sentence, code)
        for place, kind in enumerate(GAP.findall(getattr(phrase, code))):
            for change in changes(kind, gaps[place], taught.telling):
                changed = [*gaps[:place], change, *gaps[place + 1 :]]
                with pytest.raises(Exception):  # noqa: B017, PT011
                    phrase.claim(taught, *changed)


@every_task
def test_every_move_has_an_answer_and_every_answer_a_move(
    game: str, number: int, code: str
) -> None:
    lesson = read_lesson(game)
    task = lesson.tasks[number]
    state = games.load(game, **lesson.options).state(task.position)
    given = {task.answer(each) for each in state.actions()}
    assert given == set(task.answers)
    assert any(each.right for each in given)
    says = [Language(code)(each.says) for each in task.answers]
    assert len(set(says)) == len(says)


def test_every_phrase_is_used() -> None:
    used = {
        find_phrase(sentence, code)[0].en
        for game, number, code in TASKS
        if code == "en"
        for sentence, _ in said(game, number, code)
    }
    assert used == {phrase.en for phrase in PHRASES}
