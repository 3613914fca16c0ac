"""A desk that was told of tables, without a broker."""

import json
import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import games
from firmware_host.features.fleet.directory import UNREACHABLE, Directory
from firmware_host.features.fleet.following import FleetDesk, GivenOrder, OrderOutcome, Sign
from firmware_host.features.fleet.orders import NOT_ALLOWED
from firmware_host.features.fleet.settings import read_settings
from firmware_host.web.table_states import payload

TODAY = datetime.now(UTC).date()
NO_BROKER = "mqtt://127.0.0.1:9"
ONLINE, OFFLINE = {"online": True}, {"online": False}
STATE = {
    "program": "0.2.0",
    "connected": True,
    "closed": False,
    "unattended": False,
    "awaited": "choice",
    "problem": None,
    "game": {
        "name": "squadro",
        "seats": [{"seat": "white", "player": "person"}, {"seat": "black", "player": "friend"}],
        "turn": "white",
    },
}
FAULT = {"check": "power", "found": "too low", "advice": "", "since": "2026-11-20 09:00"}
DAY = {
    "day": TODAY.isoformat(),
    "begun": 3,
    "finished": 2,
    "abandoned": 1,
    "median_minutes": 12.5,
    "restarts": 1,
    "lost_power": 0,
}
HALLS: Mapping[str, Mapping[str, Any]] = {
    "hall-1": {"online": ONLINE, "state": STATE, "counters": {"days": [DAY]}},
    "hall-2": {
        "online": ONLINE,
        "state": {**STATE, "program": "0.1.9"},
        "health": {"faults": [FAULT]},
        "counters": {"days": [DAY]},
    },
    "hall-3": {"online": OFFLINE, "state": STATE},
}


class BusyDesk(FleetDesk):
    """A desk that seems to reach its broker."""

    @property
    def is_connected(self) -> bool:
        return True


def told_desk(
    tables: Mapping[str, Mapping[str, Any]] = HALLS,
    sign: Sign | None = None,
    kind: type[FleetDesk] = FleetDesk,
) -> FleetDesk:
    """Return a desk of this ``kind`` that was told of ``tables``; it reaches no broker."""
    desk = kind(read_settings(None, NO_BROKER, "desk"), Directory(games), sign)
    for name, states in tables.items():
        for what, state in states.items():
            desk.take(f"tableside/1/{name}/{what}", payload(state), is_kept=True)
    return desk


def answer(desk: FleetDesk, table: str, **said: object) -> None:
    """Let ``table`` answer an order."""
    desk.take(f"tableside/1/{table}/answer", json.dumps(said).encode(), is_kept=False)


def tell_trouble(desk: FleetDesk, table: str) -> None:
    """Let the board at ``table`` differ from its game."""
    state = payload({**STATE, "problem": "board"})
    desk.take(f"tableside/1/{table}/state", state, is_kept=False)


def busy_desk(panel: bytes) -> FleetDesk:
    """Return a desk with six tables that played for a month, and an order that was given.

    The ``panel`` of one of them can be seen.
    """
    desk = told_desk(_busy_halls(random.Random(1)), lambda data: b"", BusyDesk)
    desk.pictures["hall-2"] = panel
    outcomes = {
        "hall-1": OrderOutcome("done"),
        "hall-2": OrderOutcome("refused", NOT_ALLOWED),
        "hall-3": OrderOutcome("silent", UNREACHABLE),
    }
    text = "We close in ten minutes"
    desk.given.append(GivenOrder("message", text, 1, "17:50:02", 0.0, outcomes))
    return desk


def _busy_halls(rng: random.Random) -> Mapping[str, Mapping[str, Any]]:
    halls = {name: dict(HALLS[name]) for name in HALLS}
    for number, (game, colours) in enumerate(GAMES.items(), start=4):
        seats = [{"seat": colour, "player": "person"} for colour in colours]
        state = {**STATE, "game": {"name": game, "seats": seats, "turn": colours[0]}}
        halls[f"hall-{number}"] = {"online": ONLINE, "state": state}
    for states in halls.values():
        states["counters"] = {"days": month(rng)}
    return halls


def month(rng: random.Random) -> Sequence[Mapping[str, object]]:
    """Return the figures of the last thirty days of a table, by chance."""
    return [_day(back, rng) for back in range(29, -1, -1)]


GAMES = {
    "thaayam": ("white", "black", "red", "blue"),
    "tshupu": ("white", "black"),
    "xiangqi4": ("red", "black", "yellow", "green"),
}


def _day(back: int, rng: random.Random) -> Mapping[str, object]:
    begun = rng.randrange(4, 14)
    finished = rng.randrange(begun // 2, begun + 1)
    day, left = (TODAY - timedelta(back)).isoformat(), (begun - finished) // 2
    return {**DAY, "day": day, "begun": begun, "finished": finished, "abandoned": left}
