from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import pytest

from tests.bench.level_fit import even
from tests.bench.level_games import NAMES, Played
from tests.bench.levels import PART, cells, is_done, rows
from tests.bench.page import put, table


def played(folder: Path, count: int = 2) -> Played:
    """Some games of all pairs, without the level that thinks long."""
    found = Played("squadro", folder)
    pair = NAMES[0], NAMES[1]
    with ThreadPoolExecutor(1) as executor:
        found.play(pair, count, executor)
    return found


def test_games_are_kept_and_taken_up_again(tmp_path: Path) -> None:
    pair = NAMES[0], NAMES[1]
    assert played(tmp_path).count(pair) == 2
    assert played(tmp_path, 1).count(pair) == 3
    (found,) = Played("squadro", tmp_path).encounters(NAMES)
    assert (found.player, found.other, found.sides, len(found.shares)) == (*pair, 2, 3)


def test_games_of_players_that_have_changed_since_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(tmp_path).count((NAMES[0], NAMES[1])) == 2
    monkeypatch.setattr(type(Played("squadro", tmp_path).game), "HASTE", 0.5)
    assert Played("squadro", tmp_path).count((NAMES[0], NAMES[1])) == 0


def test_a_row_has_the_rating_of_every_level_once_all_have_played(tmp_path: Path) -> None:
    found = played(tmp_path)
    assert list(rows({"squadro": found}, "")) == [("game", "games", *NAMES, "commit")]
    for one, other in combinations(NAMES, 2):
        found.note((one, other), [0.0] * 8 + [1.0])
    _, row = rows({"squadro": found}, "")
    assert row[:2] == ("squadro", "92")
    assert len(list(cells(found))) == 1 + len(NAMES)


def test_a_mode_is_done_when_no_interval_reaches_into_the_next(tmp_path: Path) -> None:
    close, apart = Played("squadro", tmp_path), Played("squadro", tmp_path)
    for pair in combinations(NAMES, 2):
        close.note(pair, [0.0, 1.0] * 10)
        apart.note(pair, [0.0] * 40 + [1.0] * 10)
    assert not is_done(close)
    assert is_done(apart)


def test_levels_are_equal_steps_apart_on_the_line_that_was_measured() -> None:
    assert list(even([0, 100, 200, 300, 400, 600, 800])) == pytest.approx([0.3, 0.5, 0.75])


def test_a_mode_without_games_keeps_its_row(tmp_path: Path) -> None:
    kept = ("tshupu", "140", *NAMES, "84219bf5")
    lines = "\n".join(table([("game", "games", *NAMES, "commit"), kept]))
    page = put(f"<!-- {PART} -->\n<!-- end of {PART} -->\n", PART, lines)
    assert list(rows({"squadro": Played("squadro", tmp_path)}, page))[1:] == [kept]
