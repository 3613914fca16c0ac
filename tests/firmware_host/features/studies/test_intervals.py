"""The intervals of a study hold the truth about as often as they say, also where cells stop."""

import random

import pytest

from firmware_host.features.studies.metrics import (
    METRICS,
    Interval,
    of_mean,
    of_quantile,
    of_share,
    student,
)
from firmware_host.features.studies.plan import StudyPlan
from firmware_host.features.studies.running import CellRun
from tests.firmware_host.features.studies import duel
from tests.firmware_host.features.studies.playing import play_here

STUDIES = 1000


def studied(seed: int) -> CellRun:
    """Return the only cell of a study that stops once the advantage is known well enough."""
    plan = StudyPlan(
        "duel", "duel", players=(("random",),), seeds=(seed,), widths={"first": 0.1}, turns=4
    )
    return play_here(plan, duel)[0]


def held(studies: int) -> dict[str, int]:
    """Count for each metric how many of so many studies hold the truth in their interval."""
    found = dict.fromkeys(duel.TRUTH, 0)
    for seed in range(studies):
        sample = studied(seed).sample()
        for name, truth in duel.TRUTH.items():
            interval = METRICS[name].estimate(sample)
            assert interval is not None
            found[name] += interval.low <= truth <= interval.high
    return found


def test_intervals_of_a_few_studies_hold_the_truth() -> None:
    assert min(held(10).values()) >= 8


@pytest.mark.deep
def test_intervals_hold_the_truth_in_93_to_97_percent_of_1000_studies() -> None:
    found = held(STUDIES)
    print(f"studies of {STUDIES} whose interval of 95 % holds the truth: {found}")
    assert all(0.93 * STUDIES <= count <= 0.97 * STUDIES for count in found.values())


def test_a_cell_stops_at_the_end_of_the_batch_in_which_it_knows_enough() -> None:
    run = studied(1)
    assert run.decided in (200, 300)
    assert run.widths()["first"] <= 0.1


def test_the_share_of_seldom_events_is_never_certain() -> None:
    assert of_share([0.0] * 200).high == pytest.approx(0.0188, abs=1e-4)
    assert of_share([1.0] * 200).low == pytest.approx(0.9812, abs=1e-4)


def test_shared_points_make_an_interval_narrower() -> None:
    assert of_share([0.5] * 50 + [0.0, 1.0] * 25).width < of_share([0.0, 1.0] * 50).width


@pytest.mark.parametrize("part", [0.5, 0.8])
def test_the_interval_of_a_quantile_holds_it(part: float) -> None:
    rng, held = random.Random(1), 0
    for _ in range(200):
        interval = of_quantile([rng.random() for _ in range(100)], part)
        held += interval.low <= part <= interval.high
    assert 180 <= held <= 199


def test_students_interval_is_wider_than_the_normal_one_for_few_games() -> None:
    assert student(9) == pytest.approx(2.262, abs=2e-3)
    assert of_mean([1.0, 2.0]).width > of_mean([1.0, 2.0] * 10).width


def test_a_difference_to_nothing_keeps_the_interval() -> None:
    same = Interval(0.5, 0.4, 0.7).minus(Interval(0.0, 0.0, 0.0))
    assert (same.low, same.high) == pytest.approx((0.4, 0.7))


def shares(successes: int, count: int) -> Interval:
    return of_share([1.0] * successes + [0.0] * (count - successes))


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 10
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
    ],
)
def test_the_difference_of_two_shares_has_the_published_interval(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    difference = shares(*first).minus(shares(*second))
    assert (difference.low, difference.high) == pytest.approx((low, high), abs=6e-5)
