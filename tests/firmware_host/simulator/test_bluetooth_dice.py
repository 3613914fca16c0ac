"""Games with virtual Bluetooth dice: from their bytes, over bleak's interface, to the end."""

import random
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.screens.start_and_end import GameOverView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.autoplay import play_game
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.world import World
from hardware.dice.bluetooth.news import Make
from hardware.wiring.wiring import load


def hands_with(folder: Path, game: str, make: Make, sides: int, seed: int = 1) -> Hands:
    request = Request(
        games, load("waveshare-oled-hat"), "en", folder, Setup(game), virtual_dice=(make, sides)
    )
    return Hands(World(request, seed))


GAMES: list[tuple[str, Make, int]] = [
    ("thaayam", "godice", 6),
    ("tshupu", "godice", 4),
    ("tshupu", "pixels", 6),
]


@pytest.mark.deep
@pytest.mark.parametrize(("game", "make", "sides"), GAMES)
def test_a_whole_game_is_played_with_bluetooth_dice(
    tmp_path: Path, game: str, make: Make, sides: int
) -> None:
    hands = hands_with(tmp_path, game, make, sides)
    assert play_game(hands, random.Random(1)) > 50
    assert isinstance(hands.world.view, GameOverView)
    hands.world.close()


@pytest.mark.parametrize(("game", "make", "sides"), GAMES)
def test_throws_of_bluetooth_dice_count(tmp_path: Path, game: str, make: Make, sides: int) -> None:
    hands = hands_with(tmp_path, game, make, sides)
    rng = random.Random(2)
    while isinstance(hands.world.view, SetUpView):
        hands.follow()
    thrown: list[str] = []
    while isinstance(hands.world.view, ThrowView) and len(thrown) < 3:
        throws = [throw for throw, _ in hands.state.chance_outcomes()]
        thrown.append(str(rng.choice(throws)))
        hands.throw(thrown[-1])
        hands.world.run_for(3.0)
    actions = [str(action) for action in hands.world.app.table.game.playing.actions]
    assert thrown
    assert actions[: len(thrown)] == thrown
    hands.world.close()


def test_the_panel_shows_the_face_of_the_die_and_what_it_counts_for(tmp_path: Path) -> None:
    hands = hands_with(tmp_path, "thaayam", "godice", 6)
    world = hands.world
    assert isinstance(world.view, ThrowView)
    assert world.view.by_tray
    dice = world.bluetooth_dice
    assert dice is not None
    for die, face in zip(dice.dice, (2, 5, 6, 4), strict=True):
        die.throw(face)
    world.wait_for(lambda: isinstance(world.view, ThrownView))
    view = world.view
    assert isinstance(view, ThrownView)
    assert view.own == (2, 5, 6, 4)
    assert sum(view.throw.faces) == 1
    assert "dice: 2 5 6 4" in world.app.words
    world.close()
