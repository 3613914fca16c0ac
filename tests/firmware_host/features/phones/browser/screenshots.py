"""Phones that play, and the page of the staff, in their phases: ``make screenshots``."""

import re

import pytest

import games
from firmware_host.features.phones.remote import TakeSeat
from firmware_host.session.setup import Setup
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows
from tests.browser.screenshots import play, touch_a_piece
from tests.browser.shots import Look, each_look, shoot


@each_look
@pytest.mark.parametrize("game", games.names())
def test_a_phone_plays_a_seat(game: str, look: Look, share: Share, visit: Open) -> None:
    table = share(Setup(game), visitor=PageVisitor("seat", 0))
    table.hands.follow()
    play(table)
    for seat in table.hands.state.game.seats:
        table.hands.world.app.requests.put(TakeSeat(seat.index))
    table.hands.world.run_for(1)
    page = visit(table, language=look.language, size=look.sizes[0])
    page.locator("#prompt:not(:empty)").wait_for()
    shoot(page, look, f"seat-{game}-1")
    touch_a_piece(page, table)
    shoot(page, look, f"seat-{game}-2-piece-touched")


@each_look
def test_the_page_of_the_staff(look: Look, share: Share, visit: Open) -> None:
    table = share(Setup("squadro"), visitor=PageVisitor("staff"))
    table.hands.follow()
    page = visit(table, language=look.language, size=look.sizes[0])
    shows(page, "#connection", "staff|сотрудник")
    way = page.get_by_role("link", name=re.compile("Look after|Следить|Присмотр"))
    way.wait_for()
    shoot(page, look, "staff")
    way.click()
    shoot(page, look, "staff-looks-after")


@each_look
def test_the_page_for_a_code(look: Look, share: Share, visit: Open) -> None:
    page = visit(share(), is_paired=False, language=look.language, size=look.sizes[0])
    page.locator("#code").wait_for()
    shoot(page, look, "join")
