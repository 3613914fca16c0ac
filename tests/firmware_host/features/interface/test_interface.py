"""What other programs are told of a table: true, as described, and nothing but answers."""

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.testclient import TestClient

import games
from docs.developers.examples import follow_table
from firmware_host.features.interface import web
from firmware_host.features.interface.web import Interface
from firmware_host.remote.wire import PanelPicture, Published
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from firmware_host.web.history_pages import GamesAsked
from firmware_host.web.mirror import TableMirror
from games.core import State
from games.record import read
from tests.firmware_host.features.interface.description import texts

ROOT = "/api/v1/"
DESCRIBED = json.loads(web.DESCRIPTIONS["openapi.json"].read_text("utf-8"))
SCHEMAS = {"components": DESCRIBED["components"]}


class Table:
    """A table whose news are shown to ``mirror``, one record after the other."""

    def __init__(self) -> None:
        self.mirror = TableMirror(games)
        self.records: tuple[JournalRecord, ...] = ()

    def begin(self, game: str) -> None:
        self.records = (Setup(game).record(),)
        self.show("choice")

    def play(self, rng: random.Random) -> State:
        """Play something legal, with its hand steps; return the state before."""
        session = self.mirror.session
        assert session is not None
        before = session.state
        if before.is_chance:
            throw = rng.choice([throw for throw, _ in before.chance_outcomes()])
            self.records += ({"do": str(throw)},)
        else:
            move = rng.choice(before.legal_moves())
            self.records += ({"do": str(move)},)
            if move.steps:
                self.records += ({"act": len(move.steps)},)
        self.show("choice")
        return before

    def leave(self) -> None:
        self.records = ()
        self.show("anybody")

    def show(self, awaited: str) -> None:
        self.mirror.show(replace(Published(), records=self.records, awaited=awaited))


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def asked(table: Table, tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[interface(table, tmp_path).route])) as client:
        yield client


def interface(table: Table, folder: Path) -> Interface:
    async def kept(request: Request) -> None:
        return None

    return Interface(GamesAsked(folder, games, kept, lambda _: table.mirror))


def told(asked: TestClient, **query: str | int) -> Any:
    answer = asked.get(f"{ROOT}table", params=query)
    assert answer.status_code == 200
    found = answer.json()
    jsonschema.validate(found, {"$ref": "#/components/schemas/TableNow", **SCHEMAS})
    return found


@pytest.mark.parametrize("name", games.names())
def test_the_table_is_told_as_it_is_through_a_whole_game(
    name: str, table: Table, asked: TestClient
) -> None:
    table.begin(name)
    rng = random.Random(7)
    for _ in range(60):
        found, session = told(asked)["game"], table.mirror.session
        assert session is not None
        state, seats = session.state, session.game.seats
        assert found["position"] == str(state)
        assert found["at_turn"] == ("" if state.turn is None else seats[state.turn].colour)
        assert found["moves"] == ([] if state.is_chance else [*map(str, state.legal_moves())])
        assert found["throws"] == [*map(str, state.pending)]
        assert found["actions"] == len(session.actions)
        assert sum(each["count"] for each in found["pieces"]) == sum(
            piece.count for piece in state.pieces()
        )
        if session.is_over:
            break
        table.play(rng)


def test_the_end_of_a_game_names_who_won_and_why(table: Table, asked: TestClient) -> None:
    table.begin("squadro")
    table.records += ({"resigned": 0},)
    table.show("next game")
    found = told(asked)["game"]
    assert (found["is_over"], found["winners"], found["reason"]) == (True, ["black"], "resigned")
    assert (found["at_turn"], found["moves"]) == ("", [])


def test_between_games_there_is_none(table: Table, asked: TestClient) -> None:
    table.leave()
    found = told(asked, language="ru")
    assert (found["game"], found["awaits"], found["is_connected"]) == (None, "anybody", True)
    assert found["says"].startswith("За столом никого")
    table.mirror.disconnect()
    assert told(asked)["is_connected"] is False
    for what in ("record", "board.svg"):
        answer = asked.get(ROOT + what)
        assert (answer.status_code, answer.json()) == (
            404,
            {"error": "there is no game on the table"},
        )


def test_the_record_and_the_picture_are_those_of_the_game(table: Table, asked: TestClient) -> None:
    table.begin("squadro")
    table.play(random.Random(1))
    session = table.mirror.session
    assert session is not None
    found = read(asked.get(f"{ROOT}record").text)
    assert (found.game, len(found.entries)) == ("squadro", 1)
    picture = asked.get(f"{ROOT}board.svg", params={"language": "ru"})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "Сквадро" in picture.text


def test_whoever_knows_other_news_is_answered_at_once(table: Table, asked: TestClient) -> None:
    table.begin("squadro")
    now = told(asked)["news"]
    assert told(asked, after=now - 1)["news"] == now
    # a server that was started again counts anew
    assert told(asked, after=now + 100)["news"] == now


def test_the_next_news_end_the_waiting(table: Table, tmp_path: Path) -> None:
    served = interface(table, tmp_path)

    async def waits() -> tuple[int, int]:
        table.begin("squadro")
        seen = table.mirror.version
        asking = asyncio.create_task(served._news(table.mirror, seen))
        await asyncio.sleep(0)
        assert not asking.done()
        table.play(random.Random(1))
        await asking
        return seen, table.mirror.version

    seen, now = asyncio.run(waits())
    assert now > seen
    assert served._waiting == 0


def test_only_so_many_wait(
    table: Table, asked: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin("squadro")
    monkeypatch.setattr(web, "MOST_WAITING", 0)
    answer = asked.get(f"{ROOT}table", params={"after": told(asked)["news"]})
    assert answer.status_code == 503
    assert answer.json() == {"error": "too many programs wait for news: ask without after"}


@pytest.mark.parametrize("after", ["", "-1", "x", "1" * 10, "١", "1.5"])
def test_a_number_that_is_none_is_refused_in_a_line(after: str, asked: TestClient) -> None:
    answer = asked.get(f"{ROOT}table", params={"after": after})
    assert answer.status_code == 400
    assert answer.json() == {"error": "after: expected the number of the news before"}


def test_what_is_not_known_names_what_is(asked: TestClient) -> None:
    answer = asked.get(f"{ROOT}pieces")
    assert answer.status_code == 404
    assert answer.json() == {
        "error": "expected one of table, position, moves, turns, record, board.svg, display.png, "
        "openapi.json, asyncapi.json"
    }


def test_a_practice_table_lets_no_program_act(table: Table, asked: TestClient) -> None:
    table.begin("squadro")
    before = told(asked)
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert asked.request(method, f"{ROOT}table", content=b"{}").status_code == 405
    header = {"authorization": "Bearer anything"}
    answer = asked.post(f"{ROOT}message", json={"text": "Hello"}, headers=header)
    assert answer.status_code == 401
    assert told(asked) == before


def test_what_is_described_is_there_and_nothing_else(asked: TestClient, table: Table) -> None:
    table.begin("ur")
    described = asked.get(f"{ROOT}openapi.json").json()
    assert described["openapi"] == "3.1.0"
    panel = PanelPicture(8, 1, b"\xa0")
    table.mirror.present(replace(table.mirror.snapshot, panel=panel), table.mirror.session)
    for path, methods in described["paths"].items():
        if "get" not in methods:
            continue
        ((kind, content),) = methods["get"]["responses"]["200"]["content"].items()
        answer = asked.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].split(";")[0] == kind
        if kind == "application/json":
            jsonschema.validate(answer.json(), {**content["schema"], **SCHEMAS})
    for shape in described["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(shape)
        assert shape["description"]


@pytest.mark.parametrize("name", web.DESCRIPTIONS)
def test_the_description_is_that_of_the_types(name: str) -> None:
    found = web.DESCRIPTIONS[name].read_text("utf-8")
    made = "python -m tests.firmware_host.features.interface.description"
    assert found == texts()[name], made


def test_the_first_version_keeps_its_fields() -> None:
    """A program of today is served by every later release: fields are only added."""
    kept = {
        "TableNow": {"news", "is_connected", "awaits", "says", "game"},
        "GameNow": {
            *("name", "title", "position", "at_turn", "throws", "moves", "last", "actions"),
            *("seats", "pieces", "is_over", "winners", "reason"),
        },
        "SeatNow": {"colour", "side", "team", "player"},
        "PieceNow": {"colour", "kind", "place", "count"},
        "NoAnswer": {"error"},
    }
    shapes = SCHEMAS["components"]["schemas"]
    for name, fields in kept.items():
        assert fields <= set(shapes[name]["properties"])


def test_wrong_requests_are_answers_not_faults(table: Table, asked: TestClient) -> None:
    table.begin("thaayam")
    rng = random.Random(3)
    letters = "abcdefghijklmnop./%&=?#0123456789é "
    for _ in range(500):
        what = "".join(rng.choices(letters, k=rng.randrange(12)))
        query = {"after": "".join(rng.choices(letters, k=5)), "language": rng.choice(letters)}
        answer = asked.get(ROOT + rng.choice(("table", "record", what)), params=query)
        assert answer.status_code in (200, 400, 404)


def test_the_example_tells_each_action_once(table: Table, asked: TestClient) -> None:
    table.begin("squadro")
    rng, seen = random.Random(1), list[str]()

    def ask(path: str) -> Any:
        answer = asked.get(path).json()
        if len(seen) < 3:
            table.play(rng)
        return answer

    for words in follow_table.actions(ask):
        seen.append(words)
        if len(seen) == 3:
            break
    session = table.mirror.session
    assert session is not None
    assert seen == [f"{n + 1}: {session.actions[n]}" for n in range(3)]
