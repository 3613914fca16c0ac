"""What reports about a table say, for a page in the language of its visitor.

A chart shows how many games were finished, abandoned and are still open, day by day.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from html import escape
from typing import Any, Final, Literal, get_args

from firmware_host.base.timing import local_day
from firmware_host.base.values import Struct, field, from_json, to_json
from firmware_host.remote.requests import LONGEST_REPORT, Report
from firmware_host.setup.update.record import UpdateRecord, told
from firmware_host.storage.counters import Day, until
from firmware_host.text.translator import Language
from firmware_host.web.page_state import PageState
from firmware_host.web.svg import element, group, text
from firmware_host.web.table_client import SILENT
from games.message import Message, msg

SHOWN: Final = 28
"""Four weeks: more days are in the table."""

SLOT, BAR = 20, 14
"""Pixels from one day to the next, and of a bar."""
HEIGHT: Final = 120
"""Pixels of the highest bar."""
TOP, FOOT, LEFT = 18, 44, 8
PART = 104
"""Pixels of a line of the legend: all are seen where only the newest days have room."""

PARTS: Final = (
    ("finished", msg("finished")),
    ("abandoned", msg("abandoned")),
    ("open", msg("still open")),
)
"""The parts of a bar from its foot up, by their classes in the style sheet."""

TITLE: Final = msg("Games started each day, {first} to {last}: at most {most}")


def day_chart(days: Sequence[Day], say: Language) -> str:
    """Return the :data:`SHOWN` days up to the newest of ``days`` (which is the last), as SVG.

    A day without figures, on which the table was off, has a zero. None is shown before the first. A
    screen reader reads what it shows in one sentence; the figures are for a table beside it.
    """
    shown = [*_without_gaps(days)] if days else []
    most = max((day.begun for day in shown), default=0)
    if not most:
        return ""
    width, height = 2 * LEFT + SLOT * max(len(shown), 16), TOP + HEIGHT + FOOT
    bars = "".join(
        group([*_bar(LEFT + SLOT * number, day, most)]) for number, day in enumerate(shown)
    )
    title = say(TITLE, first=shown[0].day, last=shown[-1].day, most=most)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="chart" '
        f'role="img" aria-label="{escape(title)}">{bars}{_legend(width, height, say)}</svg>'
    )


def _without_gaps(days: Sequence[Day]) -> Iterator[Day]:
    """Yield the last :data:`SHOWN` days up to the newest, with an empty one for each missing."""
    known = {day.day: day for day in days}
    newest = date.fromisoformat(days[-1].day)
    first = max(date.fromisoformat(days[0].day), newest - timedelta(SHOWN - 1))
    for number in range((newest - first).days + 1):
        day = (first + timedelta(number)).isoformat()
        yield known.get(day, Day(day, 0, 0, 0, None, 0, 0))


def _bar(x: float, day: Day, most: int) -> Iterator[str]:
    counts = (day.finished, day.abandoned, max(0, day.begun - day.finished - day.abandoned))
    base = float(TOP + HEIGHT)
    for (look, _), count in zip(PARTS, counts, strict=True):
        high = round(HEIGHT * count / most, 1)
        base -= high
        if count:
            yield element("rect", class_=look, x=x, y=round(base, 1), width=BAR, height=high)
    middle = x + BAR / 2
    yield _figure(middle, round(base - 4, 1), f"{day.begun}")
    yield _figure(middle, TOP + HEIGHT + 13, day.day[-2:].lstrip("0"))


def _figure(x: float, y: float, words: str) -> str:
    return text(x, y, words, text_anchor="middle", font_size=11)


def _legend(width: float, height: float, say: Language) -> str:
    shapes = []
    for number, (look, words) in enumerate(PARTS):
        x = width + (number - len(PARTS)) * PART
        shapes.append(element("rect", class_=look, x=x, y=height - 15, width=12, height=12))
        shapes.append(text(x + 16, height - 5, say(words), font_size=12))
    return group(shapes)


UNREADABLE: Final = msg("The report cannot be read.")
DAY_HEADS: Final = (
    msg("day"),
    msg("started"),
    msg("finished"),
    msg("abandoned"),
    msg("median minutes"),
    msg("program starts"),
    msg("after a power cut"),
)
GAME_HEADS: Final = (
    msg("kind of game"),
    msg("kept"),
    msg("finished"),
    msg("median turns"),
    msg("throws"),
)
CheckState = Literal["failed", "ok", "skipped", "not needed"]
"""What a check of the doctor may end with, faults first."""

STATES: Final[Mapping[CheckState, str]] = {
    "failed": msg("fault"),
    "ok": msg("good"),
    "skipped": msg("not checked"),
    "not needed": msg("not needed"),
}
UNKNOWN: Final = "-"
RUNS: Final = msg("Version {version} is running.")
ALSO: Final = msg("Also on the card: {versions}.")
NOT_PACKAGED: Final = msg(
    "It was not installed from the Debian package. Update it in the way in which it was installed."
)


class _VersionReport(Struct, frozen=True):
    """Which version ``runs`` (None: none of the package), which others are there, the update."""

    program: str
    runs: str | None
    also: tuple[str, ...]
    last: Any


class _ThrowFigures(Struct, frozen=True):
    """How often each throw was ``observed``."""

    observed: dict[str, int]


class _GameFigures(Struct, frozen=True):
    """What the statistics say of a kind of game."""

    title: str
    games: int
    finished: int
    throws: tuple[_ThrowFigures, ...]
    median_turns: float | None = field(name="median turns")


class _FoundCheck(Struct, frozen=True):
    """What a check of the doctor found, and its advice."""

    check: str
    state: CheckState
    found: str
    advice: str


class _Findings(Struct, frozen=True):
    """All that the doctor checked."""

    checks: tuple[_FoundCheck, ...]


def shown(report: Report | None, say: Language) -> PageState:
    """Return what a page shows of ``report``; None means that the table does not answer."""
    if report is None:
        return {"problem": say(SILENT)}
    if report.problem:
        return {"problem": report.problem}
    try:
        return {"at": report.at, **_READERS[report.report](report.text, say)}
    except (KeyError, ValueError):
        return {"problem": say(UNREADABLE)}


def _version(text: str, say: Language) -> PageState:
    found = from_json(text, _VersionReport)
    last = UpdateRecord.read(to_json(found.last))
    said = [Message.of(RUNS, version=found.runs or found.program)]
    if found.runs is None:
        said.append(Message.of(NOT_PACKAGED))
    if found.also:
        said.append(Message.of(ALSO, versions=", ".join(found.also)))
    if last is not None:
        said.append(told(last))
    return {"said": [say.heading(each) for each in said], "canUpdate": found.runs is not None}


def _counters(text: str, say: Language) -> PageState:
    days = [_day(row) for row in list(csv.reader(text.splitlines()))[1:]]
    return days_shown(days, say, local_day())


def days_shown(days: Sequence[Day], say: Language, today: str) -> PageState:
    """Return the figures of ``days``: a table, the newest first, and a chart up to ``today``."""
    rows = [[UNKNOWN if value is None else str(value) for value in day] for day in days[::-1]]
    return {
        "chart": day_chart(until(days, today), say),
        "heads": [say(each) for each in DAY_HEADS],
        "rows": rows,
    }


def _day(row: list[str]) -> Day:
    day, begun, finished, abandoned, minutes, restarts, lost = row
    median = float(minutes) if minutes else None
    counts = int(begun), int(finished), int(abandoned)
    return Day(day, *counts, median, int(restarts), int(lost))


def _games(text: str, say: Language) -> PageState:
    games = from_json(text, dict[str, _GameFigures], LONGEST_REPORT)
    rows = [_game(figures, say) for figures in games.values()]
    return {"heads": [say(each) for each in GAME_HEADS], "rows": rows}


def _game(figures: _GameFigures, say: Language) -> list[str]:
    turns = figures.median_turns
    throws = sum(sum(each.observed.values()) for each in figures.throws)
    return [
        say(figures.title),
        f"{figures.games}",
        f"{figures.finished}",
        UNKNOWN if turns is None else f"{turns:g}",
        f"{throws}",
    ]


def _findings(text: str, say: Language) -> PageState:
    """Return what the doctor found, faults first; checks that were left out alike share a line."""
    alike: dict[tuple[CheckState, str, str], list[str]] = {}
    for each in from_json(text, _Findings, LONGEST_REPORT).checks:
        alike.setdefault((each.state, each.found, each.advice), []).append(each.check)
    found = [
        {
            "state": state,
            "word": say(STATES[state]),
            "check": ", ".join(checks),
            "found": words,
            "advice": advice,
        }
        for (state, words, advice), checks in alike.items()
    ]
    order = get_args(CheckState)
    return {"findings": sorted(found, key=lambda each: order.index(each["state"]))}


def _log(text: str, say: Language) -> PageState:
    return {"lines": text.splitlines()}


_READERS: Final[Mapping[str, Callable[[str, Language], PageState]]] = {
    "version": _version,
    "counters": _counters,
    "games": _games,
    "findings": _findings,
    "log": _log,
}
"""The reports that a page shows; the records are only downloaded."""
