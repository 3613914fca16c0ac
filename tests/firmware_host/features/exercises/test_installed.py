"""Exercises in the installed program, at a table and on a page."""

import random
from pathlib import Path
from typing import TypeVar

import pytest

import games
from firmware_host.features.exercises.choosing import EXERCISES, LEVEL_NAMES
from firmware_host.features.exercises.scenes import AnswerView, QuestionView, SolutionView
from firmware_host.features.exercises.store import ExerciseShelf
from firmware_host.screens.lists import ListView
from firmware_host.screens.view import View
from games.actions import Move
from games.exercises import Exercise
from tests.real.hands import RealTable, table
from tests.real.installed import Program
from tests.real.pages import OpenPage
from tests.real.test_play import ended_well

GAME = "squadro"
EASY = 1

Shown = TypeVar("Shown", bound=View)

pytestmark = pytest.mark.deep


def easy_exercises() -> tuple[Exercise, ...]:
    """Return the easy exercises that ship with the game."""
    (shipped,) = ExerciseShelf(games).sets(GAME)
    return shipped.exercises.at_level(EASY)


def wrong_answer(exercise: Exercise) -> Move:
    """Return a move that does not answer ``exercise``."""
    return next(move for move in exercise.state.legal_moves() if not exercise.is_right(move))


def shown(real: RealTable, kind: type[Shown]) -> Shown:
    """Return what the display shows, which is to be of this ``kind``."""
    assert isinstance(real.view, kind), real.view
    return real.view


def until(real: RealTable, kind: type[View]) -> None:
    """Do what the display asks for until it shows a view of this ``kind``."""
    rng = random.Random(1)
    while not isinstance(real.view, kind):
        real.step(rng)


def says(page: OpenPage, words: str) -> bool:
    """Return whether ``words`` are on the display of the table that ``page`` shows."""
    return words in str(page.table["words"])


def open_exercises(real: RealTable) -> str:
    """Go from the list of games to that of the exercises; return what the easy ones say."""
    real.open_line(str(games.load(GAME).title))
    real.open_line(EXERCISES)
    return str(shown(real, ListView).rows[0].label)


def test_an_exercise_is_answered_and_stays_solved(program: Program, tmp_path: Path) -> None:
    exercise, following, *_ = easy = easy_exercises()
    with table(program, tmp_path) as real:
        assert open_exercises(real) == f"{LEVEL_NAMES[EASY]}: 0/{len(easy)}"
        real.open_line(LEVEL_NAMES[EASY])
        until(real, QuestionView)
        assert real.state == exercise.state
        real.press("ok")
        real.choose(wrong_answer(exercise))
        assert not shown(real, AnswerView).is_right
        real.press("right")
        assert shown(real, SolutionView).move == exercise.best_move
        real.press("back")
        real.choose(exercise.best_move)
        assert shown(real, AnswerView).is_right
        until(real, QuestionView)
        assert real.state == following.state
        ended_well(real)
    with table(program, tmp_path) as real:
        assert open_exercises(real) == f"{LEVEL_NAMES[EASY]}: 1/{len(easy)}"
        ended_well(real)
