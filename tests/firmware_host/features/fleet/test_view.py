"""What the page of all tables shows: words in two languages, and nonsense that harms nobody."""

from datetime import timedelta

import pytest

import games
from firmware_host.features import NAMES
from firmware_host.features.fleet.following import FleetDesk, GivenOrder, OrderOutcome
from firmware_host.features.fleet.orders import LATE
from firmware_host.features.fleet.view import (
    DaySums,
    FleetView,
    days_of,
    detail_state,
    given_state,
    greeting,
)
from firmware_host.text.translator import Language
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import payload
from tests.firmware_host.features.fleet.told import DAY, STATE, TODAY, answer, told_desk

ENGLISH, RUSSIAN = Language("en"), Language("ru")
TABLES = ["hall-1", "hall-2", "hall-3"]


def view_of(desk: FleetDesk) -> FleetView:
    found = FleetView(desk, DaySums(desk.directory), ENGLISH)
    found.follow()
    return found


def given(number: int = 7) -> GivenOrder:
    return GivenOrder(
        "message", "Hi", number, "12:00:00", 100.0, dict.fromkeys(TABLES, OrderOutcome())
    )


def test_a_technician_reads_who_needs_help_and_which_versions_there_are() -> None:
    desk = told_desk()
    view = view_of(desk)
    assert view.short()["summary"] == "Tables: 3; need somebody: 2"
    assert view.short()["versions"] == "Versions: 0.1.9 (1), 0.2.0 (2)"
    assert view.lines["hall-2"].trouble == "power since 2026-11-20 09:00"
    for what, state in (("health", {}), ("state", STATE)):
        desk.take(f"tableside/1/hall-2/{what}", payload(state), is_kept=False)
    view.follow()
    assert view.short()["summary"] == "Tables: 3; need somebody: 1"
    assert view.short()["versions"] == "Versions: 0.2.0 (3)"
    assert [*view.changes.since(3)] == ["hall-2"]


def test_a_table_closer_says_what_happens_there_in_either_language() -> None:
    desk = told_desk()
    shown = detail_state(desk, "hall-2", ENGLISH, TODAY)
    assert shown is not None
    assert shown["does"] == "White chooses a move at the table."
    assert shown["faults"] == [
        {"check": "power", "found": "too low", "advice": "", "since": "since 2026-11-20 09:00"}
    ]
    assert shown["counters"]["chart"].startswith("<svg")
    russian = detail_state(desk, "hall-2", RUSSIAN, TODAY)
    assert russian is not None
    assert russian["does"] == "Белые — выбор хода за столом."
    assert detail_state(desk, "elsewhere", ENGLISH, TODAY) is None


@pytest.mark.parametrize(
    "state",
    [
        {"game": 7},
        {"game": {"seats": 7}, "awaited": ["throw"]},
        {"game": None, "awaited": "answer"},
        {**STATE, "game": {"turn": "{0}", "result": "{0}"}, "awaited": "next game"},
        {},
    ],
)
def test_a_state_that_makes_no_sense_is_still_a_page(state: object) -> None:
    desk = told_desk({"a": {"state": state, "health": {"faults": [1, {"check": {}}]}}})
    assert detail_state(desk, "a", ENGLISH, TODAY) is not None
    assert view_of(desk).lines.keys() == {"a"}


def test_figures_of_all_tables_are_summed_up() -> None:
    desk = told_desk()
    view = view_of(desk)
    assert view.sums(TODAY)["rows"] == [[TODAY.isoformat(), "6", "4", "2", "-", "2", "0"]]
    old = {**DAY, "day": (TODAY - timedelta(1)).isoformat(), "begun": 1}
    for name, days in (("hall-1", [old]), ("hall-2", []), ("hall-3", [{**DAY, "begun": 5}])):
        counters = payload({"days": days})
        desk.take(f"tableside/1/{name}/counters", counters, is_kept=False)
    assert view.sums(TODAY)["rows"] == [
        [TODAY.isoformat(), "5", "2", "1", "-", "1", "0"],
        [old["day"], "1", "2", "1", "-", "1", "0"],
    ]
    assert view.sums(TODAY + timedelta(60))["rows"] == []


@pytest.mark.parametrize(
    "day",
    [
        {**DAY, "day": "9999-12-31"},
        {**DAY, "day": (TODAY - timedelta(400)).isoformat()},
        {**DAY, "day": "yesterday"},
        {**DAY, "day": 7},
        {**DAY, "begun": -1},
        {**DAY, "begun": 10**30},
        {**DAY, "finished": "many"},
        {**DAY, "median_minutes": "nan"},
        {"day": DAY["day"]},
    ],
)
def test_days_that_make_no_sense_are_left_out(day: object) -> None:
    assert days_of({"counters": {"days": [day, DAY]}}, TODAY) == days_of(
        {"counters": {"days": [DAY]}}, TODAY
    )


def test_orders_can_be_given_only_where_they_can_be_signed() -> None:
    assert greeting(told_desk(), games, ENGLISH)["orders"] == []
    orders = greeting(told_desk(sign=lambda data: b""), games, RUSSIAN)["orders"]
    assert [each["name"] for each in orders] == [*known_orders()]
    choices = {each["name"]: [value for value, _ in each["choices"]] for each in orders}
    assert choices["language"] == ["en", "ru"]
    assert choices["new-game"] == ["", *games.names()]
    assert [each["name"] for each in orders if not each["isNeeded"]] == ["update"] * (
        "update" in NAMES
    )


def test_each_table_answers_an_order() -> None:
    desk = told_desk()
    order = given()
    desk.given.append(order)
    answer(desk, "hall-1", number=7, outcome="done")
    answer(desk, "hall-2", number=7, outcome="refused", why=LATE)
    answer(desk, "hall-2", number=7, outcome="done")  # the first answer counts
    answer(desk, "hall-3", number=6, outcome="done")
    answer(desk, "hall-3", number=7, outcome="<b>")
    (shown,) = given_state(desk, RUSSIAN)["news"]
    assert [each["word"] for each in shown["outcomes"]] == ["выполнено", "отказано", "ждём ответа"]
    assert shown["outcomes"][1]["why"] == "команда пришла слишком поздно; верны ли часы стола?"
    seen = {7: order.changes.number}
    assert given_state(desk, RUSSIAN, seen) == {"order": [7], "news": []}
    assert not order.give_up(99.0)
    assert order.give_up(100.0)
    assert order.counts == {"done": 1, "refused": 1, "silent": 1}
    assert not order.give_up(101.0)
    (news,) = given_state(desk, ENGLISH, seen)["news"]
    assert news["counted"] == "done: 1, refused: 1, no answer: 1"
    assert [each["table"] for each in news["outcomes"]] == ["hall-3"]


def test_a_table_that_could_not_read_an_order_answers_without_its_number() -> None:
    desk = told_desk()
    desk.given.append(given())
    answer(desk, "hall-1", outcome="refused", why="{0.__class__} of a stranger")
    (shown,) = given_state(desk, RUSSIAN)["news"]
    assert shown["outcomes"][0]["why"] == "{0.__class__} of a stranger"
    assert shown["outcomes"][0]["language"] == "en"
