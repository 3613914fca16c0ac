"""The review of a game in the installed program, at a table and on a page."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware_host.features.review.remote import SO_FAR
from firmware_host.features.review.scenes import SCORE, ScoreView
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.lists import ListView
from firmware_host.storage.records import JournalRecord
from tests.real.hands import table
from tests.real.installed import Program
from tests.real.test_play import ended_well, until_a_choice

GAME = "squadro"
FEW = 3

pytestmark = pytest.mark.deep


def actions_of(records: Sequence[JournalRecord]) -> Sequence[JournalRecord]:
    """Return those of ``records`` that are throws and moves."""
    return [each for each in records if "do" in each]


def test_a_game_that_goes_on_is_reviewed_at_the_table(program: Program, tmp_path: Path) -> None:
    with table(program, tmp_path, GAME, "--first", "0") as real:
        real.play(FEW)
        until_a_choice(real)
        before = real.update.shown.records
        real.press("back")
        real.open_line(SO_FAR)
        real.wait_until(lambda update: isinstance(update.view, ListView), "the review")
        real.open_line(SCORE)
        view = real.view
        assert isinstance(view, ScoreView)
        assert len(view.scores) == len(actions_of(before)) + 1
        while not isinstance(real.view, ChooseView):
            real.press("back")
        assert real.update.shown.records == before
        ended_well(real)
