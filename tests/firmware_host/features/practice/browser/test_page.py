"""The page of a practice table in a browser, and that of the teacher."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.conftest import Open
from tests.browser.looking import open_part, shows
from tests.firmware_host.features.practice.browser.served import PracticeClass

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Picture = Callable[[Page, str], None]


def test_a_code_that_does_not_arrive_is_told(practice_class: PracticeClass, visit: Open) -> None:
    page = visit(practice_class, "teacher")
    page.locator("[name=code]").fill(practice_class.code)
    practice_class.close()
    page.get_by_role("button", name="Enter").click()
    shows(page, "#answer", "^The program cannot be reached")


def test_who_has_keys_reads_how_to_hold_one(practice_class: PracticeClass, visit: Open) -> None:
    page = visit(practice_class)
    open_part(page, "display")
    page.get_by_text("Press longer to hold a key.").wait_for()
