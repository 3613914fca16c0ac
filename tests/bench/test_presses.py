from itertools import count

from tests.bench.measure import Clock
from tests.bench.presses import HEAD, rows, times


def ticking() -> Clock:
    """A clock that is a second later whenever it is looked at."""
    now = count()
    return lambda: float(next(now))


def test_what_the_panel_does_with_a_message_is_not_counted() -> None:
    found = times("squadro", 30, seed=1, clock=ticking())
    assert len(found) == 30
    # a window is two messages of a second each; with the panel's seconds the sum would be odd
    assert all(time % 2 == 0 for time in found)


def test_each_game_has_its_share_of_the_presses() -> None:
    head, squadro, every = rows(["squadro"], 20, clock=ticking())
    assert head == HEAD
    assert (squadro[:2], every[:2]) == (("squadro", "20"), ("all", "20"))
