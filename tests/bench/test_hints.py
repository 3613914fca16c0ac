import random
from itertools import count, islice

from tests import toy
from tests.bench.hints import positions, rows


def test_positions_are_choices_and_the_games_go_on_without_an_end() -> None:
    met = tuple(islice(positions(toy.Tongs(), random.Random(1)), 40))
    assert all(len(each.legal_moves()) > 1 for each in met)


def test_a_row_has_the_median_and_the_most_of_every_level() -> None:
    now = count()
    head, row = rows(["squadro"], 2, clock=lambda: next(now) / 1000)
    assert len(head) == len(row) == 4
    assert set(row[1:]) == {"1.0 ms (1.0 ms)"}
