import random
from itertools import count, islice

from tests import toy
from tests.bench.hints import measured, positions, rows
from tests.bench.modes import MODES


def test_positions_are_choices_and_the_games_go_on_without_an_end() -> None:
    met = tuple(islice(positions(toy.Tongs(), random.Random(1)), 10))
    assert all(len(each.legal_moves()) > 1 for each in met)


def test_a_row_has_the_figures_of_a_hint_here_and_on_the_slow_computer() -> None:
    now = count()
    head, row = rows(["squadro"], 2, clock=lambda: next(now) / 1000, times=1)
    assert len(head) == len(row)
    assert set(row[2:5]) == {"1.0 ms"}
    assert row[5:] == ("0.01 s", "0.01 s", "2 s")


def test_the_least_of_some_times_counts() -> None:
    now = iter((0.0, 3.0, 3.0, 4.0, 4.0, 9.0))
    assert measured(MODES["thaayam, two seats"], 1, 1, lambda: next(now), 3) == [1.0]


def test_every_mode_of_a_game_has_a_row() -> None:
    now = count()
    _, *found = rows(["thaayam"], 2, clock=lambda: next(now) / 1000, times=1)
    assert [row[0] for row in found] == [name for name in MODES if name.startswith("thaayam")]
