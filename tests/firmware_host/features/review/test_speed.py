import random
from itertools import count

from tests import toy
from tests.firmware_host.features.review.speed import longest, measured, played
from tests.tug import Tug


def test_a_game_is_played_to_its_end_and_its_review_is_timed() -> None:
    points = played(toy.Tongs(), random.Random(1))
    assert points[-1].kind == "end"
    now = count()
    assert measured(points, clock=lambda: float(next(now))) == 1.0


def test_the_longest_of_some_random_games_is_found() -> None:
    lengths = [len(longest(Tug(), random.Random(1), count)) for count in (1, 20)]
    assert lengths[0] < lengths[1]
