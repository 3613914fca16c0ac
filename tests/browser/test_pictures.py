"""The page of a table in light and dark, as the README and the manual show it."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from tests.browser.conftest import Open, Share
from tests.browser.looking import shows, shows_actions

if TYPE_CHECKING:
    from playwright.sync_api import Page

ACTIONS, SEED = 50, 239
"""After so many with this chance, six pieces are on the board."""
LOOKS = {"light": (1000, 730), "dark": (1000, 730), "phone": (360, 640)}
"""The size of each picture; that of a phone is light."""


@pytest.mark.parametrize("look", LOOKS)
def test_a_game_that_has_been_going_on(
    look: str, share: Share, visit: Open, picture: Callable[["Page", str], None]
) -> None:
    table = share(Setup("thaayam", {"seats": 2}, first=0))
    table.hands.follow()
    play(table.hands, random.Random(SEED))
    page = visit(table, size=LOOKS[look], colours=look)
    shows_actions(page, len(table.hands.world.app.table.game.playing.actions))
    shows(page, "#prompt", "chooses|throws")
    paper = page.evaluate("getComputedStyle(document.body.parentElement).backgroundColor")
    assert (paper == "rgb(246, 241, 231)") == (look != "dark")
    picture(page, f"page-{look}")


def play(hands: Hands, chance: random.Random) -> None:
    """Throw and move at random, until somebody has to choose after so many actions."""
    for _ in range(ACTIONS):
        act(hands, chance)
    while hands.state.is_chance:
        act(hands, chance)


def act(hands: Hands, chance: random.Random) -> None:
    """Throw, or play any move."""
    if hands.state.is_chance:
        hands.throw(str(chance.choice(hands.state.chance_outcomes())[0]))
    else:
        hands.play(str(chance.choice(hands.state.legal_moves())))
    hands.look_up()
