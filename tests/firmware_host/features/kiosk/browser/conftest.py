"""What the tests of a table in public share with those of other pages in a browser."""

from tests.browser.conftest import chromium, others_give_way, visit

__all__ = ["chromium", "others_give_way", "visit"]
