import random
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import games
from games.players import load
from tests.bench.against_uct import AsLong, rows


def test_uct_stops_when_it_has_thought_as_long_as_the_other_player() -> None:
    ticks = count()
    AsLong(load("greedy"), lambda: next(ticks)).choose(
        games.load("squadro").start(), random.Random(1)
    )
    assert next(ticks) == 3  # twice for the other player, once for UCT


def test_a_row_has_the_score_in_fair_shares() -> None:
    ticks = count()
    with ThreadPoolExecutor(1) as executor:
        head, row = rows(["squadro"], 2, executor, lambda: next(ticks), "greedy")
    assert len(head) == len(row)
    assert row[:2] == ("squadro", "2")
    assert float(row[4]) == 2 * float(row[2])
