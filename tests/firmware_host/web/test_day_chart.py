"""The chart of days: the last four weeks, also after days of a clock that was wrong."""

import re

import pytest

from firmware_host.storage.counters import Day
from firmware_host.text.translator import Language
from firmware_host.web.staff_reports import SHOWN, day_chart, days_shown

ENGLISH = Language("en")
TODAY = "2026-03-09"


def day(name: str) -> Day:
    return Day(name, 1, 1, 0, None, 0, 0)


def title(chart: str) -> str:
    found = re.search(r'aria-label="([^"]*)"', chart)
    return found[1] if found else ""


def test_no_days_are_no_chart() -> None:
    assert day_chart([], ENGLISH) == ""


def test_a_day_without_figures_is_shown_too() -> None:
    chart = day_chart([day("2026-03-01"), day(TODAY)], ENGLISH)
    assert chart.count('<rect class="finished" x=') == 2 + 1, "two days and the legend"
    assert title(chart) == "Games started each day, 2026-03-01 to 2026-03-09: at most 1"


@pytest.mark.parametrize("first", ["0001-01-01", "1970-01-01"])
def test_a_day_of_a_clock_that_was_behind_leaves_the_last_four_weeks(first: str) -> None:
    chart = day_chart([day(first), day(TODAY)], ENGLISH)
    assert title(chart) == "Games started each day, 2026-02-10 to 2026-03-09: at most 1"
    assert chart.count(">0<") == SHOWN - 1


def test_a_day_of_a_clock_that_was_ahead_is_in_the_table_alone() -> None:
    shown = days_shown([day("9999-12-31"), day(TODAY)], ENGLISH, TODAY)
    assert title(str(shown["chart"])).startswith(f"Games started each day, {TODAY} to {TODAY}")
    assert [row[0] for row in shown["rows"]] == [TODAY, "9999-12-31"]
