"""What the page of all tables shows, in the language of whoever looks at it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final
from zlib import crc32

from firmware_host.remote.requests import LONGEST_TEXT
from firmware_host.session import names
from firmware_host.text.languages import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web import happening
from firmware_host.web.fleet.desk.days import days_of, sums
from firmware_host.web.fleet.desk.following import FleetDesk
from firmware_host.web.fleet.desk.given import GivenOrder, OrderOutcome
from firmware_host.web.fleet.desk.words import (
    ANY_GAME,
    COUNTED,
    EXAMPLE_HOURS,
    REASONS,
    SINCE,
    STATES,
    SUMMARY,
    TITLES,
    VERSION,
    VERSIONS,
    WORDS,
)
from firmware_host.web.fleet.directory import HEADS, NOTHING, TableLine
from firmware_host.web.fleet.giving import LONGEST_VALUE
from firmware_host.web.fleet.orders import ORDERS
from firmware_host.web.page_state import PageState
from firmware_host.web.staff_reports import days_shown
from firmware_host.web.table_states import State
from games.message import Message
from games.replay import Catalogue
from hardware.untrusted_text import harmless

LONGEST: Final = 500
"""Letters of anything that a table says."""

LENGTHS: Final = {"message": LONGEST_TEXT, "hours": LONGEST_TEXT, "update": LONGEST_VALUE}
"""Letters of values that people type."""

FAULT: Final = ("check", "found", "advice")


def greeting(desk: FleetDesk, catalogue: Catalogue, say: Language) -> PageState:
    """Return what the page has to know once, in the language of ``say``."""
    return {
        "language": say.code,
        "languages": [[code, Language(code).name] for code in LANGUAGES],
        "words": {name: say.heading(_open(text)) for name, text in WORDS.items()},
        "heads": [say.heading(head) for head in HEADS],
        "orders": [_order(name, catalogue, say) for name in ORDERS] if desk.gives_orders else [],
    }


def _open(text: str) -> Message:
    """Return ``text`` with its own names as facts: the script of the page fills them in."""
    return Message.of(text, table="{table}", count="{count}")


def _order(name: str, catalogue: Catalogue, say: Language) -> PageState:
    return {
        "name": name,
        "title": say(TITLES[name]),
        "help": say.heading(ORDERS[name]),
        "choices": _choices(name, catalogue, say),
        "longest": LENGTHS.get(name, 0),
        "isNeeded": name != "update",
        "example": EXAMPLE_HOURS if name == "hours" else "",
    }


def _choices(name: str, catalogue: Catalogue, say: Language) -> Sequence[Sequence[str]]:
    """Return the values of an order between which people choose, each with its title."""
    if name == "language":
        return [[code, Language(code).name] for code in LANGUAGES]
    if name == "new-game":
        games = [[each, say(catalogue.about(each).title)] for each in catalogue.names()]
        return [["", say(ANY_GAME)], *games]
    return []


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
        text = happening.CHOOSING if awaited == "answer" else happening.OF_THE_TABLE.get(awaited)
        return say.heading(text) if text else ""
    if state.get("awaited") == "next game" and game.get("result"):
        return harmless(str(game["result"]), LONGEST)
    seat = names.COLOURS.get(str(game.get("turn")))
    if seat is not None and awaited in happening.OF_A_SEAT:
        return say.heading(Message.of(happening.OF_A_SEAT[awaited], seat=Message.of(seat)))
    return say.heading(happening.OF_THE_TABLE.get(awaited, happening.OF_THE_TABLE["nothing"]))


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
        "title": f"{order.at} {say(TITLES[order.name])} {order.value}".rstrip(),
        "counted": ", ".join(counted),
        "outcomes": [_outcome(name, found, say) for name, found in order.outcomes.items()],
    }


def _outcome(table: str, found: OrderOutcome, say: Language) -> PageState:
    is_known = found.why in REASONS
    why = say(found.why) if is_known else harmless(found.why, LONGEST)
    return {
        "table": table,
        "state": found.state,
        "word": say(STATES[found.state]),
        "why": why,
        "language": say.code if is_known else "en",
    }
