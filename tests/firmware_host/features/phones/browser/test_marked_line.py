"""Who does not see the display hears what the keys of the page act on."""

from typing import TYPE_CHECKING

import pytest

from firmware_host.session.setup import Setup
from firmware_host.web.visitor import PageVisitor
from tests.browser.conftest import Open, Share
from tests.browser.looking import open_part
from tests.browser.test_marked_line import hears

if TYPE_CHECKING:
    pass


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_staff_hear_menus_in_their_own_language(
    share: Share, visit: Open, language: str
) -> None:
    table = share(Setup("squadro", first=0), visitor=PageVisitor("staff"))
    table.hands.follow()
    page, world = visit(table, language=language), table.hands.world
    hears(page, world.view, language)
    open_part(page, "display")
    page.locator("#keys .menu").click()
    table.pass_time(lambda: world.app.words.startswith("Menu"))
    hears(page, world.view, language)
