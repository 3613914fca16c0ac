"""What tests with a real browser need of reviews."""

from functools import partial

import pytest

from firmware_host.features.review import reviewing
from firmware_host.features.review.reviewing import ReviewProcess


def prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews not give way to other tests, which keep the processor busy."""
    monkeypatch.setattr(reviewing, "reviewer", lambda _: partial(ReviewProcess, niceness=0))
