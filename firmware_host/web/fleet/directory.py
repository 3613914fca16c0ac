"""All tables of a broker, as one sees them from a desk."""

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import aiomqtt

from firmware_host.web.fleet.states import State
from firmware_host.web.fleet.topics import ROOT, Topics, is_name, parted
from hardware.untrusted_text import harmless

EVERYTHING: Final = f"{ROOT}/+/+"
QUIET_SECONDS: Final = 0.5
"""A broker has told everything that it keeps when it says nothing for so long."""

NOTHING: Final = "-"
NONSENSE: Final = "what it tells makes no sense"
LONGEST_CELL: Final = 300


class TableLine(NamedTuple):
    """A table in a list: what a technician looks for."""

    table: str
    state: str
    game: str
    players: str
    version: str
    trouble: str


class Directory:
    """What is known of every table: by its name, and by the last part of the topic."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, State]] = {}

    def take(self, topic: str, payload: bytes) -> None:
        """Take what the broker says; nonsense is left out."""
        found = parted(topic)
        state = _read(payload)
        if found is None or state is None:
            return
        name, what = found
        self.tables.setdefault(name, {})[what] = state

    def lines(self) -> Sequence[TableLine]:
        """Return a line for each table: those in trouble first, then by name."""
        lines = [_line_or_trouble(name, states) for name, states in self.tables.items()]
        return sorted(lines, key=lambda line: (not line.trouble, line.table))

    def counters_csv(self) -> str:
        """Return the figures of all days of all tables as comma-separated values."""
        text = io.StringIO()
        rows = [
            {"table": name, **day}
            for name, states in sorted(self.tables.items())
            for day in _days(states)
        ]
        names = list(dict.fromkeys(key for row in rows for key in row)) or ["table"]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()


async def look(broker: aiomqtt.Client, quiet: float = QUIET_SECONDS) -> Directory:
    """Return what ``broker`` keeps of all tables; it has told it all when it is ``quiet`` (s)."""
    directory = Directory()
    await broker.subscribe(EVERYTHING, qos=1)
    messages = aiter(broker.messages)
    while True:
        try:
            async with asyncio.timeout(quiet):
                message = await anext(messages)
        except TimeoutError:
            return directory
        directory.take(message.topic.value, bytes(message.payload))


@asynccontextmanager
async def listening_for_answers(
    broker: aiomqtt.Client, tables: Iterable[str]
) -> AsyncIterator[AsyncIterator[tuple[str, State]]]:
    """Yield the answers of ``tables`` to orders that are given within this context."""
    for name in tables:
        await broker.subscribe(Topics(name).of("answer"), qos=1)
    yield _answers(broker)


async def _answers(broker: aiomqtt.Client) -> AsyncIterator[tuple[str, State]]:
    async for message in broker.messages:
        found, state = parted(message.topic.value), _read(bytes(message.payload))
        if found is not None and found[1] == "answer" and state is not None:
            yield found[0], state


def _line_or_trouble(name: str, states: Mapping[str, State]) -> TableLine:
    try:
        line = _line(name, states)
    except (KeyError, TypeError, AttributeError):
        line = TableLine(name, NOTHING, NOTHING, NOTHING, NOTHING, NONSENSE)
    return TableLine(*(harmless(each, LONGEST_CELL) for each in line))


def _line(name: str, states: Mapping[str, State]) -> TableLine:
    state = states.get("state", {})
    game = state.get("game") or {}
    players = [f"{each['seat']} {each['player']}" for each in game.get("seats", [])]
    return TableLine(
        name,
        _happening(states),
        str(game.get("title", NOTHING)),
        ", ".join(players) or NOTHING,
        str(state.get("program", NOTHING)),
        _trouble(states),
    )


def _happening(states: Mapping[str, State]) -> str:
    if not states.get("online", {}).get("online"):
        return "offline"
    state = states.get("state", {})
    if not state.get("connected"):
        return "program ended"
    if state.get("closed"):
        return "closed"
    return "free" if state.get("unattended") else "in use"


def _trouble(states: Mapping[str, State]) -> str:
    """Return why a person should go there; empty if nobody need."""
    state, health = states.get("state", {}), states.get("health", {})
    found = [f"{each['check']} since {each['since']}" for each in health.get("faults", [])]
    if not states.get("online", {}).get("online"):
        found.insert(0, "cannot be reached")
    elif not state.get("connected"):
        found.insert(0, "its program does not run")
    if state.get("problem"):
        found.append(f"the {state['problem']} is wrong")
    return "; ".join(found)


def _days(states: Mapping[str, State]) -> Sequence[State]:
    """Return the figures of the days in ``states``; nonsense is left out."""
    days = states.get("counters", {}).get("days")
    return [day for day in days if isinstance(day, dict)] if isinstance(days, list) else []


def _read(payload: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def names_of(text: str) -> tuple[str, ...]:
    """Return the names of tables in ``text``, between commas; ValueError if one cannot be a name.

    >>> names_of("hall-1,hall-2")
    ('hall-1', 'hall-2')
    """
    names = tuple(each.strip() for each in text.split(","))
    for name in names:
        if not is_name(name):
            raise ValueError(name)
    return names
