"""What a review costs the table beside it: it is worked out or rests, as is wanted."""

from collections.abc import Sequence

import pytest

from tests.firmware_host.features.review import load


class Review:
    """Notes whether it was worked out before each press."""

    def __init__(self) -> None:
        self.is_at_work = True
        Review.last = self

    last: "Review"

    def rest(self, *, rests: bool) -> None:
        self.is_at_work = not rests

    def close(self) -> None:
        pass


def test_presses_are_told_apart_by_whether_a_review_is_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Table:
        """Takes a second for a press while a review is worked out."""

        def __init__(self, *_: object, **__: object) -> None:
            self.found: Sequence[list[float]] = ([], [])

        def press(self) -> None:
            for each in self.found:
                each.append(float(Review.last.is_at_work))

        def close(self) -> None:
            pass

    monkeypatch.setattr(load, "TimedTable", Table)
    monkeypatch.setattr(load, "BusyReview", Review)
    monkeypatch.setattr(load, "LEAD", 0.0)
    assert load.timed(2) == [[(0.0, 0.0)] * 2, [(0.0, 0.0)] * 2, [(1.0, 1.0)] * 2]
