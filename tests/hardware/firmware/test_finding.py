"""The firmware finds dice in the field of their magnets, and says so if it cannot."""

from math import pi, sin
from random import Random

import pytest

from hardware.firmware.finding import STRONGEST, WEAKEST, Finder
from hardware.firmware.fit import FittedDie
from hardware.firmware.magnets import SINES, UNIT, MagnetDie
from hardware.simulated.hall_dice import (
    BODIES,
    KINDS,
    LONG_DIE,
    LOT,
    BuiltTray,
    DiceInTray,
    Lying,
    throw,
)
from tests.bench.hall_tray import measured

WORST_PLACES = [(0.0125, 0.0125), (-0.004, 0.05), (0.0875, 0.0875), (0.1, 0.179), (0.178, 0.178)]
"""In the middle of four sensors, and at the rim, in metres from the first sensor."""


def searched(kind: MagnetDie, count: int, field: list[int]) -> Finder:
    finder = Finder(kind, count, field)
    for _ in finder.work():
        pass
    return finder


@pytest.mark.parametrize("place", WORST_PLACES)
def test_a_lot_is_read_wherever_it_lies(place: tuple[float, float]) -> None:
    tray = BuiltTray(Random(1))
    for face, roll in ((1, 0.0), (0, pi)):
        field = tray.field(DiceInTray("lots", (Lying(LOT, *place, 0.006, 1.2, roll),)))
        assert searched(KINDS["lots"], 1, field).faces == [face]


@pytest.mark.parametrize("number", range(4))
def test_two_long_dice_are_read_in_every_direction(number: int) -> None:
    tray = BuiltTray(Random(2))
    dice = (
        Lying(LONG_DIE, 0.045, 0.09, 0.010, number * 0.8, number * pi / 2),
        Lying(LONG_DIE, 0.13, 0.08, 0.010, 2.0 - number, (number + 1) * pi / 2),
    )
    assert tray.read(DiceInTray("long", dice)).faces == DiceInTray("long", dice).faces


def test_with_equal_magnets_at_both_ends_a_long_die_would_be_ambiguous() -> None:
    kind = MagnetDie((1, 3, 6, 4), ((-200, 256, 0), (200, 0, 256)), 24, thick=130, edge=28)
    one, three = kind.pattern(700, 700, 20, 256, 0), kind.pattern(700, 700, 148, 0, 256)
    assert max(abs(a - b) for a, b in zip(one, three, strict=True)) <= 1


def test_an_empty_tray_and_a_missing_die_are_not_read() -> None:
    tray = BuiltTray(Random(3))
    lots = tuple(Lying(LOT, 0.03 + 0.05 * n, 0.07, 0.006, 0.0, 0.0) for n in range(3))
    assert tray.read(DiceInTray("lots", ())).faces is None
    assert tray.read(DiceInTray("lots", lots)).faces is None
    assert tray.read(DiceInTray("long", ())).faces is None


def test_a_long_die_on_its_edge_is_not_read() -> None:
    dice = (
        Lying(LONG_DIE, 0.04, 0.04, 0.014, 0.5, pi / 4),
        Lying(LONG_DIE, 0.13, 0.13, 0.010, 0.5, 0.0),
    )
    assert BuiltTray(Random(4)).read(DiceInTray("long", dice)).faces is None


def test_the_field_of_a_die_is_linear_in_how_far_it_has_rolled() -> None:
    die = FittedDie(500, 600, 30, 181, 181)
    pattern = KINDS["long"].pattern
    first, second = pattern(500, 600, 30, 256, 0), pattern(500, 600, 30, 0, 256)
    both = pattern(die.x, die.y, die.angle, die.c, die.s)
    mixed = [(a + b) * 181 / 256 for a, b in zip(first, second, strict=True)]
    assert max(abs(a - b) for a, b in zip(both, mixed, strict=True)) < 8


@pytest.mark.parametrize("kind", BODIES)
def test_no_wrong_face_is_accepted(kind: str) -> None:
    tally = measured(kind, 8, seed=5)
    assert (tally.throws, tally.wrong) == (8, [])
    assert tally.right >= 5


@pytest.mark.deep
@pytest.mark.parametrize("kind", BODIES)
def test_no_wrong_face_is_accepted_in_many_throws(kind: str) -> None:
    tally = measured(kind, 1000, seed=6)
    assert tally.wrong == []
    assert tally.right > 750


def test_a_throw_can_be_repeated_from_its_seed() -> None:
    assert throw("lots", Random("1 lots 7")) == throw("lots", Random("1 lots 7"))


def test_the_sines_are_those_of_a_quarter_turn_in_whole_steps() -> None:
    assert tuple(round(UNIT * sin(step * pi / 128)) for step in range(65)) == SINES


def test_a_die_that_lies_flat_has_its_strength_within_a_fifth() -> None:
    assert (round(0.8 * UNIT), round(1.2 * UNIT)) == (WEAKEST, STRONGEST)
