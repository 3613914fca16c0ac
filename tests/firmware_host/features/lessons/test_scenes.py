"""Lessons at the table: keys and pieces in, words on the screen out."""

from itertools import product
from pathlib import Path

import pytest

import games
from firmware_host.base.registry import feature_names
from firmware_host.features.lessons.feature import FILE, NO_LESSON
from firmware_host.features.lessons.lesson import LearnedTasks, LessonHere, StartLesson, read_lesson
from firmware_host.features.lessons.scenes import (
    BeginTask,
    DoTask,
    ReadTask,
    TaskChoiceView,
    TaskView,
)
from firmware_host.remote.requests import Outcome
from firmware_host.screens import paint
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.screens.lists import ListView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, keys_for
from firmware_host.simulator.people import People, RealBoard
from firmware_host.simulator.terminal.words import prompt
from firmware_host.storage.records import KeyFile
from firmware_host.table.effects import EndVisit
from firmware_host.table.observers import TableStep
from firmware_host.table.table import Table
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.actions import Move
from games.message import Message
from tests.firmware_host.features.lessons.pupil import Listening, OneContact, Pupil, asked
from tests.firmware_host.public import at_home
from tests.firmware_host.screens.stage import Stage
from tests.languages import COMPLETE
from tests.lifts import SensingTable
from tests.table import Begin, lines, point_at, take, words


def table(hands: Hands) -> Table:
    return hands.world.app.table


def is_over(hands: Hands) -> bool:
    return isinstance(hands.world.view, ListView)


def begin_lesson(hands: Hands, game: str = "Squadro", done: str = "0/8") -> None:
    take(hands, "Learn")
    take(hands, f"{game}: {done}")


@pytest.fixture
def lesson(begin: Begin) -> Hands:
    """A table with the first rule of Squadro on it, all pieces in place."""
    hands = begin()
    begin_lesson(hands)
    hands.press("right")
    return hands


def answer(hands: Hands, text: str) -> None:
    """Do the task with the move written ``text``, by keys."""
    hands.press("ok")
    hands.play(text)


QUICK = (("squadro", "en"), ("thaayam", "ru"))
"""The lessons that are played with pins and display each time; the others only deeply."""

WHOLE = [
    pytest.param(*each, marks=() if each in QUICK else pytest.mark.deep)
    for each in product(games.names(), LANGUAGES)
]


@pytest.mark.parametrize(("game", "language"), WHOLE)
def test_a_lesson_is_played_to_its_end_by_what_the_panel_says_and_leads_to_a_game(
    begin: Begin, game: str, language: str
) -> None:
    hands, found = begin(language=language), read_lesson(game)
    point_at(hands, "Learn")
    hands.press("ok")
    for _ in range(games.names().index(game)):
        hands.press("down")
    hands.press("ok")
    pupil = Pupil(hands)
    pupil.learn(lambda: is_over(hands))
    said = dict(pupil.read)
    assert all(said[each.says] == each.right for task in found.tasks for each in task.answers)
    assert table(hands).context.fact(LearnedTasks).keys == found.keys
    hands.press("ok")
    hands.press("ok")
    session = table(hands).game.playing
    assert session.game.name == game
    assert not table(hands).game.is_interlude


def test_the_rule_is_read_first_and_then_the_move_is_chosen(lesson: Hands) -> None:
    assert isinstance(lesson.world.view, TaskView)
    assert "Rule 1/8" in words(lesson)
    assert "Go three steps." in words(lesson)
    lesson.press("ok")
    assert isinstance(lesson.world.view, TaskChoiceView)


def test_the_hands_carry_out_a_right_move_before_they_are_praised(lesson: Hands) -> None:
    lesson.press("ok")
    view, move = lesson.world.view, lesson.state.parse("A1:0-3")
    assert isinstance(view, TaskChoiceView)
    assert isinstance(move, Move)
    for key in keys_for(view, move):
        lesson.press(key)
    assert isinstance(lesson.world.view, HandStepView)
    lesson.follow()
    assert "Three dots, three steps." in words(lesson)
    assert lesson.world.view.verdict is True


def test_while_the_hands_carry_out_a_right_move_the_display_shows_the_board_as_it_is(
    lesson: Hands,
) -> None:
    lesson.press("ok")
    view, move = lesson.world.view, lesson.state.parse("A1:0-3")
    assert isinstance(view, TaskChoiceView)
    assert isinstance(move, Move)
    for key in keys_for(view, move):
        lesson.press(key)
    shown = lesson.world.view
    assert isinstance(shown, HandStepView)
    assert shown.layout.pieces == view.layout.pieces == lesson.world.board.pieces


def test_a_wrong_move_has_an_answer_of_its_own_and_is_chosen_again(lesson: Hands) -> None:
    answer(lesson, "A3:0-2")
    assert "Two dots, two steps." in words(lesson)
    assert lesson.world.view.verdict is False
    lesson.press("ok")
    lesson.play("A1:0-3")
    assert "Right!" in words(lesson)


def test_hints_show_targets_and_then_the_rule_but_no_move(lesson: Hands) -> None:
    lesson.press("ok")
    lesson.press("hint")
    assert isinstance(table(lesson).scene, DoTask)
    assert "Hint: rule" in words(lesson)
    lesson.press("hint")
    assert isinstance(table(lesson).scene, ReadTask)
    assert table(lesson).question is None


def test_the_pieces_that_differ_lead_to_the_next_rule(lesson: Hands) -> None:
    answer(lesson, "A1:0-3")
    lesson.press("ok")
    assert isinstance(lesson.world.view, HandStepView)
    assert words(lesson).startswith("Set up")
    lesson.follow()
    assert "Rule 2/8" in words(lesson)


def test_right_says_that_the_pieces_of_the_next_rule_stand_already(lesson: Hands) -> None:
    answer(lesson, "A1:0-3")
    lesson.press("ok")
    assert "▶: all set" in words(lesson)
    lesson.press("right")
    lesson.press("ok")
    assert isinstance(lesson.world.view, TaskChoiceView)


def test_simulated_hands_set_the_next_rule_up_when_a_key_says_that_all_stands() -> None:
    stage, people, found = Stage("squadro"), People(RealBoard()), read_lesson("squadro")
    for number in range(2):
        stage.table.run(BeginTask(found, number))
        people.look(TableStep(0.0, stage.frame.view))
        asked = str(prompt(stage.frame.view, (160, 50), board_differs=False))
        stage.press("right", "ok")
        people.look(TableStep(0.0, stage.frame.view))
        assert not people.board_differs
        assert people.board.pieces == stage.table.game.playing.standing()
    assert asked == "`ok` moves the piece on the board, `right` sets it all up"


def test_the_list_of_lessons_begins_at_the_one_that_was_left(lesson: Hands) -> None:
    answer(lesson, "A1:0-3")
    lesson.press("menu")
    take(lesson, "End the lesson")
    home = lesson.world.view
    assert isinstance(home, ListView)
    assert str(home.row.label) == "Squadro", "the game of the lesson is under the cursor"
    take(lesson, "Learn")
    view = lesson.world.view
    assert isinstance(view, ListView)
    assert str(view.row.label) == "Squadro: 1/8"


def test_a_lesson_that_was_left_goes_on_after_the_power_was_cut(
    lesson: Hands, begin: Begin, tmp_path: Path
) -> None:
    answer(lesson, "A1:0-3")
    assert KeyFile(tmp_path, FILE, "learned").read() == read_lesson("squadro").keys[:1]
    again = begin()
    begin_lesson(again, done="1/8")
    again.press("right")
    assert "Rule 2/8" in words(again)


def test_a_rule_that_was_left_out_comes_back_and_a_learned_lesson_begins_anew(
    lesson: Hands,
) -> None:
    lesson.press("menu")
    take(lesson, "Next rule")
    lesson.follow()
    answer(lesson, "A1:5-6")
    lesson.press("menu")
    take(lesson, "End the lesson")
    begin_lesson(lesson, done="1/8")
    lesson.press("right")
    assert "Rule 1/8" in words(lesson)
    keys = read_lesson("squadro").keys
    assert read_lesson("squadro").first(keys) == 0


def test_the_menu_of_a_lesson_leads_on_and_out(lesson: Hands) -> None:
    lesson.press("menu")
    assert lines(lesson) == [
        "Resume", "Next rule", "Fix the board", "Rules in short", "Help", "Settings",
        "End the lesson",
    ]  # fmt: skip
    take(lesson, "End the lesson")
    assert not table(lesson).game.is_interlude
    assert table(lesson).context.fact(LessonHere).lesson is None


def test_a_game_that_was_left_waits_for_the_end_of_the_lesson(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    hands.follow()
    hands.throw("1")
    kept = table(hands).game.playing
    hands.press("menu")
    take(hands, "Save and leave")
    begin_lesson(hands)
    hands.press("right")
    answer(hands, "A1:0-3")
    hands.press("menu")
    take(hands, "End the lesson")
    take(hands, "Resume: Thaayam")
    assert table(hands).game.playing is kept


def test_the_set_up_of_a_game_leads_to_its_lesson(begin: Begin) -> None:
    hands = begin()
    take(hands, "Squadro")
    take(hands, "Learn")
    assert isinstance(hands.world.view, SetUpView)


def test_in_public_what_was_learned_is_forgotten(tmp_path: Path) -> None:
    hands = at_home(tmp_path)
    begin_lesson(hands)
    hands.press("right")
    answer(hands, "A1:0-3")
    assert len(table(hands).context.fact(LearnedTasks).keys) == 1
    table(hands).run(EndVisit())
    assert table(hands).context.fact(LearnedTasks).keys == ()
    assert not (tmp_path / FILE).exists()


def test_a_sensing_board_takes_the_move_from_the_pieces_and_what_was_wrong_is_put_back() -> None:
    found = read_lesson("squadro")
    hands = SensingTable(Setup("squadro"), found.tasks[0].position)
    hands.table.run(BeginTask(found, 0))
    hands.wait(30)
    assert isinstance(hands.table.scene, ReadTask)
    hands.move("d1", "d3")
    hands.wait(4)
    assert "Two dots, two steps." in hands.words
    hands.press("ok")
    hands.move("d3", "d1")
    hands.wait(4)
    hands.move("b1", "b4")
    hands.wait(4)
    assert "Right!" in hands.words


def test_dice_that_are_thrown_while_the_rule_is_read_count(begin: Begin) -> None:
    hands = begin()
    begin_lesson(hands, "Thaayam")
    hands.press("right")
    assert isinstance(table(hands).scene, ReadTask)
    hands.world.throw(games.load("thaayam").throw((1, 1, 0, 0)))
    hands.world.run_for(6)
    assert "That ends your throws." in words(hands)


def test_dice_that_are_thrown_again_after_a_wrong_throw_count_without_a_key(begin: Begin) -> None:
    hands = begin()
    begin_lesson(hands, "Thaayam")
    hands.press("right")
    for faces, said in (((1, 0, 0, 0), "you throw again."), ((1, 1, 0, 0), "Right!")):
        hands.world.throw(games.load("thaayam").throw(faces))
        hands.world.run_for(6)
        assert said in words(hands)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
def test_who_only_hears_the_table_learns_the_whole_lesson(game: str, language: str) -> None:
    listener = Listening(game, language)
    listener.learn()
    aloud, said = listener.aloud, " ".join(listener.heard)
    for task in listener.lesson.tasks:
        assert aloud(Message.of(task.rule)).rstrip(".") in said
        assert aloud(Message.of(task.task)).rstrip(".") in said
        assert all(aloud(Message.of(each.says)) in said for each in asked(task))


@pytest.mark.skipif("switches" not in feature_names(), reason="nothing scans without switches")
@pytest.mark.parametrize("game", games.names())
def test_who_has_one_switch_learns_the_whole_lesson(game: str) -> None:
    player = OneContact(game)
    player.learn()
    keys = player.stage.table.context.fact(LearnedTasks).keys
    assert keys == player.lesson.keys


@pytest.mark.parametrize("game", ["chess", ""])
def test_whoever_asks_for_a_lesson_that_there_is_not_is_told(begin: Begin, game: str) -> None:
    outcomes, hands = list[Outcome](), begin()
    hands.world.app.requests.put(StartLesson(game), outcomes.append)
    hands.world.run_for(0.1)
    assert outcomes == [NO_LESSON]


@pytest.mark.parametrize("name", games.names())
def test_the_task_stands_beside_the_board_while_a_move_is_chosen(name: str) -> None:
    lesson, shown = read_lesson(name), 0
    for number, task in enumerate(lesson.tasks):
        stage = Stage(name, dice_are_read=False)
        stage.table.run(BeginTask(lesson, number))
        stage.press("right")
        stage.press("ok")
        if isinstance(stage.frame.view, TaskChoiceView):
            shown += 1
            for language in map(Language, COMPLETE):
                drawn = paint(stage.frame, (128, 64), language)
                assert language(task.task) in drawn.words
                assert drawn.misfits == []
    assert shown >= len(lesson.tasks) // 2
