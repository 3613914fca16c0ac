"""How many presses away from the board anything in the menu is, by breadth-first search."""

import random
from collections import deque
from collections.abc import Iterator

import pytest

import games
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.context import SceneContext
from firmware_host.table.scene import Show
from firmware_host.table.scenes.game_setup import Home
from firmware_host.table.scenes.menu import Menu, menu_groups
from tests.table import Begin

MOST = 6
PLIES = 12
ARROWS = ("up", "down", "left", "right")


def scenes_by_presses(context: SceneContext) -> Iterator[tuple[int, Menu]]:
    """Yield each screen of the menu with the fewest presses that lead to it from the board."""
    start = Menu()
    presses, waiting = {start: 1}, deque([start])
    while waiting:
        scene = waiting.popleft()
        yield presses[scene], scene
        for key in ARROWS:
            following = shown_after(scene, key, context)
            if following not in presses:
                presses[following] = presses[scene] + 1
                waiting.append(following)


def shown_after(scene: Menu, key: str, context: SceneContext) -> Menu:
    (effect,) = scene.press(key, context) or ()
    assert isinstance(effect, Show)
    assert isinstance(effect.scene, Menu)
    return effect.scene


def presses_to_open(context: SceneContext) -> dict[str, int]:
    """The fewest presses that open each line of the menu, by its label."""
    found: dict[str, int] = {}
    for presses, scene in scenes_by_presses(context):
        label = scene.entries(context)[scene.cursor].label.text
        found.setdefault(label, presses + 1)
    return found


def lines_that_make_sense(context: SceneContext) -> set[str]:
    return {line.label for group in menu_groups() for line in group.shown(context)}


def check(hands: Hands) -> None:
    context = hands.world.app.table.context
    found = presses_to_open(context)
    assert set(found) == lines_that_make_sense(context)
    assert max(found.values()) <= MOST, found


def test_everything_between_games_is_at_most_six_presses_away(begin: Begin) -> None:
    hands = begin()
    context = hands.world.app.table.context
    lines = Home().entries(context)
    # the cursor goes around: half of the lines one way, half the other, then OK
    assert len(lines) // 2 + 1 <= MOST


@pytest.mark.parametrize("name", games.names())
def test_nothing_in_the_menu_is_more_than_six_presses_away_from_the_board(
    begin: Begin, name: str
) -> None:
    hands = begin(Setup(name))
    hands.follow()
    check(hands)
    rng = random.Random(name)
    for _ in range(PLIES):
        if hands.state.is_chance:
            hands.throw(rng.choice(hands.state.chance_outcomes())[0].text)
        else:
            hands.play(rng.choice(hands.state.legal_moves()).text)
        check(hands)
