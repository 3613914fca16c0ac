"""The chi-square test says what its tables say, and nothing where there is too little to tell."""

import random
from collections import Counter

import pytest

from firmware_host.stats import exceedance, fit


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.345, 3, 0.01),
        (18.307, 10, 0.05),
        (21.666, 9, 0.01),
        (124.342, 100, 0.05),
    ],
)
def test_the_chance_is_that_of_the_tables(chi_square: float, freedom: int, chance: float) -> None:
    assert exceedance(chi_square, freedom) == pytest.approx(chance, rel=0.001)


def test_counts_that_are_what_was_expected_fit() -> None:
    found = fit({"1": 25, "2": 75}, {"1": 25.0, "2": 75.0})
    assert found is not None
    assert (found.chi_square, found.freedom, found.chance) == (0.0, 1, 1.0)


def test_a_loaded_die_is_found_out() -> None:
    found = fit({"1": 10, "2": 10, "3": 70}, {"1": 30.0, "2": 30.0, "3": 30.0})
    assert found is not None
    assert found.chance < 1e-9


def test_rare_results_are_taken_together() -> None:
    found = fit({"1": 50, "2": 44, "3": 3, "4": 3}, {"1": 47.0, "2": 47.0, "3": 3.0, "4": 3.0})
    assert found is not None
    assert found.freedom == 2


@pytest.mark.parametrize("expected", [{}, {"1": 100.0}, {"1": 2.0, "2": 2.0}])
def test_too_little_tells_nothing(expected: dict[str, float]) -> None:
    assert fit({}, expected) is None


def test_fair_dice_are_doubted_once_in_twenty_times() -> None:
    rng, expected = random.Random(7), dict.fromkeys("123456", 20.0)
    found = [fit(Counter(rng.choices("123456", k=120)), expected) for _ in range(400)]
    doubted = sum(each is not None and each.chance < 0.05 for each in found)
    assert 8 <= doubted <= 34


def test_what_is_left_of_rare_results_is_one_cell_beside_large_ones() -> None:
    seen, expected = {"1": 12, "2": 8, "3": 4, "4": 1}, {"1": 10.0, "2": 11.0, "3": 3.0, "4": 1.0}
    found = fit(seen, expected)
    assert found is not None
    # 4/10 + 9/11 + 1/4, with 3 and 4 put together
    assert found.freedom == 2
    assert found.chi_square == pytest.approx(0.4 + 9 / 11 + 0.25)


def test_rare_results_without_a_large_one_are_a_cell_only_when_expected_often_enough() -> None:
    rare = {"1": 2.5, "2": 2.5}
    assert fit({}, rare) is None
    assert fit({"3": 5}, {**rare, "3": 5.0}) is not None


def test_rare_results_that_are_hardly_expected_even_together_tell_nothing() -> None:
    assert fit({"1": 50, "2": 50}, {"1": 50.0, "2": 49.5, "3": 0.5}) is None
    assert fit({"1": 50, "2": 50}, {"1": 50.0, "2": 49.0, "3": 1.0}) is not None
