"""The review of a game in the installed program, at a table and on a page."""

from pathlib import Path

import pytest

from tests.firmware_host.features.practice.installed import play, serving
from tests.real.installed import Program
from tests.real.pages import OpenPage

GAME = "squadro"

pytestmark = pytest.mark.deep


def test_a_game_that_goes_on_is_reviewed_on_its_page(program: Program, tmp_path: Path) -> None:
    with serving(program, tmp_path) as port:
        page = OpenPage(port)
        play(page, GAME, 1)
        told = page.review()
        assert told["done"] == told["of"] >= 1
        assert told["reviewed"].count("<svg") > 1, told
        page.close()
