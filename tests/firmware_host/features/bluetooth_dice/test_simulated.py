"""Games with virtual Bluetooth dice: from their bytes, over bleak's interface, to the end."""

import random
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.features.bluetooth_dice.simulated import STROKES, VirtualDice
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.screens.moves import GameOverView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.dice_hand import DiceHand, DiceSeen
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.simulator.terminal.panels import heights, tray_text
from firmware_host.text import LANGUAGES
from firmware_host.text.translator import Language
from games.actions import Throw
from games.equipment import Die
from hardware.dice.bluetooth.news import Make
from hardware.wiring.wiring import load
from tests.firmware_host.features.bluetooth_dice.asked import with_dice


def hands_with(folder: Path, game: str, make: Make, sides: int, seed: int = 1) -> Hands:
    request = Request(
        games, load("waveshare-oled-hat"), "en", folder, Setup(game), facts=with_dice(make, sides)
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
    waiting = world.view
    assert isinstance(waiting, ThrowView)
    assert waiting.by_tray
    dice = world.other_dice
    assert isinstance(dice, VirtualDice)
    for die, face in zip(dice.dice, (2, 5, 6, 4), strict=True):
        die.throw(face)
    world.wait_for(lambda: isinstance(world.view, ThrownView))
    view = world.view
    assert isinstance(view, ThrownView)
    assert view.own == (2, 5, 6, 4)
    assert sum(view.throw.faces) == 1
    assert "dice: 2 5 6 4" in world.app.words
    world.close()


def test_bluetooth_dice_are_rolled_without_a_game_to_pair_them() -> None:
    seen = DiceSeen((), None, None, (), None, strokes=STROKES)
    assert heights(seen) == (1,)
    keys = tray_text(seen, 1, 78, Language("en")).plain
    assert keys == "F1-F4 throw one  ·  k bump  ·  x away, back"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("columns", "rows"), [(78, 1), (118, 3), (70, 3)])
def test_keys_of_the_dice_that_do_not_fit_are_left_out_whole(
    language: str, columns: int, rows: int
) -> None:
    lot = Die((0, 1))
    throws = tuple(map(Throw, "12348"))
    seen = DiceSeen((lot,) * 4, (0, 1, 0, 0), None, throws, None, strokes=STROKES)
    text = tray_text(seen, rows, columns, Language(language))
    lines = text.split("\n")
    assert len(lines) == rows
    assert max(line.cell_length for line in lines) <= columns
    whole = tray_text(seen, 1, 500, Language(language)).plain
    for line in lines:
        assert set(line.plain[26:].split("  ·  ")[1:]) <= set(whole.split("  ·  "))


def test_each_key_of_the_simulator_does_something_with_the_dice(tmp_path: Path) -> None:
    world = hands_with(tmp_path, "thaayam", "godice", 6).world
    hand = DiceHand(world.pi, world.pi.clock, random.Random(1), world.other_dice)
    world.run_for(2.0)
    hand.follow(world.app.table.game.playing.state)
    assert set(hand.strokes) == {"f1", "f2", "f3", "f4", "k", "v", "x"}
    lying = world.other_dice
    assert isinstance(lying, VirtualDice)
    reach = []
    for _ in range(2):
        hand.strokes["x"]()
        reach.append(lying.dice[0].is_in_reach)
    assert reach == [False, True]
    hand.strokes["v"]()
    assert hand.free_at > world.pi.clock()
    world.close()
