"""Exercises at the table: keys in, words on the screen out."""

from dataclasses import replace
from pathlib import Path

import pytest

import games
from firmware_host.features.exercises.choosing import BeginExercise, SearchOwnGames
from firmware_host.features.exercises.feature import NO_EXERCISES
from firmware_host.features.exercises.remote import SolvedExercises, StartExercises
from firmware_host.features.exercises.scenes import (
    LOOK_FOR,
    AnswerView,
    AskExercise,
    QuestionView,
    SolutionView,
)
from firmware_host.features.exercises.store import (
    SOLVED,
    ExerciseAnswer,
    ExerciseQuestion,
    ExerciseSeries,
    ExerciseShelf,
)
from firmware_host.remote.requests import Outcome
from firmware_host.screens.hand_steps import HandStepView, SetUpView
from firmware_host.session.board_check import BoardCheck
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.effects import EndVisit
from firmware_host.table.scene import Show
from firmware_host.table.scenes.guide import Arrange
from firmware_host.table.scenes.repair import Sides
from firmware_host.table.table import Table
from firmware_host.thinking.inline import find_answer
from games.exercises import EVERY_THEME, ExerciseSet, write
from tests.firmware_host.public import at_home
from tests.games.test_exercises import EXERCISE, SQUADRO
from tests.lifts import SensingTable
from tests.table import Begin, label_of, lines, point_at, take, words

OTHER = replace(
    EXERCISE,
    position="0 8,4,8,9,6/4,6,0,8,1",
    gives_away={
        "A1:8-9": 0.0,
        "A5:6-7": 0.163,
        "A3:8-10": 0.236,
        "A4:9-12xB1": 0.242,
        "A2:4-5": 0.273,
    },
)


@pytest.fixture
def series(tmp_path: Path, begin: Begin) -> Hands:
    """A table with a set of two exercises, the first of which is asked."""
    keep(tmp_path)
    hands = begin()
    take_series(hands)
    hands.press("right")
    return hands


def keep(folder: Path) -> None:
    found = ExerciseSet("squadro", {}, (EXERCISE, OTHER))
    (folder / "exercises-series.json").write_text(write(found), encoding="utf-8")


def take_series(hands: Hands) -> None:
    take(hands, "Squadro")
    take(hands, "Exercises")
    take(hands, "series: 0/2")


def table(hands: Hands) -> Table:
    return hands.world.app.table


def answer(hands: Hands, text: str) -> None:
    """Answer with the move written ``text``, by keys."""
    hands.press("ok")
    hands.play(text)


def test_people_set_the_position_up_and_are_asked(tmp_path: Path, begin: Begin) -> None:
    keep(tmp_path)
    hands = begin()
    take_series(hands)
    view = hands.world.view
    assert isinstance(view, SetUpView)
    hands.follow()
    assert isinstance(hands.world.view, QuestionView)
    assert "Which move is best?" in words(hands)
    assert "Exercise 1/2" in words(hands)


def test_a_right_answer_is_praised_and_leads_on(series: Hands) -> None:
    answer(series, "A1:8-9")
    assert "Right!" in words(series)
    series.press("ok")
    assert isinstance(series.world.view, HandStepView | SetUpView)
    series.press("right")
    assert "Exercise 2/2" in words(series)


def test_the_next_exercise_is_set_up_in_three_screens_at_most(series: Hands) -> None:
    answer(series, "A1:8-9")
    series.press("ok")
    screens = 0
    while isinstance(series.world.view, HandStepView | SetUpView):
        series.press("ok")
        screens += 1
    assert "Exercise 2/2" in words(series)
    assert 1 <= screens <= 3


def test_a_wrong_answer_says_what_it_gives_away_and_can_be_tried_again(series: Hands) -> None:
    answer(series, "A5:9-10")
    assert "Not quite" in words(series)
    assert "26 %" in words(series)
    series.press("ok")
    series.play("A1:8-9")
    assert "Right!" in words(series)


def test_the_solution_is_shown_on_request_and_leads_on(series: Hands) -> None:
    answer(series, "A5:9-10")
    series.press("right")
    view = series.world.view
    assert isinstance(view, SolutionView)
    series.press("ok")
    series.press("right")
    assert isinstance(series.world.view, QuestionView)


def test_hints_never_show_the_move(series: Hands) -> None:
    series.press("ok")
    series.press("hint")
    series.press("hint")
    assert "Look further ahead" in words(series)
    assert table(series).question is None


def test_what_was_solved_is_remembered_after_a_restart(
    series: Hands, begin: Begin, tmp_path: Path
) -> None:
    answer(series, "A1:8-9")
    series.world.close()
    assert ExerciseShelf(games, tmp_path).solved.read() == (EXERCISE.key,)
    again = begin()
    take(again, "Squadro")
    take(again, "Exercises")
    point_at(again, "series: 1/2")
    again.press("ok")
    again.press("right")
    assert "Exercise 2/2" in words(again)


def test_a_wrong_answer_is_not_remembered(series: Hands, tmp_path: Path) -> None:
    answer(series, "A5:9-10")
    series.world.close()
    assert ExerciseShelf(games, tmp_path).solved.read() == ()


def test_after_the_last_one_the_list_comes_back(series: Hands) -> None:
    answer(series, "A1:8-9")
    series.press("ok")
    series.press("right")
    answer(series, "A1:8-9")
    series.press("ok")
    assert "That was the last one" in words(series)
    assert any("series" in line for line in lines(series))


def test_the_menu_of_an_exercise_leads_on_and_out(series: Hands) -> None:
    series.press("menu")
    assert lines(series) == [
        "Resume", "Next exercise", "Solution", "Fix the board", "Rules in short", "Help",
        "Settings", "End exercises",
    ]  # fmt: skip
    take(series, "Next exercise")
    series.press("right")
    assert "Exercise 2/2" in words(series)
    series.press("menu")
    take(series, "End exercises")
    assert any("series" in line for line in lines(series))


def test_a_game_that_was_left_waits_and_its_board_is_set_up_again(
    tmp_path: Path, begin: Begin
) -> None:
    keep(tmp_path)
    hands = begin(Setup("thaayam"))
    hands.follow()
    hands.throw("1")
    kept = table(hands).game.playing
    hands.press("menu")
    take(hands, "Save and leave")
    take_series(hands)
    hands.press("right")
    answer(hands, "A1:8-9")
    hands.press("menu")
    take(hands, "End exercises")
    hands.press("back")
    take(hands, "Resume: Thaayam")
    assert table(hands).game.playing is kept
    assert not table(hands).game.is_interlude


def test_nothing_of_an_exercise_is_saved_as_a_game(
    series: Hands, begin: Begin, tmp_path: Path
) -> None:
    answer(series, "A1:8-9")
    series.world.close()
    assert "Resume: Squadro" not in lines(begin())


def test_a_second_board_that_differs_much_is_set_up_anew(tmp_path: Path, begin: Begin) -> None:
    keep(tmp_path)
    hands = begin()
    take_series(hands)
    hands.press("menu")
    take(hands, "Next exercise")
    assert isinstance(hands.world.view, SetUpView)


def test_an_exercise_that_does_not_fit_is_refused_with_a_word(tmp_path: Path, begin: Begin) -> None:
    wrong = replace(EXERCISE, gives_away={"A1:8-9": 0.0, "A5:9-10": 0.2})
    text = write(ExerciseSet("squadro", {}, (wrong,)))
    (tmp_path / "exercises-series.json").write_text(text, encoding="utf-8")
    hands = begin()
    take(hands, "Squadro")
    take(hands, "Exercises")
    take(hands, "series: 0/1")
    assert "cannot be shown" in words(hands)
    assert not table(hands).game.is_interlude


def test_a_set_that_cannot_be_read_is_left_out(tmp_path: Path, begin: Begin) -> None:
    keep(tmp_path)
    (tmp_path / "exercises-broken.json").write_text("{")
    hands = begin()
    take(hands, "Squadro")
    take(hands, "Exercises")
    assert "series: 0/2" in lines(hands)
    assert not any("broken" in line for line in lines(hands))


def test_the_verdict_shows_the_board_before_the_answer(series: Hands) -> None:
    answer(series, "A5:9-10")
    view = series.world.view
    assert isinstance(view, AnswerView)
    assert view.layout.pieces == EXERCISE.state.pieces()


def test_a_page_can_follow_an_exercise(series: Hands) -> None:
    answer(series, "A5:9-10")
    records = table(series).game.interlude_records
    assert Session.resume(records, games).state == table(series).game.playing.state


def sensing_series() -> SensingTable:
    """A table with a sensing board on which the pieces of the first exercise stand."""
    hands = SensingTable(Setup("squadro"), EXERCISE.position)
    hands.table.run(BeginExercise(ExerciseSeries((EXERCISE, OTHER))))
    hands.wait(30)
    return hands


def make(hands: SensingTable, text: str) -> None:
    """Make the move written ``text`` with the pieces."""
    for step in EXERCISE.move(text).steps:
        if step.verb != "turn":
            hands.move(step.origin, step.target)
    hands.wait(4)


def test_a_sensing_board_sees_the_pieces_stand_and_takes_the_answer_from_them() -> None:
    hands = sensing_series()
    assert isinstance(hands.table.scene, AskExercise)
    make(hands, "A1:8-9")
    assert "Right!" in hands.words
    hands.press("ok")
    assert isinstance(hands.table.scene, Arrange)


def test_a_wrong_move_on_a_sensing_board_is_put_back_before_the_next_try() -> None:
    hands = sensing_series()
    make(hands, "A5:9-10")
    assert "Not quite" in hands.words
    hands.press("ok")
    assert "Take back" in hands.words
    back = EXERCISE.move("A5:9-10").steps[0]
    hands.move(back.target, back.origin)
    hands.wait(4)
    make(hands, "A1:8-9")
    assert "Right!" in hands.words


@pytest.mark.parametrize("has_answered", [False, True])
def test_in_public_an_exercise_that_was_left_is_cleared_and_nothing_is_remembered(
    tmp_path: Path, has_answered: bool
) -> None:
    keep(tmp_path)
    hands = at_home(tmp_path)
    take_series(hands)
    hands.press("right")
    if has_answered:
        answer(hands, "A1:8-9")
    table(hands).run(EndVisit())
    assert table(hands).game.session is None
    assert table(hands).context.fact(SolvedExercises).keys == ()
    assert not (tmp_path / SOLVED).exists()


def test_exercises_are_found_in_games_that_were_played_here(tmp_path: Path, begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    hands.follow()
    for _ in range(4):
        hands.play(str(hands.state.legal_moves()[0]))
    hands.press("menu")
    take(hands, "Save and leave")
    take(hands, "Squadro")
    take(hands, "Exercises")
    take(hands, "From your games")
    found = "No exercise found" in words(hands) or table(hands).game.is_interlude
    assert found, words(hands)


def test_a_position_is_looked_at_beside_the_loop_and_gives_up_at_once() -> None:
    question = ExerciseQuestion.about(EXERCISE.state, "2026-11-22")
    found = find_answer(question, lambda: False)
    assert isinstance(found, ExerciseAnswer)
    assert [each.best for each in found.exercises] == ["A1:8-9"]
    assert find_answer(question, lambda: True) == ExerciseAnswer(question, ())


def test_the_search_shows_how_far_it_is_and_ok_begins_with_what_was_found() -> None:
    question = ExerciseQuestion.about(EXERCISE.state, "2026-11-22")
    search = SearchOwnGames((question, question))
    assert search.question == question
    (shown,) = search.answered(ExerciseAnswer(question, (), (EXERCISE,)), None)  # type: ignore[arg-type]
    assert isinstance(shown, Show)
    (begun,) = shown.scene.press("ok", None) or ()  # type: ignore[arg-type]
    assert isinstance(begun, BeginExercise)


def test_a_board_that_differs_never_changes_the_exercise(series: Hands) -> None:
    found = BoardCheck.begin(SQUADRO, EXERCISE.state.pieces())
    sides = Sides(found=found, compared=AskExercise())
    rows = [label_of(row.label) for row in sides.rows(table(series).context)]
    assert rows == ["Change the pieces", "Check again"]


def test_a_table_has_a_hint_for_each_theme() -> None:
    assert set(LOOK_FOR) == set(EVERY_THEME)


@pytest.mark.parametrize("game", ["chess", ""])
def test_whoever_asks_for_exercises_that_there_are_none_of_is_told(begin: Begin, game: str) -> None:
    outcomes = list[Outcome]()
    hands = begin()
    hands.world.app.requests.put(StartExercises(game), outcomes.append)
    hands.world.run_for(0.1)
    assert outcomes == [NO_EXERCISES]
