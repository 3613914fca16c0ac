import random
from itertools import count

from tests import toy
from tests.firmware_host.features.review.speed import measured, played


def test_a_game_is_played_to_its_end_and_its_review_is_timed() -> None:
    points = played(toy.Tongs(), random.Random(1))
    assert points[-1].kind == "end"
    now = count()
    assert measured(points, clock=lambda: float(next(now))) == 1.0
