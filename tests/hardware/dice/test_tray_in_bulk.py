"""Throws and knocks by the thousand, on the model in :mod:`tests.hardware.dice.tumbling`."""

from collections.abc import Sequence

import pytest

from hardware.dice.codes import LONG_DICE, LOTS, Faces
from tests.hardware.dice.tumbling import knock_often, throw_often

KINDS = {"lots": LOTS, "long dice": LONG_DICE}
CUPS = {"with a cup contact": True, "without one": False}
TOO_EARLY = 0.001
"""The share of throws that may be read before the last die has turned for the last time."""

each_tray = pytest.mark.parametrize("cup", CUPS.values(), ids=CUPS)
each_kind = pytest.mark.parametrize("dice", KINDS.values(), ids=KINDS)


def check_throws(count: int, dice: Sequence[Faces], cup: bool, seed: int) -> None:
    tally = throw_often(count, dice, cup, seed)
    print(tally)
    assert (tally.throws, tally.missed, tally.doubled) == (count, 0, 0)
    assert tally.early <= TOO_EARLY * count
    assert tally.doubtful == (0 if cup else tally.all_open)


def check_knocks(count: int, dice: Sequence[Faces], cup: bool, seed: int) -> None:
    said = knock_often(count, dice, cup, seed)
    assert {event.kind for event in said} == {"knocked"}
    print(f"{count} knocks: no throw, {len(said)} times told")


@each_tray
@each_kind
def test_a_sample_of_throws_is_neither_missed_nor_doubled(dice: Sequence[Faces], cup: bool) -> None:
    check_throws(50, dice, cup, seed=5)


@each_tray
def test_a_sample_of_knocks_makes_no_throw(cup: bool) -> None:
    check_knocks(500, LOTS, cup, seed=6)


@pytest.mark.deep
@each_tray
@each_kind
def test_ten_thousand_throws_are_neither_missed_nor_doubled(
    dice: Sequence[Faces], cup: bool
) -> None:
    check_throws(10_000, dice, cup, seed=7)


@pytest.mark.deep
@each_tray
def test_ten_thousand_knocks_make_no_throw(cup: bool) -> None:
    check_knocks(10_000, LOTS, cup, seed=8)
