"""Who does not see the display hears what the keys of the page act on."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Open
from tests.browser.looking import open_part
from tests.browser.served_sites import wait_until
from tests.browser.test_marked_line import hears
from tests.firmware_host.features.practice.browser.served import PracticeClass

if TYPE_CHECKING:
    pass


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_line_under_the_cursor_is_said_at_a_practice_table(
    practice_class: PracticeClass, visit: Open, language: str
) -> None:
    page, at = visit(practice_class, language=language), practice_class
    open_part(page, "display")
    page.locator("#keys .down").wait_for()
    hears(page, at.list, language)
    before = at.list.cursor
    page.locator("#keys .down").click()
    wait_until(lambda: at.list.cursor == before + 1, at.words)
    hears(page, at.list, language)
