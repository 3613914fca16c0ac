"""What the tests of an evening share with those of other pages in a browser."""

from tests.browser.conftest import axe, chromium, others_give_way, visit

__all__ = ["axe", "chromium", "others_give_way", "visit"]
