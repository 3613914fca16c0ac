"""All tables of a broker, as one sees them from a desk.

The broker is not trusted: what it says is bounded, and nonsense is shown as such.
"""

import asyncio
import csv
import io
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import takewhile
from typing import Any, Final, NamedTuple

import aiomqtt

from firmware_host.base.values import ValuesError, from_json
from firmware_host.features.fleet.connection import PICTURE, ROOT, STATES, Topics, parted
from firmware_host.session import names
from firmware_host.storage.counters import Day
from firmware_host.text.translator import Language
from firmware_host.web.table_states import State, is_name
from games.core import Catalogue
from games.message import Message, msg
from hardware.untrusted_input import harmless

EVERY_STATE: Final = tuple(f"{ROOT}/+/{what}" for what in STATES)
"""Where all tables say how they are."""

EVERY_PICTURE: Final = f"{ROOT}/+/{PICTURE}"

QUIET_SECONDS: Final = 0.5
"""A broker has told everything that it keeps when it says nothing for so long."""

MOST_TABLES: Final = 4000
LONGEST_SAID: Final = 64 << 10
"""Bytes of a state; a month of counters has a tenth of it."""

DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
NOTHING: Final = "-"
LONGEST_CELL: Final = 300

OFFLINE: Final = msg("offline")
ENDED: Final = msg("program ended")
CLOSED: Final = msg("closed")
FREE: Final = msg("free")
IN_USE: Final = msg("in use")
UNREACHABLE: Final = msg("cannot be reached")
NOT_RUNNING: Final = msg("its program does not run")
NONSENSE: Final = msg("what it tells makes no sense")
SINCE: Final = msg("{fault} since {time}")
PLAYED_BY: Final = msg("{seat}: {player}")
WRONG: Final[Mapping[str, str]] = {
    "board": msg("the board is wrong"),
    "throw": msg("the throw is wrong"),
}
"""What people at the table have to put right."""


class TableLine(NamedTuple):
    """A table in a list, in words: what a technician looks for."""

    table: str
    state: str
    game: str
    players: str
    version: str
    trouble: str


HEADS: Final = TableLine(
    msg("table"), msg("state"), msg("game"), msg("players"), msg("version"), msg("trouble")
)
"""The heads of the list."""


class TablePlace(NamedTuple):
    """Where a table is found: its ``number`` at this desk, its ``title`` and its ``area``."""

    number: int
    title: str
    area: str


class Changes:
    """What has changed, by name, the newest last: each change has a ``number``, from 1.

    >>> changes = Changes()
    >>> for name in ("a", "b", "a"):
    ...     changes.note(name)
    >>> changes.number, [*changes.since(0)], [*changes.since(2)]
    (3, ['a', 'b'], ['a'])
    """

    def __init__(self) -> None:
        self.number = 0
        self._newest: dict[str, int] = {}

    def note(self, name: str) -> None:
        """Note that what is called ``name`` has changed."""
        self.number += 1
        self._newest.pop(name, None)
        self._newest[name] = self.number

    def newest(self, name: str) -> int:
        """Return the number of the last change of what is called ``name``, 0 if there was none."""
        return self._newest.get(name, 0)

    def since(self, number: int) -> Iterator[str]:
        """Return what has changed since the change ``number``, each once, the newest first."""
        return takewhile(lambda name: self._newest[name] > number, reversed(self._newest))


class Directory:
    """What is known of every table: by its name, and by the last part of the topic.

    Games are named as in ``catalogue``; one that it does not know has the name that the table says.
    ``changes`` tells of which tables something new is known.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.tables: dict[str, dict[str, State]] = {}
        self.changes = Changes()
        self._numbers: dict[str, int] = {}
        self._titles = {name: catalogue.about(name).title for name in catalogue.names()}

    def take(self, topic: str, payload: bytes) -> tuple[str, str, State] | None:
        """Take what the broker says; return the table, the part, and what it said.

        Nonsense is left out, and so is a table more than :data:`MOST_TABLES`: None.
        """
        found = parted(topic)
        state = _read(payload)
        if found is None or state is None:
            return None
        name, what = found
        if name not in self.tables and len(self.tables) >= MOST_TABLES:
            return None
        self.tables.setdefault(name, {})[what] = state
        self._numbers.setdefault(name, len(self._numbers))
        self.changes.note(name)
        return name, what, state

    def lines(self, say: Language) -> Sequence[TableLine]:
        """Return a line for each table: those in trouble first, then by name."""
        lines = [self.line(name, say) for name in self.tables]
        return sorted(lines, key=lambda line: (not line.trouble, line.table))

    def line(self, name: str, say: Language) -> TableLine:
        """Return the line of the table called ``name`` in the language of ``say``."""
        try:
            line = self._line(name, say)
        except (KeyError, TypeError, AttributeError, ValueError):
            line = TableLine(name, *(NOTHING,) * 4, trouble=say(NONSENSE))
        return TableLine(*(harmless(each, LONGEST_CELL) for each in line))

    def _line(self, name: str, say: Language) -> TableLine:
        states = self.tables[name]
        state = states.get("state", {})
        game = state.get("game") or {}
        players = [say(_seat(each)) for each in game.get("seats", [])]
        return TableLine(
            name,
            say(_happening(states)),
            self.title(game, say) or NOTHING,
            ", ".join(players) or NOTHING,
            str(state.get("program", NOTHING)),
            "; ".join(map(say, trouble(states))),
        )

    def place(self, name: str) -> TablePlace:
        """Return where the table called ``name`` is, as it says itself.

        Its number is that of the others that were known before it.
        """
        state = self.tables[name].get("state", {})
        said = (harmless(str(state.get(part, "")), LONGEST_CELL) for part in ("title", "area"))
        return TablePlace(self._numbers[name], *said)

    def numbered(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the names of the tables with these ``numbers``; others are left out."""
        names = tuple(self._numbers)
        return tuple(names[number] for number in numbers if 0 <= number < len(names))

    def title(self, game: State, say: Language) -> str:
        """Return the title of ``game``, as a table tells of it; empty if there is none."""
        title = self._titles.get(str(game.get("name")))
        return say(title) if title is not None else str(game.get("title", ""))

    def counters_csv(self) -> str:
        """Return the figures of all days of all tables as comma-separated values."""
        text = io.StringIO()
        rows = [
            {"table": name, **_figures(day)}
            for name, states in sorted(self.tables.items())
            for day in days_told(states)
        ]
        heads = list(dict.fromkeys(key for row in rows for key in row)) or ["table"]
        writer = csv.DictWriter(text, heads, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()


async def listen(broker: aiomqtt.Client) -> None:
    """Let ``broker`` tell all states of all tables, the kept ones first."""
    for topic in EVERY_STATE:
        await broker.subscribe(topic, qos=1)


async def look(
    broker: aiomqtt.Client, catalogue: Catalogue, quiet: float = QUIET_SECONDS
) -> Directory:
    """Return what ``broker`` keeps of all tables; it has told it all when it is ``quiet`` (s)."""
    directory = Directory(catalogue)
    await listen(broker)
    async for message in until_quiet(broker, quiet):
        directory.take(message.topic.value, bytes(message.payload))
    return directory


async def until_quiet(
    broker: aiomqtt.Client, quiet: float = QUIET_SECONDS
) -> AsyncIterator[aiomqtt.Message]:
    """Yield what ``broker`` says until it has said nothing for ``quiet`` seconds."""
    messages = aiter(broker.messages)
    while True:
        try:
            async with asyncio.timeout(quiet):
                message = await anext(messages)
        except TimeoutError:
            return
        yield message


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


def _seat(told: State) -> Message:
    """Return who plays at a seat, in the words of the screens."""
    seat, player = str(told["seat"]), str(told["player"])
    return Message.of(
        PLAYED_BY,
        seat=_named(names.COLOURS.get(seat), seat),
        player=_named(names.AT_SEATS.get(player), player),
    )


def _named(text: str | None, told: str) -> Message | str:
    """Return ``text`` to be translated; what the broker ``told`` is only repeated."""
    return told if text is None else Message.of(text)


def _happening(states: Mapping[str, State]) -> str:
    if not states.get("online", {}).get("online"):
        return OFFLINE
    state = states.get("state", {})
    if not state.get("connected"):
        return ENDED
    if state.get("closed"):
        return CLOSED
    return FREE if state.get("unattended") else IN_USE


def trouble(states: Mapping[str, State]) -> Sequence[Message]:
    """Return why a person should go to the table with these ``states``; nothing if nobody need."""
    state, health = states.get("state", {}), states.get("health", {})
    found = [
        Message.of(SINCE, fault=str(each["check"]), time=str(each["since"]))
        for each in health.get("faults", [])
    ]
    if not states.get("online", {}).get("online"):
        found.insert(0, Message.of(UNREACHABLE))
    elif not state.get("connected"):
        found.insert(0, Message.of(NOT_RUNNING))
    if state.get("problem"):
        found.append(Message.of(WRONG[state["problem"]]))
    return found


def days_told(states: Mapping[str, State]) -> Sequence[State]:
    """Return the figures of the days in ``states``; nonsense is left out."""
    days = states.get("counters", {}).get("days")
    return [day for day in days if isinstance(day, dict)] if isinstance(days, list) else []


def _figures(day: State) -> State:
    """Return the figures of ``day`` for a spreadsheet, which would carry out a formula."""
    found = {name: day[name] for name in Day._fields if name in day}
    return {
        name: value
        for name, value in found.items()
        if value is None or isinstance(value, int | float) or DATE.fullmatch(str(value))
    }


def _read(payload: bytes) -> dict[str, Any] | None:
    try:
        return from_json(payload, dict[str, Any], LONGEST_SAID)
    except ValuesError:
        return None


def names_of(text: str) -> tuple[str, ...]:
    """Return the names of tables in ``text``, between commas; ValueError if one cannot be a name.

    >>> names_of("hall-1,hall-2")
    ('hall-1', 'hall-2')
    """
    found = tuple(each.strip() for each in text.split(","))
    for name in found:
        if not is_name(name):
            raise ValueError(name)
    return found
