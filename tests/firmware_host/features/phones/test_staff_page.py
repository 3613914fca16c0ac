"""The page of the staff: settings, reports and records, and nothing of it for anybody else."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from firmware_host.features.fleet.remote import TellOrders
from firmware_host.features.phones.web import PhoneAdmission
from firmware_host.remote.requests import (
    ChangeSetting,
    EndTable,
    Fulfilled,
    LookForUpdate,
    Report,
    ReportQuestion,
    RequestRefused,
    ShowText,
)
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from firmware_host.web.hints import Hints
from firmware_host.web.listening import Signpost
from firmware_host.web.open_page import PageParts
from firmware_host.web.page_parts import PageStates
from firmware_host.web.staff_reports import UNREADABLE, shown
from firmware_host.web.table_client import SILENT
from firmware_host.web.visitor import PageVisitor
from games.message import Message
from tests.firmware_host.web.test_live import Mirrored
from tests.table import Begin
from tests.told import received

ENGLISH, RUSSIAN = Language("en"), Language("ru")
DAYS = """\
day,begun,finished,abandoned,median_minutes,restarts,lost_power
2026-11-20,3,2,1,12.5,1,0
2026-11-21,2,1,0,,2,1
"""
FINDINGS = {
    "good": False,
    "checks": [
        {"check": "Python", "state": "ok", "found": "3.11", "advice": ""},
        {"check": "key up", "state": "skipped", "found": "by hand", "advice": ""},
        {"check": "I2C", "state": "failed", "found": "no <bus>", "advice": "switch it on"},
        {"check": "key ok", "state": "skipped", "found": "by hand", "advice": ""},
    ],
}


class Reporting(Mirrored):
    """A simulated table about which there are ``reports``."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.reports: dict[str, Report] = {}
        self.questions: list[ReportQuestion] = []

    async def report(self, question: ReportQuestion) -> Report | None:
        self.questions.append(question)
        return self.reports.get(question.report)


@pytest.fixture
def table(begin: Begin) -> Reporting:
    hands = begin(Setup("thaayam"))
    hands.follow()
    return Reporting(hands)


POST = Signpost("10.42.0.1:8080")


@dataclass
class Desk:
    """A front desk that knows one ``who``."""

    who: PageVisitor
    post: Signpost

    def find(self) -> Signpost:
        return self.post

    def visitor(self, token: str) -> PageVisitor:
        return self.who


def site(
    table: Any, visitor: PageVisitor, language: str = "en", post: Signpost = POST
) -> TestClient:
    desk: Any = Desk(visitor, post)
    admission = PhoneAdmission(table, desk)
    parts = PageParts(table, PageStates(table.mirror), Hints(), language)

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await admission.page(visitor, socket, parts).run()

    return TestClient(Starlette(routes=[WebSocketRoute("/live", live), *admission.routes]))


def test_a_change_that_the_table_refuses_is_said_beside_the_settings(table: Reporting) -> None:
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        assert received(page, "staff")["refused"] == ""
        table.outcome = RequestRefused(Message.of("The table has no such setting or value."))
        for _ in range(2):
            page.send_json({"set": "sound", "to": "loud"})
            assert received(page, "staff")["refused"] == "sound=loud"
        table.outcome = Fulfilled()
        page.send_json({"set": "sound", "to": "false"})
        assert received(page, "staff")["refused"] == ""


def test_the_staff_see_the_settings_of_the_device_in_their_own_language(table: Reporting) -> None:
    with site(table, PageVisitor("staff"), "ru").websocket_connect("/live") as page:
        tools = received(page, "staff")
    expected = ["language", "brightness", "sound", "big_text", "dice", "throws_for_machines"]
    # other features have settings among them
    fields = [each["field"] for each in tools["settings"] if each["field"] in expected]
    assert fields == expected
    brightness = tools["settings"][1]
    assert (brightness["label"], brightness["value"]) == ("Яркость", "full")
    assert brightness["choices"][0] == ["low", "низкая"]
    assert tools["areSaved"]
    assert ["ok", "ОК"] in tools["keys"]


def test_the_staff_read_that_another_computer_has_the_name_of_the_table(table: Reporting) -> None:
    post = Signpost("10.42.0.1:8080", "table-2.local:8080", twin="table.local")
    with site(table, PageVisitor("staff"), post=post).websocket_connect("/live") as page:
        told = received(page, "staff")["unreachable"]
    assert told.startswith("Another computer in this network has the name table.local")


def test_nothing_is_said_of_names_while_the_table_is_found(table: Reporting) -> None:
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        assert received(page, "staff")["unreachable"] == ""


def test_the_staff_read_that_there_is_no_broker_until_there_is_one(table: Reporting) -> None:
    missing = "The fleet cannot see this table: no broker there."
    for fault, told in (("no broker there", missing), ("", "")):
        table.hands.world.app.requests.put(TellOrders("mqtts://broker.example", "", fault))
        table.hands.world.run_for(0.1)
        table.look()
        with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
            assert received(page, "staff")["unreachable"] == told


def test_the_staff_ask_the_table(table: Reporting) -> None:
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        received(page, "staff")
        page.send_json({"set": "brightness", "to": "low"})
        page.send_json({"text": "Closing at six"})
        page.send_json({"end": "restart"})
        page.send_json({"look": True})
        page.send_json({"at": 0})
        received(page, "answer")
    setting = ChangeSetting("brightness", "low")
    assert table.asked == [
        setting,
        ShowText("Closing at six"),
        EndTable("restart"),
        LookForUpdate(),
    ]


def test_the_staff_read_reports(table: Reporting) -> None:
    table.reports["counters"] = Report("counters", DAYS, "2026-11-22 12:00")
    with site(table, PageVisitor("staff")).websocket_connect("/live") as page:
        received(page, "staff")
        page.send_json({"report": "counters", "again": True})
        found = received(page, "answer")
        page.send_json({"report": "log", "again": False})
        silent = received(page, "answer")
    assert (found["report"], found["at"]) == ("counters", "2026-11-22 12:00")
    assert silent == {"report": "log", "problem": SILENT}
    assert table.questions == [ReportQuestion("counters", True), ReportQuestion("log")]


@pytest.mark.parametrize("visitor", [PageVisitor(), PageVisitor("seat", 0)])
def test_nobody_else_reads_or_sets_anything(table: Reporting, visitor: PageVisitor) -> None:
    with site(table, visitor).websocket_connect("/live") as page:
        page.send_json({"report": "counters", "again": True})
        page.send_json({"set": "brightness", "to": "low"})
        page.send_json({"at": 0})
        while "answer" not in (message := page.receive()).get("text", ""):
            assert '"staff":{' not in message.get("text", "")
    assert (table.asked, table.questions) == ([], [])


OLD_AND_NEW = {"id": "7", "before": "0.1.1", "to": "0.2.0"}


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (None, []),
        ({"state": "done"}, ["The last update, from 0.1.1 to 0.2.0, succeeded."]),
        (
            {"state": "failed", "obstacle": "silent", "why": "no picture"},
            ["No update to 0.2.0. It did not start within a minute. 0.1.1 is running."],
        ),
    ],
)
def test_the_version_and_the_last_update_are_told(
    last: dict[str, str] | None, said: list[str]
) -> None:
    record = None if last is None else {**OLD_AND_NEW, **last}
    state = {"program": "0.1.1", "runs": "0.1.1", "also": ["0.1.0"], "last": record}
    found = shown(Report("version", json.dumps(state)), ENGLISH)
    runs = ["Version 0.1.1 is running.", "Also on the card: 0.1.0."]
    assert (found["said"], found["canUpdate"]) == ([*runs, *said], True)


def test_a_program_from_sources_is_not_updated_from_a_stick() -> None:
    state: dict[str, object] = {"program": "0.1.1", "runs": None, "also": [], "last": None}
    found = shown(Report("version", json.dumps(state)), RUSSIAN)
    assert not found["canUpdate"]
    assert found["said"][0] == "Работает версия 0.1.1."
    assert len(found["said"]) == 2


def test_days_are_a_chart_and_a_table_the_newest_first() -> None:
    found = shown(Report("counters", DAYS), ENGLISH)
    assert found["rows"][0] == ["2026-11-21", "2", "1", "0", "-", "2", "1"]
    assert "2026-11-20 to 2026-11-21: at most 3" in found["chart"]
    assert [found["chart"].count(f'class="{part}"') for part in ("finished", "open")] == [3, 2]
    assert shown(Report("counters", DAYS.splitlines()[0]), ENGLISH)["rows"] == []


def test_days_without_counts_are_zero_in_the_chart() -> None:
    rows = ("day", "2025-01-01,9,9,0,,1,0", "2026-10-30,3,3,0,,1,0", "2026-11-02,1,0,1,,1,0")
    chart = shown(Report("counters", "\n".join(rows)), ENGLISH)["chart"]
    assert "2026-10-06 to 2026-11-02: at most 3" in chart
    figures = re.findall(r'font-size="11">(\d+)<', chart)
    empty = [figure for day in range(6, 30) for figure in ("0", str(day))]
    assert figures == [*empty, "3", "30", "0", "31", "0", "1", "1", "2"]


def test_faults_come_first_and_checks_left_out_alike_share_a_line() -> None:
    found = shown(Report("findings", json.dumps(FINDINGS)), RUSSIAN)["findings"]
    assert [each["check"] for each in found] == ["I2C", "Python", "key up, key ok"]
    assert (found[0]["word"], found[0]["found"]) == ("неисправность", "no <bus>")


def test_statistics_have_a_line_for_each_kind_of_game() -> None:
    figures = {
        "title": "Thaayam",
        "games": 2,
        "finished": 1,
        "median turns": None,
        "throws": [{"observed": {"1": 3, "8": 2}}],
    }
    assert shown(Report("games", json.dumps({"thaayam": figures})), RUSSIAN)["rows"] == [
        ["Тхаайям", "2", "1", "-", "5"]
    ]


@pytest.mark.parametrize("name", ["version", "counters", "games", "findings", "passwords"])
def test_a_report_that_makes_no_sense_is_said_to_be_so(name: str) -> None:
    assert shown(Report(name, "day\n{"), ENGLISH) == {"problem": UNREADABLE}


def test_all_records_are_one_file(table: Reporting) -> None:
    table.reports["records"] = Report("records", '{"game": "squadro"}\n', "2026-11-22 12:00")
    answer = site(table, PageVisitor("staff")).get("/records")
    assert answer.text == '{"game": "squadro"}\n'
    assert 'filename="tableside-2026-11-22.jsonl"' in answer.headers["content-disposition"]
    table.reports["records"] = Report("records", problem="there is nothing")
    answer = site(table, PageVisitor("staff")).get("/records")
    assert (answer.status_code, answer.text) == (503, "there is nothing\n")
