"""The field of the magnets, against what is known of dipoles and discs."""

from math import sqrt

import pytest

from hardware.simulated.hall_dice import DISC, Dipole, field

ABOVE = Dipole((0.0, 0.0, 0.02), (0.0, 0.0, DISC))


def pull(first: Dipole, second: Dipole, step: float = 1e-6) -> float:
    """The force between two magnets in newtons, along the line between them.

    It is positive where they attract each other: the slope of their energy.
    """
    way = [b - a for a, b in zip(first.at, second.at, strict=True)]
    length = sqrt(sum(each * each for each in way))

    def energy(more: float) -> float:
        at = tuple(a + w * (1 + more / length) for a, w in zip(first.at, way, strict=True))
        there = first.field((at[0], at[1], at[2]))
        return -sum(m * b for m, b in zip(second.moment, there, strict=True))

    return (energy(step) - energy(-step)) / (2 * step)


@pytest.mark.parametrize("distance", [0.020, 0.024])
def test_a_disc_differs_from_a_dipole_by_less_than_three_per_cent(distance: float) -> None:
    def end(z: float) -> float:
        return z / sqrt(0.003**2 + z * z)

    exact = 1.24 / 2 * (end(distance + 0.001) - end(distance - 0.001))
    dipole = Dipole((0.0, 0.0, distance), (0.0, 0.0, DISC)).field((0.0, 0.0, 0.0))[2]
    assert dipole == pytest.approx(exact, rel=0.03)


def test_the_field_of_an_upright_magnet_turns_round_at_the_root_of_two_of_its_height() -> None:
    border = 0.02 * sqrt(2)
    assert ABOVE.field((border - 0.001, 0.0, 0.0))[2] > 0 > ABOVE.field((border + 0.001, 0, 0))[2]


def test_fields_of_magnets_add_up() -> None:
    twice = field([ABOVE, ABOVE], (0.01, 0.0, 0.0))
    assert twice == pytest.approx([2 * each for each in ABOVE.field((0.01, 0.0, 0.0))])


def test_magnets_of_lots_that_touch_pull_less_than_felt_holds_them() -> None:
    beside = Dipole((0.015, 0.0, 0.02), (0.0, 0.0, -DISC))
    weight = 0.080 * 0.015 * 0.012 * 700 * 9.81
    assert 0 < pull(ABOVE, beside) < 0.3 * weight


def test_like_magnets_side_by_side_push_each_other_away() -> None:
    beside = Dipole((0.015, 0.0, 0.02), (0.0, 0.0, DISC))
    assert pull(ABOVE, beside) == pytest.approx(-3e-7 * DISC**2 / 0.015**4, rel=1e-3)
