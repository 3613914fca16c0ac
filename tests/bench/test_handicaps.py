"""What handicaps are worth: the games say what was measured, and measuring is taken up again."""

import json
from pathlib import Path

import games
from tests.bench.handicaps import FOLDER, PAGE, PART, Kept, play, rows, worth
from tests.bench.page import rows_of


def test_the_games_say_what_was_measured() -> None:
    kept = Kept(games.shipped())
    for name, handicap in kept.starts:
        (said,) = (each for each in games.kind(name).HANDICAPS if each.name == handicap)
        found = kept.worth((name, handicap))
        assert found is not None, f"{name} {handicap} is not measured"
        assert (said.elo, said.margin) == (found.elo, found.margin), (name, handicap)


def test_the_page_says_what_was_measured() -> None:
    _, *measured = rows(Kept(games.shipped()))
    assert [*rows_of(PAGE.read_text(encoding="utf-8"), PART)] == measured


def test_half_of_the_points_are_worth_nothing_and_more_games_are_surer() -> None:
    few, many = worth({1.0: 60, 0.0: 40}, 2), worth({1.0: 600, 0.0: 400}, 2)
    assert few.elo == many.elo == 70
    assert many.margin < few.margin


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    assert play(("ur", "one_home"), 3) == play(("ur", "one_home"), 3)


def test_games_with_a_handicap_that_is_another_now_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "handicaps-ur.jsonl"
    first, *others = (FOLDER / file.name).read_text(encoding="utf-8").splitlines()
    changed = {**json.loads(first), "start": [1]}
    file.write_text("\n".join([json.dumps(changed), *others]), encoding="utf-8")
    kept = Kept(["ur"], tmp_path)
    counted, *unchanged = (kept.shares[key].total() > 0 for key in kept.starts)
    assert not counted
    assert all(unchanged)
