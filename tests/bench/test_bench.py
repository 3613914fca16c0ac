import random
from itertools import count, islice, repeat

import pytest

from games.core import perft
from tests import toy
from tests.bench import races
from tests.bench.measure import ROUNDS, rates
from tests.bench.report import COLUMNS, report
from tests.bench.works import BATCH, leaves, playouts, random_play

SMALLEST_TREE = "tests.bench.works.PERFT_LEAVES"


def test_rates_are_work_by_time_on_the_clock() -> None:
    now = count()
    works = {"fast": repeat(30), "slow": repeat(10)}
    assert rates(works, ROUNDS * 5.0, lambda: float(next(now))) == {"fast": 24.0, "slow": 8.0}


def test_random_play_counts_every_action_and_the_games_lengths() -> None:
    lengths: list[int] = []
    done = sum(islice(random_play(toy.Tongs(), random.Random(1), lengths), 3))
    assert done == 3 * BATCH
    assert len(lengths) > 10
    assert done - 60 <= sum(lengths) <= done


def test_playouts_count_games_and_leaves_a_whole_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SMALLEST_TREE, 200)
    assert list(islice(playouts(toy.Tongs(), random.Random(1)), 2)) == [1, 1]
    (counted,) = islice(leaves(toy.Tongs()), 1)
    assert counted == perft(toy.Tongs().start(), 2)


def test_a_game_has_every_figure_and_a_missing_package_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.bench.report.version", lambda package: None)
    monkeypatch.setattr(SMALLEST_TREE, 200)
    now = count()
    head, *packages, row = report(toy, toy.names(), ROUNDS * 2.0, lambda: float(next(now)))
    assert head == ("", *COLUMNS)
    assert packages[0][0] == "chess: not installed, pip install chess"
    name, *figures = row
    assert name == "tongs"
    assert [figure.endswith("/s") for figure in figures] == [True, False, True, True]


def test_a_described_game_stands_beside_the_one_written_by_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.bench.report.version", lambda package: None)
    monkeypatch.setattr(SMALLEST_TREE, 50)
    head, *found = races.rows(0.0)
    assert head == ("", *COLUMNS)
    assert [row[0] for row in found] == [*races.BothWays().names()]
    assert [row[0].endswith(races.DESCRIBED) for row in found] == [False, True, False, True]
