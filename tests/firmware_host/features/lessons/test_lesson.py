"""The files of lessons, and that what they say fits the panel."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import games
from firmware_host.base.values import ValuesError, from_toml
from firmware_host.features.lessons import lesson as files
from firmware_host.features.lessons.lesson import LessonFile, read_lesson, rule_and_task
from firmware_host.features.lessons.scenes import TaskView
from firmware_host.screens import paint
from firmware_host.screens.notes import NoteKeys
from firmware_host.screens.view import Frame
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.message import Message
from tests.firmware_host.screens.golden.pictures import SIZES
from tests.table import Begin, take, words

PANEL = (128, 64)
KEYS = NoteKeys(Message.of("OK: do it"), Message.of(""))


def notes(game: str) -> Iterator[TaskView]:
    """Yield what is read in the lesson of ``game``."""
    lesson = read_lesson(game)
    for number, task in enumerate(lesson.tasks, 1):
        title = Message.of("Rule {number}/{total}", number=number, total=len(lesson.tasks))
        yield TaskView(title, rule_and_task(task), keys=KEYS)
        for answer in task.answers:
            yield TaskView(Message.of("Not yet"), Message.of(answer.says), keys=KEYS)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_whatever_is_read_fits_one_page_of_the_panel(game: str, code: str) -> None:
    say = Language(code)
    for view in notes(game):
        first, second = (paint(Frame(replace(view, page=n)), PANEL, say) for n in (0, 1))
        assert first.words == second.words, first.words
        assert first.misfits == []


@pytest.mark.parametrize("is_big", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_whatever_is_read_fits_every_display(size: tuple[int, int], is_big: bool) -> None:
    for game, code in [(game, code) for game in games.names() for code in LANGUAGES]:
        for view in notes(game):
            assert paint(Frame(view), size, Language(code), is_big).misfits == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "tasks"),
        ("tasks = 3", "tasks"),
        ('[[tasks]]\nposition = "x"\nrule = "A rule."\ntask = "Do it."\nanswers = []', "answers"),
        ('[[tasks]]\nposition = "x"\nanswers = [{ when = "*", says = "No." }]', "rule"),
        ("[[", "TOML"),
        ("extra = 3\ntasks = []", "extra"),
        ('[[tasks]]\nposition = "x"\nrule = "A rule."\nextra = 3', "extra"),
        ('[[tasks]]\nanswers = [{ when = "*", extra = 3 }]', "extra"),
    ],
)
def test_a_file_that_is_no_lesson_says_in_one_line_where_it_is_wrong(text: str, said: str) -> None:
    with pytest.raises(ValuesError, match=said) as raised:
        from_toml(text, LessonFile)
    assert "\n" not in str(raised.value)


def test_a_lesson_that_cannot_be_read_is_refused_with_a_word(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(text: str, kind: type[LessonFile]) -> LessonFile:
        raise ValuesError("tasks: expected a list, got 3")

    hands = begin()
    monkeypatch.setattr(files, "from_toml", broken)
    take(hands, "Learn")
    assert "This lesson cannot be shown" in words(hands)
    assert not hands.world.app.table.game.is_interlude


def test_a_task_without_an_answer_for_a_move_says_which() -> None:
    lesson = read_lesson("squadro")
    task = replace(lesson.tasks[0], answers=lesson.tasks[0].answers[:1])
    state = games.load("squadro").state(task.position)
    with pytest.raises(LookupError, match="A3:0-2"):
        task.answer(state.parse("A3:0-2"))
