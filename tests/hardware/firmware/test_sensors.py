"""Sensors under a tray that are dead, stuck or noisy, and those that only see dice."""

from collections.abc import Callable, Mapping
from random import Random

import pytest

from hardware.firmware.halls import SCANS
from hardware.firmware.sensors import SensorWatch
from hardware.simulated.hall_dice import BuiltTray, DiceInTray, throw

NUMBER, BIT = 20, "0000000000100000"
SUMS = 40
"""About four seconds of a tray."""

EMPTY = DiceInTray("lots", ())


def watched(fault: Mapping[int, Callable[[int], int]], dice: DiceInTray = EMPTY) -> list[str]:
    """Return what is wrong in the end with sensors that read what ``fault`` makes of their sums."""
    tray, watch = BuiltTray(Random(1)), SensorWatch(is_calibrated=True)
    levels, noise = tray.levels(dice), Random(2)
    for number in range(SUMS):
        sums = [round(SCANS * level + noise.gauss(0, 10)) for level in levels]
        for place, broken in fault.items():
            sums[place] = broken(number)
        watch.take(sums)
    return watch.words


@pytest.mark.parametrize("thrown", [EMPTY, throw("lots", Random(1)), throw("lots", Random(2))])
def test_nothing_is_wrong_with_sensors_that_work(thrown: DiceInTray) -> None:
    assert watched({}, thrown) == []


@pytest.mark.parametrize(
    ("broken", "word"),
    [
        (lambda _: 0, f"dead={BIT}"),
        (lambda _: 4095 * SCANS, f"dead={BIT}"),
        (lambda _: 2050 * SCANS, f"stuck={BIT}"),
        (lambda number: (2050 + 30 * (number % 3)) * SCANS, f"noisy={BIT}"),
    ],
)
def test_a_faulty_sensor_is_named(broken: Callable[[int], int], word: str) -> None:
    assert watched({NUMBER: broken}) == [word]


def test_a_noise_that_stops_is_forgotten() -> None:
    assert (
        watched(
            {NUMBER: lambda number: (2050 + 30 * (number % 3) * (number < 15)) * SCANS + number}
        )
        == []
    )


def test_faults_of_several_sensors_are_told_together() -> None:
    dead = {place: lambda _: 0 for place in range(16)}
    noisy = {63: lambda number: (2050 + 30 * (number % 3)) * SCANS}
    assert watched({**dead, **noisy}) == ["dead=000000000000ffff", "noisy=8000000000000000"]


def test_a_die_that_is_moved_about_is_no_noise() -> None:
    tray, watch = BuiltTray(Random(1)), SensorWatch(is_calibrated=True)
    for number in range(SUMS):
        watch.take([round(SCANS * level) for level in tray.levels(throw("lots", Random(number)))])
    assert watch.words == []
