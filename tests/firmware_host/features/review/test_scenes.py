"""The review of a game at the table: keys in, words on the screen out."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import games
from firmware_host.features.review import store
from firmware_host.features.review.remote import (
    BRIEF,
    KnownReview,
    ReviewFolder,
    ReviewHere,
    can_review,
)
from firmware_host.features.review.scenes import (
    ScoreLine,
    ScoreView,
    TurningPoints,
    TurningPointView,
    begin_review,
    points_of_session,
)
from firmware_host.features.review.store import KeptPoints, ReviewAnswer, ReviewQuestion
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.lists import ListView
from firmware_host.screens.notes import NoteView
from firmware_host.screens.text_layout import wrap
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.table.effects import GoHome, LeaveGame
from firmware_host.table.scene import Cover, Resume, Show
from firmware_host.table.table import Table
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import find_answer
from games.budget import never
from games.review import PROGRAM, judge_of
from games.valuation import prospects
from tests.firmware_host.public import opened
from tests.firmware_host.screens.stage import Stage
from tests.table import Begin

SAY = Language("en")


@pytest.fixture
def over(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A table at which somebody has resigned after a few moves, whose values are not doubted."""
    monkeypatch.setattr(games.kind("squadro"), "DOUBT", 0.0)
    stage = Stage("squadro", games.load("squadro").start())
    game = stage.table.game
    for _ in range(4):
        state = game.playing.state
        worths = prospects(state)
        move = min(worths, key=lambda each: worths[each][state.turn or 0])
        game.apply({"do": str(move)})
        game.apply({"act": len(move.steps)})
    game.apply({"resigned": 0})
    stage.table.run(Resume())
    return stage


def take(stage: Stage, label: str) -> None:
    """Take the line called ``label``."""
    view = stage.frame.view
    assert isinstance(view, ListView)
    labels = [SAY(row.label) for row in view.rows]
    stage.press(*["down"] * ((labels.index(label) - view.cursor) % len(labels)), "ok")


def reviewed(stage: Stage) -> Stage:
    """Open the review, and wait until it is worked out."""
    stage.press("ok")
    take(stage, "Luck and skill")
    return worked_out(stage)


def worked_out(stage: Stage) -> Stage:
    """Wait until the review that has been opened is worked out."""
    while stage.table.question is not None:
        assert isinstance(stage.frame.view, NoteView)
        stage.table.answer(find_answer(stage.table.question, never), stage.now)
    return stage


def test_after_a_game_people_see_luck_and_skill_of_every_seat(over: Stage) -> None:
    view = reviewed(over).frame.view
    assert isinstance(view, ListView)
    labels = [SAY(row.label) for row in view.rows]
    assert labels[:3] == ["Expected score", "white: skill -100 %", "black: skill +100 %"]
    take(over, "white: skill -100 %")
    assert isinstance(over.frame.view, NoteView)
    assert "= result 0 %" in SAY(over.frame.view.text)


def test_people_hear_that_the_review_of_a_long_game_is_brief(
    over: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games.kind("squadro"), "CLOSE_MOVES", 1)
    over.press("ok")
    take(over, "Luck and skill")
    question = over.table.question
    assert isinstance(question, ReviewQuestion)
    assert question.judge == judge_of(points_of_session(over.table.game.playing))
    assert question.judge != PROGRAM
    take(worked_out(over), "white: skill -100 %")
    assert isinstance(over.frame.view, NoteView)
    assert BRIEF in SAY(over.frame.view.text)


def test_the_score_of_each_seat_is_drawn(over: Stage) -> None:
    take(reviewed(over), "Expected score")
    view = over.frame.view
    assert isinstance(view, ScoreView)
    assert view.scores[-1] == 0.0
    over.press("right")
    assert over.frame.view != view
    over.press("back")
    assert isinstance(over.frame.view, ListView)


def test_the_scores_of_the_seats_follow_each_other_with_the_arrows() -> None:
    stage = Stage("thaayam", games.load("thaayam", seats=3).start())
    seats = stage.table.game.playing.game.seats
    shown = ScoreLine(seats, ((0.2, 0.3, 0.5),))
    stage.table.run(Cover(shown))
    numbers = []
    for key in ("right", "right", "right", "left", "left"):
        stage.press(key)
        view = stage.frame.view
        assert isinstance(view, ScoreView)
        numbers.append(seats.index(view.seat))
    assert numbers == [1, 2, 0, 2, 1]


def test_a_turning_point_is_shown_with_its_board(over: Stage) -> None:
    view = reviewed(over).frame.view
    assert isinstance(view, ListView)
    take(over, SAY(view.rows[-1].label))
    assert isinstance(over.frame.view, TurningPointView)
    assert over.frame.view.error < 0
    over.press("back")
    assert isinstance(over.frame.view, ListView)


def test_the_only_turning_point_leads_to_no_other(over: Stage) -> None:
    view = reviewed(over).frame.view
    assert isinstance(view, ListView)
    take(over, SAY(view.rows[-1].label))
    scene = over.table.scene
    assert isinstance(scene, TurningPoints)
    over.table.run(Show(TurningPoints(scene.points[:1])))
    view = over.frame.view
    assert isinstance(view, TurningPointView)
    assert SAY(view.prompt) == "`back`: review"
    over.press("ok")
    assert isinstance(over.frame.view, ListView)


@pytest.mark.parametrize("code", LANGUAGES)
def test_luck_and_error_are_not_broken_over_two_lines(over: Stage, code: str) -> None:
    view = reviewed(over).frame.view
    assert isinstance(view, ListView)
    take(over, SAY(view.rows[-1].label))
    view = over.frame.view
    assert isinstance(view, TurningPointView)
    changes, *_ = replace(view, luck=18, error=-12).sheet(Language(code)).lines
    first, second = wrap(changes.words, 128, "tall")
    assert "+18" in first
    assert {first[-1], second[-1]} == {"%"}


def test_people_can_leave_before_all_is_worked_out(over: Stage) -> None:
    over.press("ok")
    take(over, "Luck and skill")
    over.press("back")
    assert isinstance(over.frame.view, ListView)
    assert over.table.question is None


def test_what_was_found_goes_to_those_elsewhere_until_the_game_changes(over: Stage) -> None:
    shared = reviewed(over).table.context.fact(ReviewHere).review
    assert shared is not None
    assert shared.scores[-1] == (0, 1000)
    sums = shared.sums[0]
    assert abs(sums.start + sums.luck + sums.skill - sums.result) < 1e-9
    states = over.table.game.playing.states
    assert all(states[each.after].turn == each.seat for each in shared.turns)
    over.press("back")
    over.table.run(GoHome())
    assert over.table.context.fact(ReviewHere).review == shared
    over.table.run(LeaveGame("anew"))
    assert over.table.context.fact(ReviewHere).review is None


def test_a_game_that_goes_on_is_not_reviewed_for_others(over: Stage) -> None:
    reviewed(over).table.run(Resume())
    assert over.table.context.fact(ReviewHere).review is None


def begun() -> Stage:
    """A table at which two moves have been played."""
    stage = Stage("squadro", games.load("squadro").start())
    game = stage.table.game
    for _ in range(2):
        move = game.playing.state.legal_moves()[0]
        game.apply({"do": str(move)})
        game.apply({"act": len(move.steps)})
    stage.table.run(Resume())
    return stage


def so_far(stage: Stage) -> Stage:
    """Open the review of the game so far."""
    stage.press("menu", "right", "right")
    take(stage, "Luck and skill so far")
    return stage


def test_a_game_that_goes_on_is_reviewed_so_far_for_those_at_the_table() -> None:
    stage = worked_out(so_far(begun()))
    stage.press("down", "ok")
    assert isinstance(stage.frame.view, NoteView)
    assert " % now." in SAY(stage.frame.view.text)
    assert stage.table.context.fact(ReviewHere).review is None
    stage.press("back", "back", "back")
    assert isinstance(stage.frame.view, ChooseView)


def test_a_review_that_was_left_goes_on_where_it_was() -> None:
    stage = so_far(begun())
    first = stage.table.question
    assert isinstance(first, ReviewQuestion)
    stage.table.answer(find_answer(first, never), stage.now)
    stage.press("back", "back")
    assert len(stage.table.context.fact(KnownReview).found) > first.number
    move = stage.table.game.playing.state.legal_moves()[0]
    stage.table.game.apply({"do": str(move)})
    stage.table.game.apply({"act": len(move.steps)})
    stage.table.run(Resume())
    question = so_far(stage).table.question
    assert isinstance(question, ReviewQuestion)
    assert question.number > first.number


def test_a_review_goes_on_where_it_was_when_the_program_is_started_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_code", lambda: "")

    def started() -> Table:
        monkeypatch.setattr(store, "KEPT_POINTS", KeptPoints())
        return begin(Setup("squadro", first=0)).world.app.table

    def answer(table: Table) -> ReviewAnswer:
        assert table.question is not None
        found = find_answer(table.question, never)
        table.answer(found, 0.0)
        assert isinstance(found, ReviewAnswer)
        return found

    hands = begin(Setup("squadro", first=0))
    hands.follow()
    for _ in range(2):
        hands.play(str(hands.state.legal_moves()[0]))
    hands.world.close()
    table = started()
    table.run(*begin_review(table.game.playing, table.context))
    assert [len(answer(table).found) for _ in range(2)] == [1, 1]
    table = started()
    table.run(*begin_review(table.game.playing, table.context))
    assert len(answer(table).found) == 2
    assert table.question is not None


def test_before_the_first_action_there_is_nothing_to_review() -> None:
    stage = Stage("squadro", games.load("squadro").start())
    assert not can_review(stage.table.game.playing)
    assert can_review(begun().table.game.playing)


def test_an_exercise_is_not_solved_by_its_review() -> None:
    position = str(begun().table.game.playing.state)
    session = Session.begin(Setup("squadro", position=position, is_exercise=True).record(), games)
    move = session.state.legal_moves()[0]
    session.apply({"do": str(move)})
    session.apply({"act": len(move.steps)})
    assert session.actions
    assert not can_review(session)


@pytest.mark.parametrize("is_kiosk", [False, True])
def test_reviews_of_visitors_are_not_kept(tmp_path: Path, is_kiosk: bool) -> None:
    context = opened(tmp_path, is_kiosk=is_kiosk).world.app.table.context
    assert (context.fact(ReviewFolder).folder is None) == is_kiosk
