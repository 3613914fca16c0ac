"""What the tests of reviews share with those of other pages in a browser."""

from tests.browser.conftest import axe, chromium, others_give_way, share, visit

__all__ = ["axe", "chromium", "others_give_way", "share", "visit"]
