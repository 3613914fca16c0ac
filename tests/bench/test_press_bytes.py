from collections.abc import Sequence
from functools import cache
from statistics import mean

import pytest

import games
from tests.bench.press_bytes import DISPLAYS, HEAD, Cost, costs, rows

MOST_CHANGED = 225
"""Bytes of the picture that a press changes on average; a new layout should not need more."""

MOST_SENT = 1.95
"""How many bytes are sent for each that changed."""


def test_each_game_has_a_row_for_each_display() -> None:
    head, *found = rows(["squadro"], 20)
    assert head == HEAD
    assert [row[:3] for row in found] == [
        ("squadro", display, "20") for display in DISPLAYS.values()
    ]


@cache
def pressed(name: str, profile: str) -> Sequence[Cost]:
    """What a hundred presses cost."""
    return costs(name, profile, 100)


@pytest.mark.parametrize("name", games.names())
def test_a_picture_is_one_transfer_on_i2c(name: str) -> None:
    assert {cost.transfers for cost in pressed(name, "generic")} <= {1, 2}


@pytest.mark.parametrize("profile", DISPLAYS)
@pytest.mark.parametrize("name", games.names())
def test_a_press_costs_about_twice_the_bytes_that_change(name: str, profile: str) -> None:
    found = pressed(name, profile)
    assert mean(cost.changed for cost in found) <= MOST_CHANGED
    assert sum(cost.sent for cost in found) <= MOST_SENT * sum(cost.changed for cost in found)
