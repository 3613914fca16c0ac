"""A phone is let in: somebody asks for a code at the table, and its owner types it."""

import re
from typing import TYPE_CHECKING

from firmware_host.simulator.hands import Hands
from firmware_host.table.keys import STAFF_MEMBERS, STAFF_SECONDS
from tests.browser.looking import shows, touch
from tests.browser.served_sites import SharedTable
from tests.table import take, take_in_menu, words

if TYPE_CHECKING:
    from playwright.sync_api import Page

CODE = re.compile(r"\b([A-Z]{4} [A-Z]{4})\b")


def pair(page: "Page", table: SharedTable, role: str) -> None:
    """Let ``page`` in for what the menu of the table calls ``role``."""
    shows(page, "h1", "^(Join the table|Подключение к столу)")
    if table.hands.world.app.table.game.session is None:
        call_staff(table.hands)
        take(table.hands, "Phones")
    else:
        take_in_menu(table.hands, "Phone")
    take(table.hands, role)
    table.pass_time(lambda: CODE.search(words(table.hands)) is not None)
    found = CODE.search(words(table.hands))
    assert found is not None
    page.locator("#code").press_sequentially(found[1])
    touch(page, page.locator("#join button"))
    table.pass_time(lambda: CODE.search(words(table.hands)) is None)
    page.locator("#prompt").wait_for()
    while "Phones" in words(table.hands) or "Staff" in words(table.hands):
        table.hands.press("back")


def call_staff(hands: Hands) -> None:
    """Open the staff menu by its two keys."""
    for key in STAFF_MEMBERS:
        hands.world.pi.press(key, STAFF_SECONDS + 1)
    hands.world.run_for(STAFF_SECONDS + 2)
