"""Comments while people play: what a move gave away, and what would have kept it."""

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

import games
from firmware_host.features.review.feature import COMMENT_SECONDS, CommentsChosen
from firmware_host.features.review.report import comment
from firmware_host.features.review.scenes import points_of_session
from firmware_host.features.review.store import CommentQuestion, ReviewAnswer
from firmware_host.screens.text_layout import wrap
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.table.effects import Apply, Prefer
from firmware_host.table.scene import Resume
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.thinking.inline import find_answer
from games.actions import Move
from games.budget import never
from games.core import State, random_action
from games.review import TurningPoint, assess, every_turn, review
from games.valuation import prospects
from tests.deep import deeply
from tests.firmware_host.screens.stage import Stage

ACTIONS = dict.fromkeys(games.names(), 24) | {"thaayam": 160, "ur": 60, "ludo": 200, "holes": 60}
QUICK = dict.fromkeys(games.names(), 12) | {"thaayam": 130, "ur": 24, "ludo": 200, "holes": 40}
"""After how many actions a game by chance has errors."""
PANEL = 128
"""Columns of the smallest panel."""


def ordered(state: State) -> list[Move]:
    """The moves of the seat at turn, the worst first."""
    worths = prospects(state)
    return sorted(worths, key=lambda move: worths[move][state.turn or 0])


def seated(players: tuple[str, ...] = (), size: str = "short") -> Stage:
    """A table at which a move of Squadro is awaited that may give much away."""
    stage = Stage("squadro", games.load("squadro").state("0 3,1,3,1,3/0,0,0,0,4"))
    session = stage.table.game.playing
    session.seats = type(session.seats).of(session.game, players)
    stage.table.run(Prefer({"comments": size}, for_good=True), Resume())
    stage.table.tick(stage.now)
    return stage


def do(stage: Stage, move: Move) -> None:
    """Let whoever is at turn make ``move``, and the hands carry it out."""
    stage.table.run(Apply({"do": str(move)}), Apply({"act": len(move.steps)}), Resume())
    stage.now += 0.1
    stage.table.tick(stage.now)


def answer(stage: Stage) -> None:
    """Let what the table asks be answered."""
    question = stage.table.question
    assert question is not None
    assert stage.table.answer(find_answer(question, never), stage.now)


def said(stage: Stage, language: str = "en") -> str:
    found = stage.table.frame.stroke
    return "" if found is None else Language(language).heading(found)


def test_comments_are_off_until_somebody_chooses_them() -> None:
    stage = Stage("squadro", games.load("squadro").start())
    assert CommentsChosen().comments == "off"
    do(stage, ordered(stage.table.game.playing.state)[0])
    assert stage.table.question is None


def test_a_move_that_gives_away_is_commented_in_one_line_while_the_next_is_chosen() -> None:
    stage = seated()
    moves = ordered(stage.table.game.playing.state)
    do(stage, moves[0])
    before = stage.table.scene
    answer(stage)
    assert stage.table.scene is before
    assert re.search(r"Gave away \d+ %\. Better: ", said(stage))
    assert said(stage) == Language("en").heading(stage.table.frame.notice or "")
    stage.now += COMMENT_SECONDS
    stage.table.tick(stage.now)
    assert said(stage) == ""


def test_the_best_move_is_not_commented() -> None:
    stage = seated()
    do(stage, ordered(stage.table.game.playing.state)[-1])
    answer(stage)
    assert (said(stage), stage.table.question) == ("", None)


def test_a_comment_that_comes_after_another_act_is_dropped() -> None:
    stage = seated()
    do(stage, ordered(stage.table.game.playing.state)[0])
    first = stage.table.question
    assert first is not None
    do(stage, ordered(stage.table.game.playing.state)[-1])
    assert not stage.table.answer(find_answer(first, never), stage.now)
    assert said(stage) == ""


def test_what_is_said_goes_when_it_is_taken_back() -> None:
    stage = seated()
    do(stage, ordered(stage.table.game.playing.state)[0])
    answer(stage)
    stage.hold("left")
    stage.table.tick(stage.now)
    assert said(stage) == ""


def test_the_machine_thinks_about_its_move_first() -> None:
    stage = seated(("person", "friend"))
    do(stage, ordered(stage.table.game.playing.state)[0])
    asked = stage.table.question
    assert asked is not None
    assert asked.player == "friend"
    stage.table.answer(find_answer(asked, never), stage.now)
    stage.table.tick(stage.now)
    assert isinstance(stage.table.question, CommentQuestion)
    answer(stage)
    assert re.search(r"Gave away \d+ %", said(stage))


def test_moves_of_machines_are_not_commented() -> None:
    stage = seated(("friend", "person"))
    while stage.table.question is not None:
        assert stage.table.question.player == "friend"
        answer(stage)
        stage.table.tick(stage.now)
    assert stage.table.game.playing.actions


def test_what_lies_within_the_doubt_is_not_called_an_error() -> None:
    stage = seated()
    worths = prospects(stage.table.game.playing.state)
    worst, *_, best = ordered(stage.table.game.playing.state)
    within = next(move for move in worths if 0.3 < worths[best][0] - worths[move][0] < 0.5)
    do(stage, within)
    answer(stage)
    assert said(stage) == ""
    told = TurningPoint(1, 0, stage.table.game.playing.state, (), 0.0, str(worst), -0.5, str(best))
    assert comment(told, in_full=True) is not None
    assert comment(replace(told, doubt=0.5), in_full=True) is None


@pytest.mark.parametrize("of", [QUICK, *deeply(ACTIONS)], ids=["quick", "more"])
@pytest.mark.parametrize("game", games.names())
def test_an_error_is_said_only_where_the_review_says_it_and_as_it_does(
    game: str, of: Mapping[str, int]
) -> None:
    session = played(game, of[game])
    points = points_of_session(session)
    turns = {turn.turn: turn for turn in every_turn(review(points, [*map(assess, points)]))}
    told = 0
    for index, action in enumerate(session.actions):
        question = CommentQuestion.about(session, index, in_full=False)
        assert (question is None) == (not isinstance(action, Move))
        if question is None:
            continue
        found = question.turn(find_answer(question, never))
        assert found is not None
        of_review = turns[points[index].turn]
        if str(action) == of_review.move and found.error:
            assert (found.error, found.best) == (of_review.error, of_review.best)
            assert (comment(found, in_full=False) is not None) == of_review.tells_error
            told += of_review.tells_error
    assert told


def test_a_full_comment_says_how_bad_and_what_the_throws_brought() -> None:
    session = played("tshupu", 120)
    lines = set()
    for index in range(len(session.actions)):
        question = CommentQuestion.about(session, index, in_full=True)
        turn = question and question.turn(find_answer(question, never))
        words = turn and comment(turn, in_full=True)
        lines |= {Language("en").heading(words)} if words else set()
    assert any("Luck: " in line for line in lines)
    assert any(line.startswith(("Blunder: ", "Mistake: ", "Inaccuracy: ")) for line in lines)


@pytest.mark.parametrize("of", [QUICK, *deeply(ACTIONS)], ids=["quick", "more"])
@pytest.mark.parametrize("game", games.names())
def test_a_comment_takes_few_lines_of_the_smallest_panel(game: str, of: Mapping[str, int]) -> None:
    session, most = played(game, of[game]), {False: 0, True: 0}
    for index in range(len(session.actions)):
        question = CommentQuestion.about(session, index, in_full=True)
        turn = question and question.turn(find_answer(question, never))
        for in_full, code in product((False, True), LANGUAGES):
            words = turn and comment(turn, in_full=in_full)
            lines = wrap(Language(code).heading(words), PANEL, "body") if words else ()
            most[in_full] = max(most[in_full], len(lines))
    assert 1 <= most[False] <= 2
    assert 1 <= most[True] <= 3


def test_a_question_that_is_given_up_says_nothing() -> None:
    session = played("squadro", 4)
    question = CommentQuestion.about(session, 0, in_full=False)
    assert question is not None
    assert question.find_answer(lambda: True) == ReviewAnswer(question, ())
    assert question.turn(question.find_answer(lambda: True)) is None


def played(game: str, actions: int) -> Session:
    """A game by chance."""
    rng, session = random.Random(game), Session(games.load(game), Setup(game))
    while len(session.actions) < actions:
        session.apply({"do": str(random_action(session.state, rng))})
        if session.hand_steps.due:
            session.apply({"act": len(session.hand_steps.steps)})
    return session
