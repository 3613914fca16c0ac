from itertools import count

from tests.bench.measure import Clock
from tests.bench.presses import HEAD, SYNCS, TO_THE_GLASS, rows, rows_to_the_glass, times


def ticking() -> Clock:
    """A clock that is a second later whenever it is looked at."""
    now = count()
    return lambda: float(next(now))


def test_what_the_panel_does_with_a_message_is_not_counted() -> None:
    found = times("squadro", 30, seed=1, clock=ticking())
    assert len(found) == 30
    # a window is two messages of a second each; with the panel's seconds the sum would be odd
    assert all(time % 2 == 0 for time in found)


def test_each_game_has_a_row_for_each_card() -> None:
    head, *found = rows_to_the_glass(["squadro"], 5 * len(SYNCS))
    assert head == TO_THE_GLASS
    cards = ["0 ms", "3 ms", "10 ms", "40 ms"]
    assert [row[:3] for row in found] == [("squadro", card, "5") for card in cards]


def test_each_game_has_its_share_of_the_presses() -> None:
    head, squadro, every = rows(["squadro"], 20, clock=ticking())
    assert head == HEAD
    assert (squadro[:2], every[:2]) == (("squadro", "20"), ("all", "20"))
