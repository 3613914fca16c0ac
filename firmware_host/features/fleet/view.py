"""What the page of all tables shows, in the language of whoever looks at it, and its words.

The figures of days are checked, as a broker may lie, and summed up.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final
from zlib import crc32

from firmware_host.features.fleet import order_desk, orders
from firmware_host.features.fleet.directory import (
    HEADS,
    NOTHING,
    UNREACHABLE,
    Changes,
    Directory,
    TableLine,
    TablePlace,
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
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from firmware_host.web import board_svg, page_state
from firmware_host.web.orders import OrderKind, known_orders
from firmware_host.web.page_state import PageState
from firmware_host.web.staff_reports import days_shown
from firmware_host.web.table_states import DAYS, State
from games.core import Catalogue
from games.message import Message, msg
from games.options import OptionValue
from hardware.untrusted_input import harmless

WORDS: Final[Mapping[str, str]] = {
    "language": msg("Language"),
    "fleet": msg("All tables"),
    "lost": msg("Connection lost. Trying again…"),
    "noBroker": msg("The broker cannot be reached. Trying again…"),
    "asList": msg("List"),
    "asWall": msg("Displays and boards"),
    "needHelp": msg("Need help"),
    "board": msg("Board"),
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

BOARDS_KEPT: Final = 256
"""Pictures of boards that are kept: more than a wall shows at once."""

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


class DaySums:
    """The figures of all tables of ``directory`` together, kept as they come.

    ``number`` grows whenever a figure is another one.
    """

    def __init__(self, directory: Directory) -> None:
        self.number = 0
        self._directory, self._seen = directory, 0
        self._told: dict[str, State | None] = {}
        self._days: dict[str, Sequence[Day]] = {}
        self._sums: dict[str, Counter[str]] = {}

    def follow(self) -> None:
        """Take what tables have told since the last time."""
        changes = self._directory.changes
        for name in changes.since(self._seen):
            told = self._directory.tables[name].get("counters")
            if told is not self._told.get(name):
                self._told[name] = told
                self._replace(name, all_days(self._directory.tables[name]))
        self._seen = changes.number

    def _replace(self, name: str, days: Sequence[Day]) -> None:
        for sign, some in ((-1, self._days.get(name, ())), (1, days)):
            for day in some:
                self._add(day, sign)
        self._days[name] = days
        self.number += 1

    def _add(self, day: Day, sign: int) -> None:
        sums = self._sums.setdefault(day.day, Counter())
        sums["tables"] += sign
        for name in COUNTS:
            sums[name] += sign * getattr(day, name)
        if not sums["tables"]:
            del self._sums[day.day]

    def until(self, today: date) -> Sequence[Day]:
        """Return the sums of the days that may be shown ``today``, oldest first."""
        return [
            Day(day=day, median_minutes=None, **{name: self._sums[day][name] for name in COUNTS})
            for day in sorted(self._sums)
            if _is_near(date.fromisoformat(day), today)
        ]


class FleetView:
    """How all tables of ``desk`` are in the language of ``say``, worked out once for all its pages.

    What a change takes does not depend on how many tables there are. ``sums`` are those of the
    desk, and ``changes`` tells which ``lines`` and ``places`` are new.
    """

    def __init__(self, desk: FleetDesk, sums: DaySums, say: Language) -> None:
        self.lines: dict[str, TableLine] = {}
        self.places: dict[str, TablePlace] = {}
        self.changes = Changes()
        self.say = say
        self._desk, self._sums, self._seen = desk, sums, 0
        self._troubled = 0
        self._versions: Counter[str] = Counter()
        self._shown_sums: tuple[object, PageState] = (None, {})

    def follow(self) -> None:
        """Take what has become known of tables since the last time."""
        directory = self._desk.directory
        for name in directory.changes.since(self._seen):
            self._take(name, directory.line(name, self.say), directory.place(name))
        self._seen = directory.changes.number

    def _take(self, name: str, line: TableLine, place: TablePlace) -> None:
        before = self.lines.get(name)
        if line == before and place == self.places[name]:
            return
        if before is not None:
            self._count(before, -1)
        self._count(line, 1)
        self.lines[name], self.places[name] = line, place
        self.changes.note(name)

    def _count(self, line: TableLine, sign: int) -> None:
        self._troubled += sign * bool(line.trouble)
        self._versions[line.version] += sign
        if not self._versions[line.version]:
            del self._versions[line.version]

    def short(self) -> PageState:
        """Return how all tables are in short."""
        say = self.say
        known = sorted((name, n) for name, n in self._versions.items() if name != NOTHING)
        versions = ", ".join(say(VERSION, version=name, count=count) for name, count in known)
        return {
            "isConnected": self._desk.is_connected,
            "summary": say(SUMMARY, count=len(self.lines), troubled=self._troubled),
            "versions": say(VERSIONS, versions=versions) if versions else "",
        }

    def sums(self, today: date) -> PageState:
        """Return the counters of all tables together, drawn anew only if they differ."""
        self._sums.follow()
        key = (self._sums.number, today)
        if self._shown_sums[0] != key:
            days = self._sums.until(today)
            self._shown_sums = key, days_shown(days, self.say, today.isoformat())
        return self._shown_sums[1]


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
        "pictures": pictures_state(desk, table),
        "counters": days_shown(days_of(states, today), say, today.isoformat()),
    }


def pictures_state(desk: FleetDesk, table: str) -> Sequence[int]:
    """Return a number for the picture of the display of ``table``, and one for that of its board.

    They are others when it looks otherwise; 0: there is none.
    """
    game = desk.directory.tables.get(table, {}).get("state", {}).get("game")
    board = repr(_position(game)).encode() if isinstance(game, dict) else b""
    return crc32(desk.pictures.get(table, b"")), crc32(board)


def _position(game: State) -> tuple[Any, Any, Any]:
    return game.get("name"), game.get("options"), game.get("position")


class BoardPictures:
    """The boards of tables, as they tell of their games of ``catalogue``; the newest are kept."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._drawn = lru_cache(maxsize=BOARDS_KEPT)(self._draw)

    def of(self, desk: FleetDesk, table: str, say: Language) -> str | None:
        """Return the board at ``table`` as SVG; None if what it tells of its game is no sense."""
        game = desk.directory.tables.get(table, {}).get("state", {}).get("game")
        try:
            name, options, position = _position(game or {})
            return self._drawn(str(name), tuple((options or {}).items()), str(position), say.code)
        except (AttributeError, KeyError, TypeError, ValueError):
            return None

    def _draw(
        self,
        name: str,
        options: Sequence[tuple[str, OptionValue]],
        position: str,
        language: str,
    ) -> str:
        game = self._catalogue.load(name, **dict(options))
        return board_svg.drawing(game.state(position), Language(language)(game.title))


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


def given_state(
    desk: FleetDesk, say: Language, seen: Mapping[int, int] = MappingProxyType({})
) -> PageState:
    """Return the numbers of the orders that were given, the newest first, and what is new of them.

    ``seen`` has the number of the last change that the page knows, by the number of the order.
    """
    known = ((order, seen.get(order.number, -1)) for order in desk.given)
    return {
        "order": [order.number for order in desk.given],
        "news": [_given(each, say, last) for each, last in known if each.changes.number > last],
    }


def _given(order: GivenOrder, say: Language, seen: int) -> dict[str, Any]:
    counted = [say(COUNTED, state=say(STATES[name]), count=n) for name, n in order.counts.items()]
    news = order.outcomes if seen < 0 else order.changes.since(seen)
    return {
        "number": order.number,
        "title": f"{order.at} {say(known_orders()[order.name].title)} {order.value}".rstrip(),
        "counted": ", ".join(counted),
        "outcomes": [_outcome(name, order.outcomes[name], say) for name in news],
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


def days_of(states: Mapping[str, State], today: date) -> Sequence[Day]:
    """Return the days that a table with these ``states`` tells, oldest first.

    What makes no sense is left out, and so are days after tomorrow (clocks differ) and old ones.
    """
    days = all_days(states)
    return [day for day in days if _is_near(date.fromisoformat(day.day), today)]


def all_days(states: Mapping[str, State]) -> Sequence[Day]:
    """Return the days in ``states``, of any time, oldest first; nonsense is left out."""
    found = {day.day: day for each in days_told(states) if (day := _day(each)) is not None}
    return [found[name] for name in sorted(found)]


def _day(told: State) -> Day | None:
    try:
        when = date.fromisoformat(told["day"])
        counts = {name: int(told[name] or 0) for name in COUNTS}
        median = told.get("median_minutes")
        minutes = None if median is None else float(median)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    is_sound = all(0 <= count <= MOST for count in (*counts.values(), minutes or 0))
    return Day(when.isoformat(), median_minutes=minutes, **counts) if is_sound else None


def _is_near(day: date, today: date) -> bool:
    return timedelta(-1) <= today - day <= timedelta(DAYS)
