"""Wait until a page shows something, as a person who looks at it would."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 20_000
"""Milliseconds after which something that a page should show does not come any more."""


def shows(page: "Page", place: str, words: str) -> None:
    """Wait until the element ``place`` (a CSS selector) has ``words``, a regular expression."""
    from playwright.sync_api import expect

    expect(page.locator(place)).to_have_text(re.compile(words), timeout=PATIENCE)


def shows_actions(page: "Page", count: int) -> None:
    """Wait until the game on ``page`` has had ``count`` actions."""
    from playwright.sync_api import expect

    expect(page.locator("#moment")).to_have_attribute("max", str(count), timeout=PATIENCE)
