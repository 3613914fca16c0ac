import random
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

import games
from games.players import load
from games.players.levels import Searcher
from games.players.player import Greedy
from tests.bench import against_uct
from tests.bench.against_uct import PAGE, PART, Wanted, interval, measure, rows
from tests.bench.page import put
from tests.bench.uct_games import AsLong, UctGames, digest


@pytest.fixture
def executor() -> Executor:
    return ThreadPoolExecutor(1)


def squadro(folder: Path, level: str = "greedy") -> UctGames:
    return UctGames("squadro", level, folder)


def play(played: UctGames, number: int, executor: Executor) -> None:
    ticks = count()
    played.play(number, executor, lambda: next(ticks))


def test_uct_stops_when_it_has_thought_as_long_as_the_other_player() -> None:
    ticks = count()
    AsLong(load("greedy"), lambda: next(ticks)).choose(
        games.load("squadro").start(), random.Random(1)
    )
    assert next(ticks) == 3  # twice for the other player, once for UCT


def test_a_row_has_the_score_in_fair_shares(tmp_path: Path, executor: Executor) -> None:
    played = squadro(tmp_path)
    play(played, 2, executor)
    head, row = rows({"squadro": played}, "")
    assert len(head) == len(row)
    assert row[:2] == ("squadro", "2")
    assert float(row[6]) == 2 * float(row[2])


def test_players_are_told_apart_by_the_moves_that_they_prefer() -> None:
    game = games.load("squadro")
    assert digest(game, Greedy()) == digest(game, Greedy()) != digest(game, Searcher(0.01))


def test_an_interval_is_open_even_where_every_game_was_won() -> None:
    low, high = interval(1.0, 35)
    assert 0.9 < low < 0.91
    assert high == 1.0


def test_games_are_kept_while_nothing_changes(
    tmp_path: Path, executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = squadro(tmp_path)
    play(played, 1, executor)
    assert squadro(tmp_path).score == played.score
    assert squadro(tmp_path, "friend").count == 0
    monkeypatch.setattr("tests.bench.uct_games.digest", lambda game, champion: "another")
    assert squadro(tmp_path).count == 0


def test_no_more_games_are_played_than_are_wanted_or_there_is_time_for(
    tmp_path: Path, executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = squadro(tmp_path, "random")
    measure({"squadro": played}, 0.0, executor)
    assert played.count == 0
    monkeypatch.setattr(against_uct, "WANTED", {"squadro": Wanted(0, 0.5)})
    measure({"squadro": played}, 1.0, executor)
    assert played.count == 0


def test_a_mode_without_games_keeps_its_row(tmp_path: Path) -> None:
    page = put(f"<!-- {PART} -->\n<!-- end of {PART} -->\n", PART, "| game |\n| squadro | 34 |")
    assert list(rows({"squadro": squadro(tmp_path)}, page))[1:] == [("squadro", "34")]


def test_the_table_has_a_place_on_its_page() -> None:
    assert "| game |" in put(PAGE.read_text(encoding="utf-8"), PART, "| game |")


def test_a_table_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match=PART):
        put("nothing", PART, "| game |")
