"""What the tests of practice tables in a browser share: a class, and the browser itself."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import axe, chromium, picture, visit
from tests.firmware_host.features.practice.browser.served import PracticeClass

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["axe", "chromium", "picture", "practice_class", "visit"]


@pytest.fixture
def practice_class(tmp_path: Path, chromium: "Browser") -> Iterator[PracticeClass]:
    """The practice tables of a class."""
    served = PracticeClass(tmp_path)
    yield served
    served.close()
