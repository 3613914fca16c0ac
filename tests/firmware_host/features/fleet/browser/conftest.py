"""What the tests of the page of all tables share: the browser."""

from tests.browser.conftest import axe, chromium, picture, visit

__all__ = ["axe", "chromium", "picture", "visit"]
