"""Who does not see the display hears what the keys of the page act on."""

import re
from typing import TYPE_CHECKING

import pytest

from firmware_host.screens.view import View
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows
from tests.browser.served_sites import PracticeClass, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page


def hears(page: "Page", view: View | None, language: str) -> None:
    """Wait until the live region of ``page`` says in ``language`` what is marked in ``view``."""
    assert view is not None
    title, line = ["", *map(Language(language), view.marked)][-2:]
    assert line
    shows(page, "#marked", rf"^{re.escape(title)} {re.escape(line)}$")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_line_under_the_cursor_is_said_at_a_practice_table(
    practice_class: PracticeClass, visit: Open, language: str
) -> None:
    page, at = visit(practice_class, language=language), practice_class
    page.locator("#keys .down").wait_for()
    hears(page, at.list, language)
    page.locator("#keys .down").click()
    wait_until(lambda: at.list.cursor == 1, at.words)
    hears(page, at.list, language)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_staff_hear_menus_in_their_own_language(
    share: Share, visit: Open, language: str
) -> None:
    table = share(Setup("squadro", first=0), visitor=PageVisitor("staff"))
    table.hands.follow()
    page, world = visit(table, language=language), table.hands.world
    hears(page, world.view, language)
    page.locator("#keys .menu").click()
    table.pass_time(lambda: world.app.words.startswith("Menu"))
    hears(page, world.view, language)


def test_who_has_no_keys_is_not_told_where_the_cursor_is(share: Share, visit: Open) -> None:
    page = visit(share(Setup("squadro", first=0)))
    shows(page, "#connection", "watching")
    page.locator("#play").wait_for()
    assert not (page.locator("#marked").text_content() or "").strip()
