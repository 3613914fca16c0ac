"""How dice of the model come to lie, and which face is up."""

from itertools import combinations
from math import cos, pi, sin
from random import Random

import pytest

from hardware.simulated import hall_dice
from hardware.simulated.hall_dice import (
    BODIES,
    LONG_DIE,
    LOT,
    Body,
    DiceInTray,
    Lying,
    Sensors,
    Tolerances,
    gap_between,
    inside,
    throw,
)


@pytest.mark.parametrize("body", [LOT, LONG_DIE])
def test_rolling_brings_up_the_faces_in_their_order(body: Body) -> None:
    rolled = [Lying(body, 0.0, 0.0, 0.01, 0.3, n * body.step) for n in range(len(body.faces))]
    assert [die.up[0] for die in rolled] == list(body.faces)
    assert [die.up[1] for die in rolled] == pytest.approx([1.0] * len(body.faces))


def test_a_long_die_on_an_edge_or_a_missing_one_has_no_faces() -> None:
    flat = Lying(LONG_DIE, 0.05, 0.05, 0.01, 0.0, 0.0)
    tilted = Lying(LONG_DIE, 0.05, 0.15, 0.01, 0.0, pi / 4.2)
    assert DiceInTray("long", (flat, flat)).faces == (1, 1)
    assert DiceInTray("long", (flat, tilted)).faces is None
    assert DiceInTray("long", (flat,)).faces is None


@pytest.mark.parametrize("kind", BODIES)
def test_dice_lie_inside_and_not_in_one_another(kind: str) -> None:
    rng = Random(1)
    for _ in range(30):
        flat = [die for die in throw(kind, rng).dice if die.up[1] > 0.99]
        assert all(inside(die.body, die.x, die.y, die.yaw) for die in flat)
        for one, other in combinations(flat, 2):
            assert gap_between(one.body, one.x, one.y, one.yaw, other) > -0.001


def lowest(die: Lying) -> float:
    """Return how far the lowest part of ``die`` is below its middle."""
    length, width, thick = die.body.size
    across = width * abs(sin(die.roll)) + thick * abs(cos(die.roll))
    return (length * abs(sin(die.nose)) + across * cos(die.nose)) / 2


@pytest.mark.parametrize("kind", sorted(BODIES))
def test_dice_that_lean_on_the_rim_or_on_another_touch_the_felt(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, share in (("MISSING", 0.0), ("LEANING", 0.4), ("CROSSED", 0.4)):
        monkeypatch.setattr(hall_dice, name, share)
    rng = Random(1)
    dice = [die for _ in range(50) for die in throw(kind, rng).dice]
    assert max(abs(die.z - lowest(die)) for die in dice) < 0.004
    across = [die for die in dice if die.nose < -0.1]
    assert across
    assert all(inside(die.body, die.x, die.y, die.yaw) for die in across)


def test_all_faces_come_up() -> None:
    rng = Random(2)
    thrown = [throw("long", rng).faces for _ in range(60)]
    assert {face for faces in thrown if faces for face in faces} == {1, 3, 4, 6}


def test_a_sensor_reads_half_the_supply_without_a_field_and_never_leaves_twelve_bits() -> None:
    exact = Sensors(Random(1), Tolerances(0, 0, 0, 0, 0, 0, 0))
    assert set(exact.levels([])) == {2048}
    assert [exact.reading(level) for level in (-100.0, 5000.0)] == [0, 4095]
