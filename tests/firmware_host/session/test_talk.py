"""What people at linked tables can ask each other for, and what another table may send instead."""

import pytest

from firmware_host.session.talk import DRAW, size_taken_back, taking_back


@pytest.mark.parametrize("size", [1, 2, 120])
def test_taking_back_is_read_as_it_is_written(size: int) -> None:
    assert size_taken_back(taking_back(size)) == size


def test_a_draw_takes_nothing_back() -> None:
    assert size_taken_back(DRAW) is None


@pytest.mark.parametrize(
    "act",
    [
        "",
        '{"undo":0}',
        '{"undo":01}',
        '{"undo": 2}',
        '{"undo":2,"do":"3"}',
        '{"undo":2}\n',
        '{"undo":' + "9" * 5_000 + "}",
        "[" * 100_000,
    ],
    ids=range(8),
)
def test_nothing_else_can_be_asked_for(act: str) -> None:
    with pytest.raises(ValueError, match="."):
        size_taken_back(act)
