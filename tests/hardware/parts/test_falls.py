"""Sticks that fall through a lane of the model end flat, and each face comes equally often."""

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import cos, radians, sin, sqrt

import pytest

from hardware.parts.dimensions import RAMP_SLOPE, STICK_SIDE
from hardware.parts.made import BAR_FOOT, along
from tests.hardware.parts.falls import (
    FACES,
    Fall,
    Surface,
    at_rest,
    falls,
    rebound,
    tipped,
    uneven,
)

needs_mujoco = pytest.mark.skipif(
    find_spec("mujoco") is None, reason="no MuJoCo: make .venv/ready-for-deep-tests"
)

COUNT = 300
SURFACES = [Surface(friction, damping) for friction in (0.25, 0.35, 0.5) for damping in (60, 90)]
SEED = 101
CALMLY = 0.3, 0.8
"""How many seconds somebody takes who lifts the flap as the manual says."""
NOT_FLAT = 0.04
"""The most that may end on an edge, or elsewhere than in the tray."""
FACES_ONCE_IN_A_THOUSAND, TURNS_ONCE_IN_TEN_THOUSAND = 16.3, 21.1
"""Chi-square of four equally likely numbers; three degrees of freedom."""


def counted(fallen: Sequence[Fall], what: Callable[[Fall], int | None]) -> list[int]:
    counts = Counter(what(each) for each in fallen if each.after is not None)
    return [counts[face] for face in range(FACES)]


def faces(fallen: Sequence[Fall]) -> list[int]:
    return counted(fallen, lambda each: each.after)


def turns(fallen: Sequence[Fall]) -> list[int]:
    return counted(fallen, lambda each: each.turn)


def lying(face: int, lean: float = 0, above: float = 0) -> Fall:
    """Return how a stick is read that is at the bar with ``face`` up, or leans by some degrees."""
    x, z = along(BAR_FOOT, RAMP_SLOPE, STICK_SIDE / 2, STICK_SIDE / 2 + above)
    turn = radians(90 * face - RAMP_SLOPE + lean)
    c, s = cos(turn), sin(turn)
    return at_rest(0, (x / 1000, 0, z / 1000), (c, 0, s, 0, 1, 0, -s, 0, c))


@pytest.mark.parametrize("face", range(FACES))
def test_a_stick_at_the_bar_is_read(face: int) -> None:
    fall = lying(face)
    assert (fall.after, fall.turn) == (face, face)
    assert abs(fall.from_bar) < 0.01


def test_a_stick_on_its_edge_or_above_the_ramp_is_not_flat() -> None:
    assert lying(2, lean=20).after is None
    assert lying(2, above=3).after is None


@pytest.mark.deep
@needs_mujoco
@pytest.mark.parametrize(("damping", "expected"), [(60, 0.61), (90, 0.48)])
def test_the_bounce_is_that_of_dull_and_of_lively_wood(damping: float, expected: float) -> None:
    height = 0.1
    assert sqrt(rebound(Surface(damping=damping), height) / height) == pytest.approx(
        expected, abs=0.01
    )


@pytest.mark.deep
@needs_mujoco
@pytest.mark.parametrize("surface", SURFACES, ids=str)
def test_sticks_end_flat_at_the_bar_and_show_every_face_equally_often(surface: Surface) -> None:
    fallen = falls(COUNT, surface, SEED)
    flat = [each for each in fallen if each.after is not None]
    assert len(flat) >= COUNT * (1 - NOT_FLAT)
    assert max(abs(each.from_bar) for each in flat) < 1
    assert uneven(faces(fallen)) < FACES_ONCE_IN_A_THOUSAND
    assert uneven(turns(fallen)) < TURNS_ONCE_IN_TEN_THOUSAND


@pytest.mark.deep
@needs_mujoco
@pytest.mark.parametrize("surface", [Surface(), Surface(damping=60)], ids=str)
def test_sticks_that_are_tipped_from_the_flap_end_flat_and_mixed(surface: Surface) -> None:
    fallen = tipped(COUNT, surface, SEED, CALMLY)
    assert sum(each.after is not None for each in fallen) >= COUNT * (1 - NOT_FLAT)
    assert uneven(faces(fallen)) < FACES_ONCE_IN_A_THOUSAND
    assert uneven(turns(fallen)) < TURNS_ONCE_IN_TEN_THOUSAND


@pytest.mark.deep
@needs_mujoco
def test_a_flap_that_is_thrown_up_throws_sticks_over_the_front() -> None:
    fallen = tipped(COUNT // 3, Surface(), SEED, (0.15, CALMLY[0]))
    outside = [each for each in fallen if abs(each.from_bar) > 100]
    assert len(outside) > len(fallen) / 10


@pytest.mark.deep
@needs_mujoco
def test_a_chute_without_plates_fails() -> None:
    fallen = falls(COUNT, Surface(), SEED, plates=())
    flat = [each for each in fallen if each.after is not None]
    assert len(flat) < COUNT * (1 - NOT_FLAT)
