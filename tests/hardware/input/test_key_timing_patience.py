"""A chord with a long time: its keys report nothing while they are held together."""

import pytest

from hardware.input.edges import HOLD_AFTER, STABLE, STUCK_AFTER, Edge
from hardware.input.keys import Keys

PATIENCE = 5.0
GIVEN_UP = ["staff joined", "staff release"]
HEARD = ["staff joined", "staff press", "staff release"]

Move = tuple[float, str, bool]


def said(*moves: Move, now: float = 60.0) -> list[str]:
    """Return the events of ``moves`` (time, key, whether it goes down) up to ``now``."""
    keys = Keys(
        ["back", "hint", "ok"],
        repeats=(),
        holds={"back": "menu", "hint": "hint"},
        chords={"staff": ("back", "hint")},
        patience={"staff": PATIENCE},
    )
    for time, key, is_down in sorted(moves):
        keys.feed(Edge(time, key, not is_down))
    return [f"{event.key} {event.kind}" for event in keys.tick(now)]


def together(back: tuple[float, float], hint: tuple[float, float]) -> list[Move]:
    """Return the moves of both keys, each from the first time to the second."""
    (down, up), (other_down, other_up) = back, hint
    return [
        (down, "back", True),
        (up, "back", False),
        (other_down, "hint", True),
        (other_up, "hint", False),
    ]


@pytest.mark.parametrize("back", [(1.0, 7.0), (1.3, 7.0), (1.0, 7.4), (1.3, 7.4)])
@pytest.mark.parametrize("hint", [(1.0, 7.0), (1.2, 7.2)])
def test_in_any_order_of_the_keys_only_the_chord_is_reported(
    back: tuple[float, float], hint: tuple[float, float]
) -> None:
    assert said(*together(back, hint)) == HEARD


@pytest.mark.parametrize(("seconds", "heard"), [(4.9, GIVEN_UP), (5.0 + STABLE, HEARD)])
def test_it_is_reported_after_its_time_and_not_before(seconds: float, heard: list[str]) -> None:
    end = 1.0 + seconds
    assert said(*together((1.0, end), (1.0, end))) == heard


def test_a_key_that_stays_down_after_the_other_reports_nothing() -> None:
    assert said(*together((1.0, 12.0), (1.0, 3.0))) == GIVEN_UP


def test_keys_that_only_roll_over_each_other_are_two_presses() -> None:
    heard = said(*together((1.0, 1.3), (1.1, 1.0 + HOLD_AFTER - 0.1)))
    assert heard == ["back press", "back release", "hint press", "hint release"]


def test_a_key_released_in_between_restarts_the_time() -> None:
    slipped = [*together((1.0, 12.0), (1.0, 5.0)), (6.0, "hint", True), (10.9, "hint", False)]
    assert said(*slipped) == [*GIVEN_UP, *GIVEN_UP]
    assert said(*slipped[:-1], (11.2, "hint", False)) == [*GIVEN_UP, *HEARD]


def test_another_key_that_is_stuck_does_not_matter() -> None:
    heard = said((0.5, "ok", True), *together((30.0, 36.0), (30.0, 36.0)))
    assert heard == ["ok press", "ok release", "ok stuck", *HEARD]


def test_a_stuck_key_cannot_complete_its_chord() -> None:
    late = 1.0 + STUCK_AFTER + 5.0
    heard = said((1.0, "hint", True), (late, "back", True), (late + 6.0, "back", False))
    assert heard == ["hint hold", "hint release", "hint stuck", "menu press", "menu release"]
