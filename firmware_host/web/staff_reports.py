"""What reports about a table say, for a page in the language of its visitor."""

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from firmware_host.base.timing import local_day
from firmware_host.remote.reports import Report
from firmware_host.setup.update.record import UpdateRecord
from firmware_host.setup.update.words import told
from firmware_host.storage.counters import Day, until
from firmware_host.text.translator import Language
from firmware_host.web.asking import SILENT
from firmware_host.web.day_chart import day_chart
from firmware_host.web.page_state import PageState
from games.message import Message, msg

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
STATES: Final[Mapping[str, str]] = {
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


def shown(report: Report | None, say: Language) -> PageState:
    """Return what a page shows of ``report``; None means that the table does not answer."""
    if report is None:
        return {"problem": say(SILENT)}
    if report.problem:
        return {"problem": report.problem}
    try:
        return {"at": report.at, **_READERS[report.report](report.text, say)}
    except (KeyError, TypeError, ValueError):
        return {"problem": say(UNREADABLE)}


def _version(text: str, say: Language) -> PageState:
    found = json.loads(text)
    last = UpdateRecord.read(json.dumps(found["last"]).encode()) if found["last"] else None
    said = [Message.of(RUNS, version=found["runs"] or found["program"])]
    if found["runs"] is None:
        said.append(Message.of(NOT_PACKAGED))
    if found["also"]:
        said.append(Message.of(ALSO, versions=", ".join(found["also"])))
    if last is not None:
        said.append(told(last))
    return {"said": [say.heading(each) for each in said], "canUpdate": found["runs"] is not None}


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
    rows = [_game(figures, say) for figures in json.loads(text).values()]
    return {"heads": [say(each) for each in GAME_HEADS], "rows": rows}


def _game(figures: Mapping[str, Any], say: Language) -> list[str]:
    turns = figures["median turns"]
    throws = sum(sum(each["observed"].values()) for each in figures["throws"])
    return [
        say(figures["title"]),
        f"{figures['games']}",
        f"{figures['finished']}",
        UNKNOWN if turns is None else f"{turns:g}",
        f"{throws}",
    ]


def _findings(text: str, say: Language) -> PageState:
    """Return what the doctor found, faults first; checks that were left out alike share a line."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for each in json.loads(text)["checks"]:
        what = each["state"], each["found"], each["advice"]
        alike.setdefault(what, []).append(each["check"])
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
    order = list(STATES)
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
