from itertools import count

import pytest

from games.squadro.rules import HOME
from tests.bench.squadro import HEAD, PARTS, rows
from tests.bench.squadro_positions import COUNT, FILE, answered, ask, read


def test_a_row_has_the_share_of_moves_that_keep_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.squadro.game.Squadro.SEARCH_NODES", 20)
    now = count()
    head, greedy, champion, *_ = rows(4, clock=lambda: next(now) / 1000)
    assert head == HEAD
    assert (greedy[:2], champion[:2]) == (("greedy", "4"), ("champion, no table", "4"))
    assert greedy[-2:] == ("1.0 ms", "1.0 ms")


def test_the_positions_are_of_all_parts_of_the_game_and_their_moves_matter() -> None:
    lines = FILE.read_text().splitlines()
    assert len(set(lines)) == COUNT
    homes = [line.replace("/", ",").replace(" ", ",").split(",").count(str(HOME)) for line in lines]
    bounds = list(PARTS.values())
    assert min(sum(home <= most for home in homes) for most in bounds) > 100
    for state, worth in read(lines[::100]):
        assert len(set(worth.values())) > 1
        assert all(worth[move] == 1 for move in worth if state.apply(move).is_terminal)


def test_answers_are_told_by_piece() -> None:
    asked = ["0 12,12,12,11,3/1,0,0,0,0", "1 12,12,12,11,4/1,0,0,0,0"]
    assert list(answered(asked, ["1", "-1"])) == [("0 12,12,12,11,3/1,0,0,0,0", "...++")]
    questions = list(ask(2, seed=1))
    signs = [sign for _, sign in answered(questions, ["0"] * len(questions))]
    assert len(signs) == 2
    assert set("".join(signs)) <= set("0+.")
