"""Keys for hands that tremble: they count once, however long they are held or often struck."""

from firmware_host.screens.lists import ListView
from firmware_host.simulator.hands import Hands
from firmware_host.table.effects import Prefer
from hardware.input.keys import REPEAT_AFTER, REPEAT_EVERY
from tests.table import Begin

HELD = 1.5
"""Seconds in which a key repeats some eight times."""
SHORTLY_HELD = REPEAT_AFTER + 1.5 * REPEAT_EVERY
"""Seconds in which a key repeats twice."""


def cursor(hands: Hands) -> int:
    view = hands.world.view
    assert isinstance(view, ListView)
    return view.cursor


def steady(hands: Hands, seconds: str) -> None:
    hands.world.app.table.run(Prefer({"steady": seconds}, for_good=False))
    hands.world.app.wake()
    hands.world.run_for(0.1)


def test_a_held_key_counts_once(begin: Begin) -> None:
    hands = begin()
    steady(hands, "0.5")
    before = cursor(hands)
    hands.press("down", HELD)
    assert cursor(hands) == before + 1


def test_a_strike_that_follows_too_soon_belongs_to_the_first(begin: Begin) -> None:
    hands = begin()
    steady(hands, "0.5")
    before = cursor(hands)
    hands.press("down")
    hands.press("down")
    assert cursor(hands) == before + 1
    hands.world.run_for(0.6)
    hands.press("down")
    assert cursor(hands) == before + 2


def test_usually_keys_are_quick_and_repeat(begin: Begin) -> None:
    hands = begin()
    before = cursor(hands)
    hands.press("down")
    hands.press("down")
    assert cursor(hands) == before + 2
    hands.press("up", SHORTLY_HELD)
    assert cursor(hands) == before - 1
