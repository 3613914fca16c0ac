"""What a table tells the broker: whole states, each complete in itself.

Words are in English, as museums sort and search them; positions, moves and seats are written as in
records. ``docs/museums/fleet.md`` has the schemas.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.remote.reports import Report
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.storage.counters import Day, tomorrow
from firmware_host.text.translator import Language
from firmware_host.web.happening import happening
from firmware_host.web.mirror import TableMirror

State = Mapping[str, Any]


class _Check(Struct, frozen=True):
    check: str
    state: str
    found: str
    advice: str


class _Checks(Struct, frozen=True):
    checks: tuple[_Check, ...]


ENGLISH: Final = Language("en")
NO_FIGURES: Final[State] = Day("", 0, 0, 0, None, 0, 0)._asdict()
"""The figures of a day on which nothing has happened."""

DAYS: Final = 31
"""Days whose figures are told: after a month without a broker nothing is missing."""


def table_state(table: TableMirror, program: str) -> State:
    """Return what happens at ``table``, which runs the version ``program``."""
    snapshot, session = table.snapshot, table.session
    return {
        "program": program,
        "connected": table.is_connected,
        "happening": ENGLISH.heading(happening(snapshot, session)),
        "awaited": snapshot.awaited,
        "unattended": snapshot.is_unattended,
        "closed": snapshot.awaited == "opening",
        "problem": snapshot.problem,
        "notice": None if snapshot.notice is None else ENGLISH.heading(snapshot.notice),
        "settings": {each.field: each.value for each in snapshot.controls.settings},
        "game": None if session is None else game_state(session),
    }


def game_state(session: Session) -> State:
    """Return the game on the table."""
    game, state, outcome = session.game, session.state, session.outcome
    turn = None if session.is_over else state.turn
    return {
        "name": game.name,
        "title": ENGLISH(game.title),
        "options": dict(game.options),
        "position": str(state),
        "seats": [
            {"seat": seat.colour, "player": session.player(seat.index)} for seat in game.seats
        ],
        "turn": None if turn is None else game.seats[turn].colour,
        "throws": [str(throw) for throw in state.pending],
        "actions": len(session.actions),
        "over": session.is_over,
        "result": None if outcome is None else ENGLISH(names.result(outcome, game.seats)),
    }


def counters_state(report: Report | None, today: str) -> State | None:
    """Return the figures of ``today`` and of the last days in ``report``; None if it has none.

    Days after tomorrow are left out: they are of a clock that was ahead.
    """
    if report is None or report.problem:
        return None
    rows = csv.DictReader(io.StringIO(report.text))
    latest = tomorrow(today)
    days = [_figures(row) for row in rows if row["day"] <= latest][-DAYS:]
    known = {day["day"]: day for day in days}
    return {"at": report.at, "today": known.get(today, {**NO_FIGURES, "day": today}), "days": days}


def health_state(report: Report | None, since: Mapping[str, str]) -> State | None:
    """Return what the doctor found at a table; None if it has not looked.

    ``since`` says when each fault was found first, by the name of the check.
    """
    found = findings(report)
    if report is None or found is None:
        return None
    faults = [{**each, "since": since.get(each["check"], report.at)} for each in found]
    return {"at": report.at, "ok": not faults, "faults": faults}


def with_fault(health: State | None, check: str, since: str) -> State:
    """Return ``health`` with one more fault ``since`` a time, found by the agent and no doctor."""
    fault = {"check": check, "since": since}
    if health is None:
        return {"at": since, "ok": False, "faults": [fault]}
    return {**health, "ok": False, "faults": [*health["faults"], fault]}


def findings(report: Report | None) -> Sequence[Mapping[str, str]] | None:
    """Return the faults in the doctor's ``report``; None if there is no report."""
    if report is None or report.problem:
        return None
    try:
        checks = from_json(report.text, _Checks).checks
    except ValuesError:
        return None
    return [
        {"check": each.check, "found": each.found, "advice": each.advice}
        for each in checks
        if each.state == "failed"
    ]


def payload(state: State) -> bytes:
    """Return ``state`` as it goes to the broker.

    >>> payload({"ok": True, "faults": []})
    b'{"ok":true,"faults":[]}'
    """
    return json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode()


def _figures(row: Mapping[str, str]) -> State:
    """Return the figures of a day; what is not known is None."""
    return {name: value if name == "day" else _number(value) for name, value in row.items()}


def _number(text: str) -> float | int | None:
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return None
