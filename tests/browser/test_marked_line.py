"""Who does not see the display hears what the keys of the page act on."""

import re
from typing import TYPE_CHECKING

from firmware_host.screens.view import View
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from tests.browser.conftest import Open, Share
from tests.browser.looking import expect, shows

if TYPE_CHECKING:
    from playwright.sync_api import Page


def hears(page: "Page", view: View | None, language: str) -> None:
    """Wait until the live region of ``page`` says in ``language`` what is marked in ``view``."""
    assert view is not None
    title, line = ["", *map(Language(language), view.marked)][-2:]
    assert line
    shows(page, "#marked", rf"^{re.escape(title)} {re.escape(line)}$")


def test_who_has_no_keys_is_not_told_where_the_cursor_is(share: Share, visit: Open) -> None:
    page = visit(share(Setup("squadro", first=0)))
    shows(page, "#connection", "watching")
    page.locator("#play").wait_for()
    expect(page.locator("#marked")).to_be_empty()
