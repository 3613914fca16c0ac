"""What a table tells those who look after many: whole states, each complete in itself.

Words are in English, as museums sort and search them; positions, moves and seats are written as in
records. ``docs/museums/fleet.md`` has the schemas.

Prometheus gets figures of them, in its text format 0.0.4: the agent of a fleet replaces a file with
them, which node_exporter collects; the web server of a table answers with them at ``/metrics``.
"""

import asyncio
import csv
import io
import json
import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from errno import EEXIST
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from firmware_host import __version__
from firmware_host.base.timing import local_day
from firmware_host.base.values import Struct, ValuesError, from_json
from firmware_host.remote.requests import Report, ReportQuestion
from firmware_host.remote.wire import TableControls
from firmware_host.session import names
from firmware_host.session.session import Session
from firmware_host.storage.counters import Day, tomorrow
from firmware_host.text.translator import Language
from firmware_host.web.mirror import TableMirror
from firmware_host.web.page_state import happening
from firmware_host.web.table_client import TableClient
from hardware.untrusted_input import open_untrusted

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route


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

LOOK_SECONDS: Final = 600.0
"""How often the figures of the day are asked for; the doctor is asked six times as rarely."""

DOCTOR_EVERY: Final = 6
DAY_SECONDS: Final = 20.0
"""How often the date is looked at: figures of today begin anew at midnight."""

NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
"""The name of a table: it is a part of topics, and of names in Home Assistant."""

EVERYBODY: Final = "all"
"""In place of a name: all tables. No table may be called so."""


def is_name(text: str) -> bool:
    """Return whether a table may be called ``text``.

    >>> is_name("hall-2"), is_name("Hall 2"), is_name("all")
    (True, False, False)
    """
    return NAME.fullmatch(text) is not None and text != EVERYBODY


def usual_name(host: str) -> str:
    """Return the name of this computer as a table may be called.

    >>> usual_name("Hall_2.museum.example")
    'hall-2'
    """
    return re.sub(r"[^a-z0-9]+", "-", host.partition(".")[0].lower()).strip("-")[:40].strip("-")


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
        "settings": {each.field: each.value for each in snapshot.fact(TableControls).settings},
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


class TableWatch:
    """Watches the table that ``client`` follows, which runs the version ``program``.

    ``states`` has what is known, by the last part of the topic. ``shown`` is called whenever the
    table shows something, ``changed`` when a state is new. ``today`` returns the date as ISO 8601
    writes it.
    """

    def __init__(
        self,
        client: TableClient,
        program: str,
        changed: Callable[[], None] = lambda: None,
        shown: Callable[[], None] = lambda: None,
        today: Callable[[], str] = local_day,
    ) -> None:
        self.states: dict[str, State] = {}
        self._client, self._program = client, program
        self._changed, self._shown = changed, shown
        self._since: Mapping[str, str] = {}
        self._today = today
        self._counted: Report | None = None

    async def run(self) -> None:
        """Watch until this task is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow())
            group.create_task(self._look())
            group.create_task(self._keep_today())

    async def _follow(self) -> None:
        seen = -1
        while True:
            seen = await self._client.mirror.wait_for_news(seen)
            self._note("state", table_state(self._client.mirror, self._program))
            self._shown()  # the picture may be new, even if the state is not

    async def _look(self) -> None:
        """Ask for the figures of the day, and now and then for the doctor's findings."""
        rounds = 0
        while True:
            while not self._client.mirror.is_connected:
                await self._client.mirror.wait_for_news(self._client.mirror.version)
            await self.ask_for_counters()
            if rounds % DOCTOR_EVERY == 0:
                await self.examine()
            rounds += 1
            await asyncio.sleep(LOOK_SECONDS)

    async def _keep_today(self) -> None:
        while True:
            await asyncio.sleep(DAY_SECONDS)
            self.count()

    async def ask_for_counters(self) -> None:
        """Ask for the figures of the days."""
        self._counted = await self._client.report(ReportQuestion("counters")) or self._counted
        self.count()

    def count(self) -> None:
        """Take the figures that were told last, as those of the day that it is now."""
        self._note("counters", counters_state(self._counted, self._today()))

    async def examine(self) -> None:
        """Ask for what the doctor finds."""
        report = await self._client.report(ReportQuestion("findings", again=True))
        found = findings(report)
        if report is not None and found is not None:
            self._since = {
                # a later time is of a clock that was ahead
                each["check"]: min(self._since.get(each["check"], report.at), report.at)
                for each in found
            }
        self._note("health", health_state(report, self._since))

    def _note(self, what: str, state: State | None) -> None:
        """Take the newest ``state``; one that is not known leaves the last as it is."""
        if state is not None and self.states.get(what) != state:
            self.states[what] = state
            self._changed()


MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

OURS: Final = b"# HELP tableside_"
"""What a file with figures begins with."""

HELP: Final[Mapping[str, tuple[str, str]]] = {
    "tableside_connected": ("gauge", "1 while the program of the table answers"),
    "tableside_broker_connected": ("gauge", "1 while the broker can be reached"),
    "tableside_unattended": ("gauge", "1 while nobody is at the table"),
    "tableside_closed": ("gauge", "1 while the table is closed"),
    "tableside_needs_help": ("gauge", "1 while a throw or the board is wrong"),
    "tableside_playing": ("gauge", "1 while a game is played, by its name"),
    "tableside_faults": ("gauge", "faults of the table that are known"),
    "tableside_games_begun": ("gauge", "games begun today"),
    "tableside_games_finished": ("gauge", "games finished today"),
    "tableside_starts": ("gauge", "starts of the program today"),
    "tableside_power_losses": ("gauge", "starts after a power cut today"),
}
"""Every figure: its type, and what it is."""

OF_TODAY: Final[Mapping[str, str]] = {
    "tableside_games_begun": "begun",
    "tableside_games_finished": "finished",
    "tableside_starts": "restarts",
    "tableside_power_losses": "lost_power",
}


def metrics_text(
    table: str, states: Mapping[str, State], *, is_connected: bool | None = None
) -> str:
    """Return the figures of the table with this name from its ``states``.

    ``is_connected`` says whether the broker can be reached; None: there is none.

    >>> print(metrics_text("hall-2", {}, is_connected=True), end="")
    # HELP tableside_broker_connected 1 while the broker can be reached
    # TYPE tableside_broker_connected gauge
    tableside_broker_connected{table="hall-2"} 1
    """
    broker = {} if is_connected is None else {"tableside_broker_connected": int(is_connected)}
    figures = {**broker, **dict(_of_states(states))}
    game = (states.get("state", {}).get("game") or {}).get("name", "")
    lines = []
    for name, (kind, words) in HELP.items():
        if name in figures:
            label = f',game="{game}"' if name == "tableside_playing" else ""
            lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
            lines.append(f'{name}{{table="{table}"{label}}} {figures[name]}')
    return "".join(f"{line}\n" for line in lines)


def write_figures(path: Path, text: str) -> None:
    """Replace the file at ``path`` with ``text``, for everybody to read; OSError if it fails.

    What ``path`` links to is replaced, so that the link can be where Prometheus collects.
    FileExistsError if there is a file with anything but figures.
    """
    place = path.resolve()
    if place.exists():
        _check_own(place)
    draft = place.with_name(f"{place.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.chmod(0o644)
    draft.replace(place)


def _check_own(place: Path) -> None:
    with open_untrusted(place) as file:
        start = file.read(len(OURS))
    if start not in (OURS, b""):
        raise FileExistsError(EEXIST, "there is a file with something else: name another")


def _of_states(states: Mapping[str, State]) -> Iterator[tuple[str, int]]:
    state, health, days = (states.get(each) for each in ("state", "health", "counters"))
    if state is not None:
        yield "tableside_connected", int(state["connected"])
        yield "tableside_unattended", int(state["unattended"])
        yield "tableside_closed", int(state["closed"])
        yield "tableside_needs_help", int(state["problem"] is not None)
        yield "tableside_playing", int(state["game"] is not None and not state["game"]["over"])
    if health is not None:
        yield "tableside_faults", len(health["faults"])
    if days is not None:
        for name, figure in OF_TODAY.items():
            yield name, days["today"][figure] or 0


class MetricsPage:
    """The figures of the table called ``name``, as ``watch`` knows them."""

    def __init__(self, watch: TableWatch, name: str) -> None:
        self.watch, self._name = watch, name

    @property
    def route(self) -> "Route":
        """The address at which Prometheus asks for them."""
        # a table in a fleet may have no web server
        from starlette.routing import Route

        return Route("/metrics", self._figures)

    @classmethod
    def of(cls, client: TableClient) -> "MetricsPage":
        """Return the figures of the table that ``client`` follows, named after this computer."""
        return cls(TableWatch(client, __version__), usual_name(socket.gethostname()))

    async def _figures(self, request: "Request") -> "Response":
        from starlette.responses import Response

        text = metrics_text(self._name, self.watch.states)
        return Response(text, media_type=MEDIA_TYPE)
