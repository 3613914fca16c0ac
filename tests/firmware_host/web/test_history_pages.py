"""Games that a table has kept: listed, replayed and downloaded on pages."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import games
from firmware_host.app.file_worker import KeptGames
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from firmware_host.web import history_pages
from firmware_host.web.history_pages import HistoryPages, KeptSessions
from games.actions import Move
from games.record import read


def keep(folder: Path, game: str, moves: int) -> None:
    """Keep a game with its first legal ``moves`` in the journal of ``folder``."""
    journal = Journal(folder, today=lambda: "2026-03-09")
    journal.open()
    begun = Setup(game).record()
    journal.begin(begun)
    session = Session.begin(begun, games)
    for _ in range(moves):
        for record in done(session.state.legal_moves()[0]):
            session.apply(record)
            journal.append(record)
    journal.close()


def done(move: Move) -> tuple[JournalRecord, JournalRecord]:
    """Return the records of ``move`` and of all its hand steps."""
    return {"do": str(move)}, {"act": len(move.steps)}


class Kept:
    """A table that has kept games in ``folder``; ``is_away`` while it does not answer."""

    def __init__(self, folder: Path) -> None:
        self._kept = KeptGames(folder, sleep=lambda _: None)
        self.is_away = False
        self.asked: list[str] = []

    async def history(self, question: HistoryQuestion) -> HistoryAnswer | None:
        self.asked.append(question.key)
        return None if self.is_away else self._kept.answer(question)

    def key(self) -> str:
        answer = asyncio.run(self.history(HistoryQuestion()))
        assert answer is not None
        return answer.games[0].key


@pytest.fixture
def table(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


@pytest.fixture
def pages(table: Kept) -> Iterator[TestClient]:
    with TestClient(Starlette(routes=HistoryPages.of(table, games).routes())) as client:
        yield client


def test_games_are_listed_newest_first_in_the_language_of_the_visitor(
    tmp_path: Path, pages: TestClient
) -> None:
    keep(tmp_path, "squadro", 3)
    keep(tmp_path, "xiangqi4", 2)
    page = pages.get("/games?language=ru").text
    assert page.index("Сянци вчетвером") < page.index("Сквадро")
    assert "2026-03-09" in page
    assert '<html lang="ru">' in pages.get("/games").text, "the choice is kept in a cookie"


def test_a_list_without_games_says_why(table: Kept, pages: TestClient) -> None:
    assert "No game has been kept yet." in pages.get("/games").text
    table.is_away = True
    assert "The table does not answer now." in pages.get("/games").text


def test_a_game_is_replayed(tmp_path: Path, table: Kept, pages: TestClient) -> None:
    keep(tmp_path, "squadro", 3)
    key = table.key()
    page = pages.get(f"/replay?key={key}").text
    assert "Squadro 2026-03-09" in page
    course = pages.get(f"/course?key={key}").json()
    assert (course["actions"], [turn["at"] for turn in course["turns"]]) == (3, [1, 2, 3])
    begun, ended = (pages.get(f"/position?key={key}&at={at}").json() for at in (0, 3))
    assert begun["pieces"].keys() == ended["pieces"].keys()
    assert begun["pieces"] != ended["pieces"]
    assert table.asked.count(key) == 1, "the game is asked for once"


def test_a_game_is_downloaded_as_export_writes_it(
    tmp_path: Path, table: Kept, pages: TestClient
) -> None:
    keep(tmp_path, "squadro", 3)
    answer = pages.get(f"/record?key={table.key()}")
    assert 'filename="2026-03-09-squadro.txt"' in answer.headers["content-disposition"]
    assert read(answer.text).game == "squadro"


@pytest.mark.parametrize("query", ["", "?key=", "?key=nonsense", "?key=../../x"])
@pytest.mark.parametrize("path", ["/replay", "/course", "/position", "/record"])
def test_a_game_that_is_not_kept_is_not_found(path: str, query: str, pages: TestClient) -> None:
    assert pages.get(path + query).status_code == 404


@pytest.mark.parametrize("at", ["", "4", "-1", "1e3", "9" * 5000, "²"])
def test_a_moment_that_the_game_does_not_have_is_not_found(
    at: str, tmp_path: Path, table: Kept, pages: TestClient
) -> None:
    keep(tmp_path, "squadro", 3)
    assert pages.get(f"/position?key={table.key()}&at={at}").status_code == 404


class TwoTables:
    """The pages of two tables: whoever says so in the header ``table`` is at the one or other."""

    def __init__(self, folder: Path) -> None:
        self.folders = {"one": folder / "one", "other": folder / "other"}
        for each in self.folders.values():
            each.mkdir()
        found = {name: KeptSessions(Kept(each), games) for name, each in self.folders.items()}
        routes = HistoryPages(lambda asked: found.get(asked.headers.get("table", "")), games)
        self.client = TestClient(Starlette(routes=routes.routes()))

    def share(self, table: str, path: str = "/class/") -> Any:
        headers = {"table": table, "origin": "http://table.local"}
        return self.client.post("/share", params={"at": path}, headers=headers)


def test_only_a_game_that_is_shared_is_seen_from_elsewhere(tmp_path: Path) -> None:
    tables = TwoTables(tmp_path)
    keep(tables.folders["one"], "squadro", 3)
    key = Kept(tables.folders["one"]).key()
    elsewhere = {"table": "other"}
    seen = partial(tables.client.get, "/course", params={"key": key}, headers=elsewhere)
    assert seen().status_code == 404
    assert tables.share("other").status_code == 404, "there is no game at that table"
    told = tables.share("one").json()
    assert told["address"] == f"http://table.local/class/replay?key={key}"
    assert told["title"] == "Squadro"
    assert told["picture"].startswith("<svg")
    assert seen().json()["actions"] == 3
    text = tables.client.get(f"/{told['record']}", headers=elsewhere).text
    assert text.startswith("tableside record 1\ngame: squadro\n")


@pytest.mark.parametrize("path", ["", "class", "//evil.example/", "/a?b/", "/x" * 40])
def test_a_link_leads_to_no_other_site(path: str, tmp_path: Path) -> None:
    tables = TwoTables(tmp_path)
    keep(tables.folders["one"], "squadro", 1)
    assert tables.share("one", path).status_code == 400


def test_the_games_that_were_shared_last_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_pages, "MOST_SHARED", 2)
    tables = TwoTables(tmp_path)
    keys = []
    for moves in (1, 2, 3):
        keep(tables.folders["one"], "squadro", moves)
        keys.append(tables.share("one").json()["address"].partition("key=")[2])
    codes = [tables.client.get("/course", params={"key": key}).status_code for key in keys]
    assert codes == [404, 200, 200]
