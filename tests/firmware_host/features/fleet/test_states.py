"""What a table tells keeps to the published schemas, whatever game is on it."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

import games
from docs.writer.manual import FOLDER
from firmware_host.features.fleet.connection import ENDED, OFFLINE, ONLINE
from firmware_host.features.fleet.orders import Order, write_order
from firmware_host.remote.requests import Report
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import play_game
from firmware_host.web.orders import known_orders
from firmware_host.web.table_client import TableClient
from firmware_host.web.table_states import (
    DAYS,
    NO_FIGURES,
    TableWatch,
    counters_state,
    findings,
    health_state,
    payload,
    table_state,
)
from tests.firmware_host.web.simulated_table import (
    AT,
    COUNTERS,
    FINDINGS,
    TODAY,
    SimulatedTable,
)
from tests.table import Begin, take_in_menu

SCHEMA = json.loads((FOLDER / "museums" / "fleet.schema.json").read_text(encoding="utf-8"))


def check(what: str, told: bytes) -> Any:
    """Check the payload ``told`` against the schema of ``what``, and return it."""
    found = json.loads(told)
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{what}"}).validate(found)
    return found


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    named = SCHEMA["$defs"]["signed order"]["properties"]["name"]["enum"]
    assert sorted(named) == sorted(known_orders())


@pytest.mark.parametrize("name", games.names())
def test_every_game_is_told_by_the_schema(begin: Begin, name: str) -> None:
    table = SimulatedTable(begin(Setup(name)))
    told = check("state", payload(table_state(table.mirror, "1.2.3")))
    assert told["game"]["name"] == name
    assert told["game"]["over"] is False
    assert told["settings"]["language"] == "en"


def test_a_game_that_is_over_and_a_table_without_one_are_told(begin: Begin) -> None:
    import random

    hands = begin(Setup("squadro"))
    play_game(hands, random.Random(3))
    told = check("state", payload(table_state(SimulatedTable(hands).mirror, "1.2.3")))
    assert told["game"]["over"] is True
    assert told["game"]["result"]
    nobody = check("state", payload(table_state(SimulatedTable(begin()).mirror, "1.2.3")))
    assert nobody["game"] is None or nobody["game"]["over"]


def test_nobody_is_to_move_in_a_game_that_ended_by_agreement(begin: Begin) -> None:
    hands = begin(Setup("squadro"))
    hands.follow()
    take_in_menu(hands, "Offer a draw")
    for _ in hands.world.app.table.game.playing.seats.persons:
        hands.press("ok")
    told = check("state", payload(table_state(SimulatedTable(hands).mirror, "1.2.3")))
    assert (told["game"]["over"], told["game"]["turn"]) == (True, None)


def test_counters_and_health_are_told() -> None:
    counters = counters_state(Report("counters", COUNTERS, AT), TODAY)
    assert counters is not None
    told = check("counters", payload(counters))
    assert [day["median_minutes"] for day in told["days"]] == [12.5, None]
    assert told["today"] == told["days"][-1]
    health = health_state(Report("findings", FINDINGS, AT), {"power": "2026-11-01 08:00"})
    assert health is not None
    assert check("health", payload(health))["faults"][0]["since"] == "2026-11-01 08:00"


def test_a_year_of_days_is_told_as_the_last_month() -> None:
    head, row = COUNTERS.splitlines()[:2]
    told = counters_state(Report("counters", "\n".join([head, *[row] * 365]), AT), TODAY)
    assert told is not None
    assert len(told["days"]) == DAYS


def test_days_of_a_clock_that_was_ahead_are_not_told() -> None:
    ahead = [f"20{year}-01-01,9,9,9,,9,9" for year in range(30, 90)]
    counters = counters_state(Report("counters", COUNTERS + "\n".join(ahead), AT), TODAY)
    assert counters is not None
    told = check("counters", payload(counters))
    assert [day["day"] for day in told["days"]] == ["2026-11-21", TODAY]


def test_a_fault_that_was_found_by_a_clock_that_was_ahead_is_as_old_as_the_right_one_says(
    begin: Begin,
) -> None:
    table = SimulatedTable(begin(Setup("squadro")))
    watch = TableWatch(cast(TableClient, table), "1.2.3")
    for at in ("2036-11-22 12:00", AT, "2026-11-23 12:00"):
        table.at = at
        asyncio.run(watch.examine())
    assert [each["since"] for each in watch.states["health"]["faults"]] == [AT]


def test_today_begins_anew_without_another_report(begin: Begin) -> None:
    today = [TODAY]
    watch = TableWatch(
        cast(TableClient, SimulatedTable(begin(Setup("squadro")))), "1.2.3", today=lambda: today[0]
    )
    asyncio.run(watch.ask_for_counters())
    assert watch.states["counters"]["today"]["begun"] == 1
    today[0] = "2026-11-23"
    watch.count()
    assert watch.states["counters"]["today"] == {**NO_FIGURES, "day": "2026-11-23"}


@pytest.mark.parametrize("report", [None, Report("findings", problem="it took too long")])
def test_what_is_not_known_is_not_told(report: Report | None) -> None:
    assert counters_state(report, TODAY) is None
    assert health_state(report, {}) is None


@pytest.mark.parametrize("text", ["", "[]", '{"checks": [1]}', '{"checks": [{"state": "failed"}]}'])
def test_findings_that_make_no_sense_are_not_told(text: str) -> None:
    assert findings(Report("findings", text, AT)) is None


def test_the_short_payloads_keep_to_the_schema(tmp_path: Path) -> None:
    assert len({str(check("online", each)) for each in (ONLINE, OFFLINE, ENDED)}) == 3
    order = Order("hours", "never", ("all",), 1, 2)
    check("signed order", check("order", write_order(order, bytes))["order"].encode())
