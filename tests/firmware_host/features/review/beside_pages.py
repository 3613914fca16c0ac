"""What tests with a real browser need of reviews."""

from functools import partial

import pytest

from firmware_host.features.review import reviewing
from firmware_host.features.review.reviewing import GameReviews, ReviewProcess


def prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews not give way to other tests, which keep the processor busy."""
    reviews = partial(GameReviews, start=partial(ReviewProcess, niceness=0))
    monkeypatch.setattr(reviewing, "GameReviews", reviews)
