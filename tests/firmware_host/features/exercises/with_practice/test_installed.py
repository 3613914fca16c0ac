"""Exercises in the installed program, at a table and on a page."""

from pathlib import Path

import pytest

from tests.firmware_host.features.exercises.test_installed import GAME, easy_exercises, says
from tests.firmware_host.features.practice.installed import serving
from tests.real.installed import Program
from tests.real.pages import OpenPage

pytestmark = pytest.mark.deep


def test_an_exercise_is_answered_on_a_page(program: Program, tmp_path: Path) -> None:
    exercise, *_ = easy_exercises()
    with serving(program, tmp_path) as port:
        page = OpenPage(port)
        page.wait_until(lambda: bool(page.table), "a table")
        page.send(exercises=GAME)
        page.wait_until(lambda: says(page, "Exercises"), "the list of exercises")
        page.send_until(lambda: page.awaited == "choice", "the question", press="ok")
        assert page.game is not None
        assert page.game["review"] == ""
        page.send_until(lambda: not says(page, "Which move"), "the choice", press="ok")
        page.send(choose=str(exercise.best_move), after=0)
        page.wait_until(lambda: says(page, "Right!"), "that the answer is right")
        page.close()
