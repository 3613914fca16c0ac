"""The page of all tables: nothing of it without the code, live states, and orders at a broker."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

import aiomqtt
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import games
from firmware_host.base.errors import HostError
from firmware_host.features.fleet.agent import Agent
from firmware_host.features.fleet.directory import Directory
from firmware_host.features.fleet.following import (
    LONGEST_PICTURE,
    FleetDesk,
    GivenOrder,
    NotGivenError,
    OrderOutcome,
    sign,
)
from firmware_host.features.fleet.order_desk import OrderDesk
from firmware_host.features.fleet.settings import read_settings
from firmware_host.features.fleet.site import MOST_SEEN, FleetSite, read_wanted
from firmware_host.session.setup import Setup
from firmware_host.web.entry_code import EntryCode
from firmware_host.web.mirror import PNG
from firmware_host.web.open_page import NOT_LET_IN
from firmware_host.web.table_client import TableClient
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, running
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys
from tests.firmware_host.features.fleet.open_desk import OpenDesk, calls_of
from tests.firmware_host.features.fleet.told import DAY, OFFLINE, STATE, answer, told_desk
from tests.firmware_host.web.simulated_table import SimulatedTable
from tests.table import Begin

LONG = 20.0


class Office:
    """The site of ``desk``, and a browser in which the code was not entered yet."""

    def __init__(self, desk: FleetDesk) -> None:
        self.desk, self._code = desk, EntryCode(lambda: 0.0)
        self.browser = TestClient(FleetSite(desk, self._code, games).site())

    def enter(self) -> None:
        assert self.browser.post("/", json={"code": self._code.code.lower()}).status_code == 204


@pytest.fixture
def office() -> Iterator[Office]:
    found = Office(told_desk())
    with found.browser:
        yield found


def received(page: Any, *wanted: str) -> dict[str, Any]:
    """Return the next messages with the ``wanted`` names."""
    found: dict[str, Any] = {}
    while not found.keys() >= {*wanted}:
        found |= json.loads(page.receive_text())
    return found


def test_nothing_is_shown_before_the_code(office: Office) -> None:
    browser = office.browser
    assert "Code, as the terminal" in browser.get("/").text
    assert browser.post("/", json={"code": "AAAAAAAA"}).status_code == 403
    for path in ("/counters.csv", "/picture?table=hall-1", "/board?table=hall-1"):
        assert browser.get(path).status_code == 403
    assert browser.post("/order", json={}).status_code == 403
    with browser.websocket_connect("/tables") as page, pytest.raises(WebSocketDisconnect) as ended:
        page.receive_text()
    assert ended.value.code == NOT_LET_IN


def test_different_wrong_codes_bring_a_pause_and_one_that_comes_again_does_not(
    office: Office,
) -> None:
    codes = [office.browser.post("/", json={"code": code}).status_code for code in "AAAABCDE"]
    assert codes == [403, 403, 403, 403, 403, 403, 403, 429]


def test_the_page_is_told_only_what_is_new(office: Office) -> None:
    office.enter()
    assert 'id="tables"' in office.browser.get("/").text
    with office.browser.websocket_connect("/tables?language=ru") as page:
        first = received(page, "greeting", "tables", "given", "detail")
        assert first["greeting"]["words"]["fleet"] == "Все столы"
        assert first["tables"]["lines"].keys() == {"hall-1", "hall-2", "hall-3"}
        page.send_json({"look": "hall-1"})
        assert received(page, "detail")["detail"]["table"] == "hall-1"
        topic = "tableside/1/hall-1/online"
        office.desk.take(topic, json.dumps(OFFLINE).encode(), is_kept=False)
        news = received(page, "tables", "detail")
        assert news["tables"]["lines"].keys() == {"hall-1"}
        page.send_json({"language": "en"})
        assert received(page, "greeting")["greeting"]["language"] == "en"
        assert len(received(page, "tables")["tables"]["lines"]) == 3


def news_of(count: int) -> tuple[int, int, Mapping[str, Any]]:
    """Return what a change at one of ``count`` tables takes: calls, bytes, and what was sent."""
    office = OpenDesk(count)
    office.tell(1, "state", {**STATE, "program": "0.9.9"})
    office.tell(2, "counters", {"days": [DAY]})
    calls = calls_of(office.look)
    return calls, sum(map(len, office.socket.texts)), office.socket.heard


def test_what_a_change_takes_does_not_grow_with_the_tables() -> None:
    (calls, size, few), (more_calls, more_size, many) = news_of(20), news_of(200)
    assert few["tables"]["lines"].keys() == many["tables"]["lines"].keys() == {"table-1"}
    assert many["sums"]["rows"][0] != few["sums"]["rows"][0]
    assert more_calls <= 1.05 * calls
    assert more_size <= 1.05 * size


def tell_picture(office: OpenDesk, table: int, what: bytes) -> None:
    office.desk.take(f"tableside/1/table-{table}/picture", PNG + what, is_kept=False)


def test_a_wall_is_told_of_pictures_in_sight_alone_and_at_most_once_a_second() -> None:
    office = OpenDesk(30)
    assert office.pictures() == {}
    for table in range(30):
        tell_picture(office, table, b"1")
    office.see(3, 4, 999, -1, "x", None)
    first = office.pictures()
    assert first.keys() == {"table-3", "table-4"}
    assert office.pictures() == {}
    sent = 0
    for tenth in range(1, 100):
        office.now = tenth / 10
        tell_picture(office, 3, b"%d" % tenth)
        tell_picture(office, 7, b"%d" % tenth)
        news = office.pictures()
        assert news.keys() <= {"table-3"}
        sent += len(news)
    assert sent == 9
    office.now += 1.0
    last = office.pictures()
    assert last.keys() == {"table-3"}, "the newest picture comes, though later"
    assert last["table-3"] != first["table-3"]
    office.see()
    tell_picture(office, 3, b"unseen")
    office.now += 5.0
    assert office.pictures() == {}


def test_what_a_wall_takes_does_not_grow_with_the_tables_out_of_sight() -> None:
    def taken(count: int) -> int:
        office = OpenDesk(count)
        office.see(*range(10))
        office.pictures()
        office.now = 2.0
        tell_picture(office, 3, b"new")
        return calls_of(office.pictures)

    assert taken(200) <= 1.05 * taken(20)


def test_a_wall_cannot_ask_for_everything() -> None:
    office = OpenDesk(MOST_SEEN + 20)
    for table in range(MOST_SEEN + 20):
        tell_picture(office, table, b"1")
    office.see(*range(MOST_SEEN + 20))
    assert len(office.pictures()) == MOST_SEEN


def test_the_page_is_told_where_tables_are() -> None:
    office = OpenDesk(2)
    office.tell(1, "state", {**STATE, "title": "By the window", "area": "West\nhall"})
    news = office.look()["tables"]
    assert news["places"] == {"table-1": [1, "By the window", "West\\nhall"]}
    office.tell(1, "state", {**STATE, "title": "By the window", "area": "East hall"})
    assert office.look()["tables"]["places"]["table-1"][2] == "East hall"


def test_the_board_of_a_table_is_drawn_from_what_it_tells(office: Office) -> None:
    office.enter()
    state = games.load("squadro").start()
    for position, status in ((str(state), 200), ("nonsense", 404), (None, 404)):
        told = {**STATE, "game": {"name": "squadro", "options": {}, "position": position}}
        office.desk.take("tableside/1/hall-1/state", json.dumps(told).encode(), is_kept=True)
        answer = office.browser.get("/board?table=hall-1&language=ru")
        assert answer.status_code == status
        if status == 200:
            assert answer.headers["content-type"] == "image/svg+xml"
            assert "Сквадро" in answer.text
    for game in (None, 7, {"name": "chess"}, {"name": "squadro", "options": [1]}):
        told = {**STATE, "game": game}
        office.desk.take("tableside/1/hall-1/state", json.dumps(told).encode(), is_kept=True)
        assert office.browser.get("/board?table=hall-1").status_code == 404
    assert office.browser.get("/board?table=nobody").status_code == 404


def test_answers_to_an_order_are_told_once() -> None:
    office = OpenDesk(50)
    outcomes = {f"table-{number}": OrderOutcome() for number in range(50)}
    office.desk.given.append(GivenOrder("message", "Hi", 7, "12:00:00", 0.0, outcomes))
    assert len(office.look()["given"]["news"][0]["outcomes"]) == 50
    answer(office.desk, "table-3", number=7, outcome="done")
    (news,) = office.look()["given"]["news"]
    assert news["counted"] == "waiting for the answer: 49, done: 1"
    assert [each["table"] for each in news["outcomes"]] == ["table-3"]
    assert office.look() == {}


def test_counters_are_a_file_and_panels_are_pictures(office: Office) -> None:
    office.enter()
    text = office.browser.get("/counters.csv").text
    assert text.startswith("table,day,begun,")
    assert text.count("\n") == 3
    for panel in (b"<svg>", PNG + bytes(LONGEST_PICTURE)):
        office.desk.take("tableside/1/hall-1/picture", panel, is_kept=True)
    office.desk.take("tableside/1/stranger/picture", PNG, is_kept=True)
    for name in ("hall-1", "stranger"):
        assert office.browser.get(f"/picture?table={name}").status_code == 404
    office.desk.take("tableside/1/hall-1/picture", PNG, is_kept=True)
    assert office.browser.get("/picture?table=hall-1").content == PNG


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[",
        b'{"order":"dance","value":"","tables":["a"]}',
        b'{"order":"restart","value":"","tables":[]}',
        b'{"order":"restart","value":"","tables":["A b"]}',
        b'{"order":"restart","value":"","tables":["all","a"]}',
        b'{"order":"message","value":"' + b"x" * 1000 + b'","tables":["a"]}',
    ],
)
def test_what_is_no_order_is_not_given(body: bytes, office: Office) -> None:
    assert read_wanted(body) is None
    office.enter()
    assert office.browser.post("/order", content=body).status_code == 400


def test_without_a_key_or_a_broker_no_order_is_given(office: Office) -> None:
    office.enter()
    wanted = {"order": "restart", "value": "", "tables": ["all"]}
    assert office.browser.post("/order", json=wanted).status_code == 503
    assert not office.desk.given
    with pytest.raises(NotGivenError):
        asyncio.run(told_desk(sign=lambda data: b"").give(("restart", ""), ["all"]))


def test_an_order_that_cannot_be_signed_is_not_given() -> None:
    def without_a_key(data: bytes) -> bytes:
        raise HostError("key.pem: expected a private key of Ed25519")

    desk = told_desk(sign=without_a_key)
    desk._broker = cast(aiomqtt.Client, object())
    office = Office(desk)
    office.enter()
    wanted = {"order": "restart", "value": "", "tables": ["all"]}
    answer = office.browser.post("/order", json=wanted)
    assert (answer.status_code, "expected a private key" in answer.text) == (503, True)


@NEEDS_BROKER
@NEEDS_OPENSSL
def test_an_order_reaches_a_table_and_its_answer_the_desk(begin: Begin, tmp_path: Path) -> None:
    private, public = make_keys(tmp_path)
    hands = begin(Setup("squadro"))

    async def work(url: str) -> None:
        known = read_settings(None, url, "hall-2")
        settings = replace(known, order_key=public, allowed=frozenset({"message"}))
        table = SimulatedTable(hands)
        orders = OrderDesk(table, settings, tmp_path, time.time, datetime.now)
        agent = asyncio.create_task(Agent(cast(TableClient, table), settings, orders, "1").run())
        desk = FleetDesk(known, Directory(games), partial(sign, key=private))
        following = asyncio.create_task(desk.run())
        async with asyncio.timeout(LONG):
            while not desk.directory.tables.get("hall-2", {}).keys() >= {"online", "state"}:
                await asyncio.sleep(0.01)
            await desk.give(("message", "Hello"), ["all"])
            (given,) = desk.given
            while given.counts != {"done": 1}:
                await asyncio.sleep(0.01)
        for task in (agent, following):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    with running(tmp_path) as broker:
        asyncio.run(work(broker.url))
