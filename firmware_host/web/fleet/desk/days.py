"""The figures of days as tables tell them: checked, as a broker may lie, and summed up."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from firmware_host.storage.counters import Day
from firmware_host.web.fleet.directory import days_told
from firmware_host.web.table_states import DAYS, State

MOST: Final = 100_000
"""A figure of a day is not higher."""

COUNTS: Final = ("begun", "finished", "abandoned", "restarts", "lost_power")


def days_of(states: dict[str, State], today: date) -> Sequence[Day]:
    """Return the days that a table with these ``states`` tells, oldest first.

    What makes no sense is left out, and so are days after tomorrow (clocks differ) and old ones.
    """
    found = {day.day: day for each in days_told(states) if (day := _day(each, today)) is not None}
    return [found[name] for name in sorted(found)]


def sums(tables: Iterable[Sequence[Day]]) -> Sequence[Day]:
    """Return the days of all ``tables``, each with the sums of its figures, oldest first.

    >>> one = Day("2026-11-22", 3, 2, 1, 12.5, 1, 0)
    >>> sums([[one], [one]])
    [Day(day='2026-11-22', begun=6, finished=4, abandoned=2, median_minutes=None, restarts=2, \
lost_power=0)]
    """
    found: dict[str, Day] = {}
    for day in (day for days in tables for day in days):
        before = found.get(day.day, Day(day.day, 0, 0, 0, None, 0, 0))
        added = {name: getattr(before, name) + getattr(day, name) for name in COUNTS}
        found[day.day] = before._replace(**added)
    return [found[name] for name in sorted(found)]


def _day(told: State, today: date) -> Day | None:
    try:
        when = date.fromisoformat(told["day"])
        counts = {name: int(told[name] or 0) for name in COUNTS}
        median = told.get("median_minutes")
        minutes = None if median is None else float(median)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    is_near = timedelta(-1) <= today - when <= timedelta(DAYS)
    is_sound = all(0 <= count <= MOST for count in (*counts.values(), minutes or 0))
    return Day(when.isoformat(), median_minutes=minutes, **counts) if is_near and is_sound else None
