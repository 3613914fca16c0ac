"""What a table tells keeps to the published schemas, whatever game is on it."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import games
from docs.writer.manual import FOLDER
from firmware_host.remote.reports import Report
from firmware_host.session.linked.agreement import LinkedRecord, LinkMessage
from firmware_host.session.setup import Setup
from firmware_host.simulator.autoplay import play_game
from firmware_host.web.fleet.connection import OFFLINE, ONLINE
from firmware_host.web.fleet.link_payload import link_payload
from firmware_host.web.fleet.orders import ORDERS, Order, write_order
from firmware_host.web.fleet.states import (
    DAYS,
    counters_state,
    findings,
    health_state,
    payload,
    table_state,
)
from tests.firmware_host.web.fleet.table import AT, COUNTERS, FINDINGS, SimulatedTable
from tests.table import Begin, take_in_menu

SCHEMA = json.loads((FOLDER / "museums" / "fleet.schema.json").read_text(encoding="utf-8"))


def check(what: str, told: bytes) -> Any:
    """Check the payload ``told`` against the schema of ``what``, and return it."""
    found = json.loads(told)
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{what}"}).validate(found)
    return found


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["signed order"]["properties"]["name"]["enum"] == [*ORDERS]


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


def test_a_linked_game_is_told() -> None:
    record = LinkedRecord(('{"begin":"squadro"}', '{"do":"3"}'), 2)
    check("link", link_payload(LinkMessage("1f", "2e", record, "0a"), "1.2.3"))


def test_counters_and_health_are_told() -> None:
    counters = counters_state(Report("counters", COUNTERS, AT))
    assert counters is not None
    told = check("counters", payload(counters))
    assert [day["median_minutes"] for day in told["days"]] == [12.5, None]
    health = health_state(Report("findings", FINDINGS, AT), {"power": "2026-11-01 08:00"})
    assert health is not None
    assert check("health", payload(health))["faults"][0]["since"] == "2026-11-01 08:00"


def test_a_year_of_days_is_told_as_the_last_month() -> None:
    head, row = COUNTERS.splitlines()[:2]
    told = counters_state(Report("counters", "\n".join([head, *[row] * 365]), AT))
    assert told is not None
    assert len(told["days"]) == DAYS


@pytest.mark.parametrize("report", [None, Report("findings", problem="it took too long")])
def test_what_is_not_known_is_not_told(report: Report | None) -> None:
    assert counters_state(report) is None
    assert health_state(report, {}) is None


@pytest.mark.parametrize("text", ["", "[]", '{"checks": [1]}', '{"checks": [{"state": "failed"}]}'])
def test_findings_that_make_no_sense_are_not_told(text: str) -> None:
    assert findings(Report("findings", text, AT)) is None


def test_the_short_payloads_keep_to_the_schema(tmp_path: Path) -> None:
    assert check("online", ONLINE) != check("online", OFFLINE)
    order = Order("hours", "never", ("all",), 1, 2)
    check("signed order", check("order", write_order(order, bytes))["order"].encode())
