"""Games that a table has kept: listed, replayed and downloaded on pages."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

import games
from firmware_host.app.file_worker import KeptGames
from firmware_host.remote.requests import HistoryAnswer, HistoryQuestion
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.session.shared_record import code_texts, link_text
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


def test_each_address_is_answered_by_one_feature_alone(table: Kept, tmp_path: Path) -> None:
    pages = HistoryPages.of(table, games)
    routes = (*pages.routes(), *pages.more_routes(tmp_path))
    asked = [
        (each.path, method)
        for each in routes
        if isinstance(each, Route)
        for method in each.methods or ()
    ]
    assert len({*asked}) == len(asked), asked


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
    kept = Kept(tables.folders["one"]).key()
    elsewhere = {"table": "other"}
    seen = partial(tables.client.get, "/course", headers=elsewhere)
    assert tables.share("other").status_code == 404, "there is no game at that table"
    told = tables.share("one").json()
    page, _, key = told["address"].partition("?key=")
    assert page == "http://table.local/class/replay"
    assert told["title"] == "Squadro 2026-03-09"
    assert told["picture"].startswith("<svg")
    assert seen(params={"key": kept}).status_code == 404
    assert seen(params={"key": key}).json()["actions"] == 3
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


def told(pages: TestClient, text: str) -> Any:
    return pages.post("/shared", content=text.encode()).json()


@pytest.mark.parametrize("form", ["link", "codes", "file"])
def test_another_table_reads_and_checks_a_game_that_was_shared(
    form: str, tmp_path: Path, table: Kept, pages: TestClient
) -> None:
    keep(tmp_path, "squadro", 3)
    text = pages.get(f"/record?key={table.key()}").text
    codes = " ".join(f"http://other.local/shared#{code}" for code in code_texts(read(text), 90))
    given = {"link": f"http://other.local/shared#{link_text(read(text))}", "codes": codes}
    path = told(pages, given.get(form, text))["path"]
    assert "Squadro 2026-03-09" in pages.get(f"/{path}").text
    _, _, key = path.partition("=")
    assert pages.get(f"/record?key={key}").text == text
    assert pages.get(f"/position?key={key}&at=3").json()["pieces"]


@pytest.mark.parametrize(
    "text", ["", "nonsense", "gQUJD", "0102123451", "tableside record 1\ngame: squadro\n", "\0"]
)
def test_what_is_no_game_is_refused_in_one_line(text: str, pages: TestClient) -> None:
    answer = pages.post("/shared", content=text.encode())
    assert answer.status_code == 400
    assert len(answer.json()["says"].splitlines()) == 1


def test_a_game_that_cannot_have_been_played_is_refused(
    tmp_path: Path, table: Kept, pages: TestClient
) -> None:
    keep(tmp_path, "squadro", 3)
    lines = pages.get(f"/record?key={table.key()}").text.splitlines(keepends=True)
    cheated = "".join((*lines[:-1], lines[-1].replace(": ", ": 9")))
    assert "turn 3" in told(pages, cheated)["says"]


def test_the_page_that_reads_shared_games_is_offered(pages: TestClient) -> None:
    assert 'href="shared"' in pages.get("/games").text
    page = pages.get("/shared?language=ru").text
    assert "{missing}" in page
    assert '<html lang="ru">' in page
