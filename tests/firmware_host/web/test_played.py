"""Games that a table has kept: listed, replayed and downloaded on pages."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

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
from firmware_host.web.played import PlayedPages
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
    with TestClient(Starlette(routes=PlayedPages.of(table, games).routes())) as client:
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
