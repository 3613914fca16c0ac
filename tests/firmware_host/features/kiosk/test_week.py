"""Days and a week of a public table: the counters are right, and memory does not grow."""

import gc
import logging
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from firmware_host.app import outputs
from firmware_host.cli.main import main
from firmware_host.storage.counters import Counters, csv_text, table_text
from tests.deep import deeply
from tests.faults.soak import no_drawing
from tests.firmware_host.features.kiosk.kiosk import HOUR
from tests.firmware_host.features.kiosk.week import CLOSES, OPENS, Week, whole_games

CACHE: type[Any] = type(lru_cache(str))
GROWN = 3_000
"""Objects that may be new after a day, apart from caches: another scene, or another game."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw no screens and write no log."""
    monkeypatch.setattr(outputs, "draw", no_drawing)
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def objects() -> tuple[int, int]:
    """Return the number of objects, and how many are left when all caches are cleared."""
    gc.collect()
    everything = gc.get_objects()
    caches = [each for each in everything if type(each) is CACHE]
    before = len(everything)
    del everything
    for cache in caches:
        cache.cache_clear()
    gc.collect()
    return before, len(gc.get_objects())


@pytest.mark.parametrize("hours", [1 / 4, *deeply(1 / 3)])
def test_the_counters_of_two_short_days_are_right(hours: float) -> None:
    week = Week(1)
    week.day(OPENS + hours * HOUR, [])
    week.night(is_on=False)
    week.day(OPENS + hours * HOUR, [])
    assert sum(day.begun for day in week.kiosk.days()) > 3


def test_a_start_that_is_not_counted_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counters, "start", lambda *_: None)
    week = Week(1)
    week.kiosk.start()
    with pytest.raises(AssertionError):
        week.compare()


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 2])
def test_the_counters_of_a_week_are_right(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    week, found = Week(seed), []
    for number in range(7):
        week.day(CLOSES, whole_games())
        found.append(objects())
        with capsys.disabled():
            print(f"\nday {number + 1}: {found[-1][0]} objects, {found[-1][1]} with empty caches")
        week.night(is_on=number % 3 == 1)
    days = week.kiosk.days()
    week.kiosk.place.card.copy_to(tmp_path)
    assert main(["counters", "--state-dir", str(tmp_path), "--csv", "-"]) == 0
    assert capsys.readouterr().out == csv_text(days)
    print(table_text(days), dict(week.visits))
    assert found[-1][1] - found[1][1] < GROWN
