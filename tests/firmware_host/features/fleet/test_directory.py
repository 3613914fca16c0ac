"""All tables of a broker in a list: who needs help comes first, and nonsense harms nobody."""

import json

import pytest

import games
from firmware_host.features.fleet.directory import LONGEST_SAID, MOST_TABLES, NONSENSE, Directory
from firmware_host.text.translator import Language

ENGLISH = Language("en")

STATE = {
    "program": "0.2.0",
    "connected": True,
    "closed": False,
    "unattended": False,
    "problem": None,
    "game": {
        "name": "squadro",
        "title": "Squadro",
        "seats": [{"seat": "white", "player": "person"}],
    },
}


def directory(**tables: dict[str, object]) -> Directory:
    found = Directory(games)
    for name, states in tables.items():
        for what, state in states.items():
            found.take(f"tableside/1/{name}/{what}", json.dumps(state).encode())
    return found


def test_a_line_says_what_a_technician_looks_for() -> None:
    (line,) = directory(hall={"online": {"online": True}, "state": STATE}).lines(ENGLISH)
    assert tuple(line) == ("hall", "in use", "Squadro", "white: person", "0.2.0", "")


def test_tables_in_trouble_come_first_and_say_since_when() -> None:
    fault = {"check": "power", "found": "", "advice": "", "since": "2026-11-20 09:00"}
    found = directory(
        a={"online": {"online": True}, "state": STATE},
        b={"online": {"online": True}, "state": {**STATE, "problem": "board"}},
        c={"online": {"online": True}, "state": STATE, "health": {"faults": [fault]}},
        d={"online": {"online": False}, "state": STATE},
        e={"online": {"online": True}, "state": {**STATE, "connected": False}},
        f={"online": {"online": False}, "state": STATE, "health": {"faults": [fault]}},
    )
    assert [(line.table, line.state, line.trouble) for line in found.lines(ENGLISH)] == [
        ("b", "in use", "the board is wrong"),
        ("c", "in use", "power since 2026-11-20 09:00"),
        ("d", "offline", "cannot be reached"),
        ("e", "program ended", "its program does not run"),
        ("f", "offline", "cannot be reached; power since 2026-11-20 09:00"),
        ("a", "in use", ""),
    ]


def test_nonsense_of_a_broker_is_shown_as_such() -> None:
    found = directory(a={"online": {"online": True}, "state": {**STATE, "game": {"seats": [1]}}})
    found.take("tableside/1/b/state", b"[" * 10_000)
    found.take("tableside/1/c/state", b"[]")
    found.take("tableside/2/d/state", b"{}")
    found.take("tableside/1/e/online", json.dumps({"online": True}).encode())
    found.take("tableside/1/e/state", json.dumps({**STATE, "program": "\x1b[2J"}).encode())
    lines = {line.table: line for line in found.lines(ENGLISH)}
    assert lines.keys() == {"a", "e"}
    assert lines["a"].trouble == NONSENSE
    assert "\x1b" not in lines["e"].version


def test_a_line_is_in_the_language_of_who_reads_it() -> None:
    game = {"name": "thaayam", "seats": [{"seat": "black", "player": "friend"}]}
    state = {**STATE, "problem": "throw", "game": game}
    (line,) = directory(hall={"state": state}).lines(Language("ru"))
    assert line.state == "не в сети", line
    assert line.game == "Тхаайям"
    assert line.players == "чёрные: машина, друг"
    assert line.trouble == "недоступен; бросок неверен"


def test_what_a_broker_says_is_no_text_of_ours() -> None:
    game = {"name": "{0}", "title": "{0.x}", "seats": [{"seat": "{a}", "player": "{b}"}]}
    (line,) = directory(hall={"state": {**STATE, "game": game}}).lines(Language("ru"))
    assert (line.game, line.players) == ("{0.x}", "{a}: {b}")


def test_a_broker_cannot_fill_the_memory() -> None:
    found = Directory(games)
    for number in range(MOST_TABLES + 5):
        found.take(f"tableside/1/t{number}/online", b"{}")
    assert len(found.tables) == MOST_TABLES
    long = json.dumps({"program": "x" * LONGEST_SAID}).encode()
    assert found.take("tableside/1/t1/state", long) is None


def test_counters_of_all_tables_are_one_csv_file() -> None:
    day = {"day": "2026-11-22", "begun": 3}
    found = directory(b={"counters": {"days": [day]}}, a={"counters": {"days": [day, day]}})
    rows = "a,2026-11-22,3\n" * 2 + "b,2026-11-22,3\n"
    assert found.counters_csv() == f"table,day,begun\n{rows}"


def test_a_spreadsheet_gets_figures_and_no_formula() -> None:
    day = {"day": "2026-11-22", "begun": "=1+1", "finished": 2, "=more": 3}
    assert directory(a={"counters": {"days": [day]}}).counters_csv() == (
        "table,day,finished\na,2026-11-22,2\n"
    )


@pytest.mark.parametrize("days", [None, 7, "days", [1, "day"], {"day": 1}])
def test_counters_that_make_no_sense_are_left_out(days: object) -> None:
    assert directory(a={"counters": {"days": days}}).counters_csv() == "table\n"
