"""What the page of all tables shows, in the language of whoever looks at it, and its words.

The figures of days are checked, as a broker may lie, and summed up.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final
from zlib import crc32

from firmware_host.features.fleet import order_desk, orders
from firmware_host.features.fleet.directory import (
    HEADS,
    NOTHING,
    UNREACHABLE,
    TableLine,
    days_told,
)
from firmware_host.features.fleet.following import (
    SILENT,
    WAITING,
    FleetDesk,
    GivenOrder,
    OrderOutcome,
)
from firmware_host.features.fleet.order_desk import DONE, FAILED, REFUSED
from firmware_host.remote.requests import REFUSALS
from firmware_host.session import names
from firmware_host.storage.counters import Day
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web import page_state
from firmware_host.web.orders import OrderKind, known_orders
from firmware_host.web.page_state import PageState
from firmware_host.web.staff_reports import days_shown
from firmware_host.web.table_states import DAYS, State
from games.message import Message, msg
from games.replay import Catalogue
from hardware.untrusted_text import harmless

WORDS: Final[Mapping[str, str]] = {
    "language": msg("Language"),
    "fleet": msg("All tables"),
    "lost": msg("Connection lost. Trying again…"),
    "noBroker": msg("The broker cannot be reached. Trying again…"),
    "find": msg("Find"),
    "troubled": msg("Only tables that need help"),
    "all": msg("choose all that are listed"),
    "choose": msg("choose {table}"),
    "noTables": msg("No table has told this broker anything yet."),
    "orders": msg("Give an order"),
    "noKey": msg("This page only shows tables: it cannot sign orders."),
    "order": msg("Order"),
    "value": msg("Value"),
    "for": msg("For"),
    "everybody": msg("all tables"),
    "chosen": msg("the chosen tables"),
    "give": msg("Give the order"),
    "nobodyChosen": msg("Choose tables in the list first."),
    "notGiven": msg("The order was not given: the broker cannot be reached, or signing failed."),
    "sure": msg("Give this order to {count} tables?"),
    "given": msg("What became of the orders"),
    "nothingGiven": msg("No order was given yet."),
    "detail": msg("Table"),
    "close": msg("Close"),
    "panel": msg("Display of the table"),
    "faults": msg("Faults of the installation"),
    "noFaults": msg("The doctor has found no faults."),
    "counters": msg("Counters"),
    "sums": msg("Counters of all tables"),
    "csv": msg("Download all counters (CSV)"),
    "none": msg("Nothing yet."),
}
"""Each word by the name that the page's script uses."""

STATES: Final[Mapping[str, str]] = {
    WAITING: msg("waiting for the answer"),
    DONE: msg("done"),
    REFUSED: msg("refused"),
    FAILED: msg("failed"),
    SILENT: msg("no answer"),
}
"""What became of an order at a table."""

REASONS: Final = frozenset(
    {
        *(orders.NO_ORDER, orders.FORGED, orders.NO_KEY, orders.NOT_ALLOWED),
        *(orders.FOR_OTHERS, orders.LATE, orders.TAKEN),
        *(order_desk.NO_BUTTON, order_desk.NOT_DONE, order_desk.NOT_THERE, UNREACHABLE),
        *(order_desk.UNKNOWN, *(each.why.text for each in REFUSALS)),
    }
)
"""Why tables refuse orders, as far as it is said without facts: this can be translated."""

SUMMARY: Final = msg("Tables: {count}; need somebody: {troubled}")
VERSIONS: Final = msg("Versions: {versions}")
VERSION: Final = msg("{version} ({count})")
SINCE: Final = msg("since {time}")
COUNTED: Final = msg("{state}: {count}")

LONGEST: Final = 500
"""Letters of anything that a table says."""

FAULT: Final = ("check", "found", "advice")

MOST: Final = 100_000
"""A figure of a day is not higher."""

COUNTS: Final = ("begun", "finished", "abandoned", "restarts", "lost_power")


def greeting(desk: FleetDesk, catalogue: Catalogue, say: Language) -> PageState:
    """Return what the page has to know once, in the language of ``say``."""
    return {
        "language": say.code,
        "languages": [[code, Language(code).name] for code in LANGUAGES],
        "words": {name: say.heading(_open(text)) for name, text in WORDS.items()},
        "heads": [say.heading(head) for head in HEADS],
        "orders": [_order(kind, catalogue, say) for kind in _given_here(desk)],
    }


def _given_here(desk: FleetDesk) -> Iterable[OrderKind]:
    return known_orders().values() if desk.gives_orders else ()


def _open(text: str) -> Message:
    """Return ``text`` with its own names as facts: the script of the page fills them in."""
    return Message.of(text, table="{table}", count="{count}")


def _order(kind: OrderKind, catalogue: Catalogue, say: Language) -> PageState:
    return {
        "name": kind.name,
        "title": say(kind.title),
        "help": say.heading(kind.help),
        "choices": kind.choices(catalogue, say),
        "longest": kind.longest,
        "isNeeded": kind.is_value_needed,
        "example": kind.example,
    }


def lines_state(desk: FleetDesk, say: Language) -> tuple[PageState, Mapping[str, TableLine]]:
    """Return how all tables are in short, and the line of each, those in trouble first."""
    lines = desk.directory.lines(say)
    troubled = sum(bool(line.trouble) for line in lines)
    known = Counter(line.version for line in lines if line.version != NOTHING)
    versions = [say(VERSION, version=name, count=count) for name, count in sorted(known.items())]
    summary = say(SUMMARY, count=len(lines), troubled=troubled)
    return {
        "isConnected": desk.is_connected,
        "summary": summary,
        "versions": say(VERSIONS, versions=", ".join(versions)) if versions else "",
        "order": [line.table for line in lines],
    }, {line.table: line for line in lines}


def sums_state(desk: FleetDesk, say: Language, today: date) -> PageState:
    """Return the counters of all tables together."""
    tables = desk.directory.tables.values()
    return days_shown(sums(days_of(states, today) for states in tables), say, today.isoformat())


def detail_state(desk: FleetDesk, table: str, say: Language, today: date) -> PageState | None:
    """Return what is known of ``table``; None if there is none of this name."""
    states = desk.directory.tables.get(table)
    if states is None:
        return None
    line = desk.directory.line(table, say)
    return {
        "table": table,
        "line": line,
        "does": _does(states.get("state", {}), say),
        "faults": _faults(states, say),
        "picture": crc32(desk.pictures.get(table, b"")),
        "counters": days_shown(days_of(states, today), say, today.isoformat()),
    }


def _does(state: State, say: Language) -> str:
    """Return in one sentence what happens at a table that tells ``state``."""
    game, awaited = state.get("game"), str(state.get("awaited"))
    if not isinstance(game, dict):
        text = page_state.CHOOSING if awaited == "answer" else page_state.OF_THE_TABLE.get(awaited)
        return say.heading(text) if text else ""
    if state.get("awaited") == "next game" and game.get("result"):
        return harmless(str(game["result"]), LONGEST)
    seat = names.COLOURS.get(str(game.get("turn")))
    if seat is not None and awaited in page_state.OF_A_SEAT:
        return say.heading(Message.of(page_state.OF_A_SEAT[awaited], seat=Message.of(seat)))
    return say.heading(page_state.OF_THE_TABLE.get(awaited, page_state.OF_THE_TABLE["nothing"]))


def _faults(states: Mapping[str, State], say: Language) -> Sequence[PageState]:
    """Return the faults that the doctor found at a table; what makes no sense is left out."""
    faults = states.get("health", {}).get("faults")
    found = [each for each in faults if isinstance(each, dict)] if isinstance(faults, list) else []
    return [
        {
            "since": say(SINCE, time=harmless(str(each.get("since", "")), LONGEST)),
            **{name: harmless(str(each.get(name, "")), LONGEST) for name in FAULT},
        }
        for each in found
    ]


def given_state(desk: FleetDesk, say: Language) -> Sequence[PageState]:
    """Return the orders that were given, the newest first, with what became of each."""
    return [_given(each, say) for each in desk.given]


def _given(order: GivenOrder, say: Language) -> dict[str, Any]:
    counted = [say(COUNTED, state=say(STATES[name]), count=n) for name, n in order.counts.items()]
    return {
        "number": order.number,
        "title": f"{order.at} {say(known_orders()[order.name].title)} {order.value}".rstrip(),
        "counted": ", ".join(counted),
        "outcomes": [_outcome(name, found, say) for name, found in order.outcomes.items()],
    }


def _outcome(table: str, found: OrderOutcome, say: Language) -> PageState:
    known = (each for kind in known_orders().values() for each in kind.reasons)
    is_known = found.why in REASONS or found.why in known
    why = say(found.why) if is_known else harmless(found.why, LONGEST)
    return {
        "table": table,
        "state": found.state,
        "word": say(STATES[found.state]),
        "why": why,
        "language": say.code if is_known else "en",
    }


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
