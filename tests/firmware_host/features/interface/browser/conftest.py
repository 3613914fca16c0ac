"""What the tests of the pages that developers begin with share: the browser."""

from tests.browser.conftest import chromium

__all__ = ["chromium"]
