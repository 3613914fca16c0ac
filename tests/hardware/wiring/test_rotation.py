import pytest

from hardware.wiring.rotation import CLOCKWISE, turned

KEYS = {"up": 6, "down": 19, "left": 5, "right": 26, "ok": 13, "back": 21}


def test_a_joystick_turned_by_half_swaps_up_with_down_and_left_with_right() -> None:
    assert turned(KEYS, 2) == KEYS | {"up": 19, "down": 6, "left": 26, "right": 5}


def test_the_picture_turned_clockwise_has_its_top_where_right_was() -> None:
    assert turned(KEYS, 1) == KEYS | {"up": 26, "right": 19, "down": 5, "left": 6}


@pytest.mark.parametrize("rotate", range(4))
def test_turning_on_to_a_whole_turn_changes_nothing(rotate: int) -> None:
    assert turned(turned(KEYS, rotate), 4 - rotate if rotate else 0) == KEYS


@pytest.mark.parametrize("rotate", range(4))
def test_neighbours_stay_neighbours(rotate: int) -> None:
    after = turned(KEYS, rotate)
    ring = [after[name] for name in CLOCKWISE]
    start = ring.index(KEYS["up"])
    assert ring[start:] + ring[:start] == [KEYS[name] for name in CLOCKWISE]


def test_a_key_that_is_not_wired_is_not_invented() -> None:
    assert turned({"up": 6, "ok": 13}, 1) == {"left": 6, "ok": 13}
