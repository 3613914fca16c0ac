"""Phones at the installed program: a code on the display lets one in, and it plays a seat."""

from pathlib import Path

import pytest

import games
from firmware_host.features.phones.feature import PHONE
from firmware_host.features.phones.scenes import PairingView
from firmware_host.web.open_page import NOT_LET_IN
from tests.real.hands import RealTable, table
from tests.real.installed import Program
from tests.real.pages import HOST, OpenPage, post, wait_for_page
from tests.real.test_play import ended_well, until_a_choice
from tests.served import free_port

GAME = games.names()[-1]
LET_IN, WRONG = 204, 403

pytestmark = pytest.mark.deep


def code_for(real: RealTable, line: str) -> str:
    """Ask for a code for a phone by the ``line`` of the menu; return it."""
    real.press("back")
    real.open_line(PHONE)
    real.open_line(line)
    real.wait_until(lambda update: bool(getattr(update.view, "code", "")), "a code")
    assert isinstance(real.view, PairingView)
    return real.view.code


def test_a_paired_phone_plays_its_seat_and_is_let_in_no_longer_when_it_leaves(
    program: Program, tmp_path: Path
) -> None:
    port = free_port()
    with table(program, tmp_path, GAME, "--first", "0", "--web", f"{HOST}:{port}") as real:
        wait_for_page(port)
        until_a_choice(real)
        code = code_for(real, "Play red")
        assert post(port, "/join", code="A" * len(code))[0] == WRONG
        status, cookie = post(port, "/join", code=code)
        assert status == LET_IN
        real.wait_until(lambda update: update.shown.awaited == "phone", "that the phone plays")
        page = OpenPage(port, cookie)
        page.wait_until(lambda: bool(page.moves), "the game")
        move, before = page.moves[0], page.actions
        page.send(choose=move, after=before)
        real.wait_until(
            lambda update: update.shown.records[-1] == {"do": move}, "the move of the phone"
        )
        page.wait_until(lambda: page.actions == before + 1, "the move on the page")
        assert post(port, "/join", code=code)[0] == WRONG  # it counts once
        assert post(port, "/leave", cookie)[0] == LET_IN
        assert page.wait_until_shut() == NOT_LET_IN
        real.play(4)
        ended_well(real)
