"""Settings on the device: language, brightness, sound, large letters, dice."""

from pathlib import Path

import pytest

from firmware_host.app.request import Request
from firmware_host.screens.lists import ListView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.simulator.simulated_table import World
from firmware_host.table.device import NAME
from hardware.wiring import wiring
from tests.table import BARE_WIRING, Begin, OneGame, choose_russian, label_of, point_at, take, words

THAAYAM = OneGame("thaayam")
TWO = Setup("thaayam", {"seats": 2})


def change(hands: Hands, line: str, key: str = "right") -> None:
    """In the settings, change a line by one step."""
    point_at(hands, line)
    hands.press(key)


def started(folder: Path, language: str | None = None, profile: str = "generic") -> Hands:
    request = Request(THAAYAM, wiring.load(profile), language, folder)
    return Hands(World(request, seed=1))


@pytest.fixture
def in_settings(begin: Begin) -> Hands:
    hands = begin(catalogue=THAAYAM)
    take(hands, "Settings")
    return hands


def test_the_whole_device_changes_its_language_at_once(in_settings: Hands) -> None:
    assert "Language <English>" in words(in_settings)
    choose_russian(in_settings)
    assert "<Русский>" in words(in_settings)
    in_settings.press("back")
    assert words(in_settings).startswith("Какая игра?")


def test_brightness_has_three_steps_and_goes_to_the_panel(in_settings: Hands) -> None:
    model = in_settings.world.pi.model
    seen = []
    for _ in range(4):
        seen.append(model.contrast)
        change(in_settings, "Brightness")
    full = seen[0]
    assert seen == [full, round(full / 16), round(full / 4), full]


def test_without_sound_the_buzzer_is_silent(begin: Begin) -> None:
    heard = {}
    for is_on in (True, False):
        hands = begin(TWO)
        if "Resume?" in words(hands):
            hands.press("ok")
        hands.press("menu")
        take(hands, "Settings")
        if not is_on:
            change(hands, "Sound")
        hands.press("back")
        hands.press("back")
        hands.throw("1")
        heard[is_on] = hands.world.app.outputs.player.deadline is not None
    assert heard == {True: True, False: False}


def test_large_letters_change_the_picture(begin: Begin) -> None:
    hands = begin(TWO)
    before = hands.world.pi.model.image().tobytes()
    hands.press("menu")
    take(hands, "Settings")
    change(hands, "Large letters")
    hands.press("back")
    hands.press("back")
    assert "Throw the dice" in words(hands)
    assert hands.world.pi.model.image().tobytes() != before


def test_what_was_chosen_stays_when_the_device_is_switched_off(tmp_path: Path) -> None:
    hands = started(tmp_path)
    take(hands, "Settings")
    choose_russian(hands)
    assert words(started(tmp_path)).startswith("Какая игра?")


def test_the_command_line_comes_before_what_was_chosen(tmp_path: Path) -> None:
    hands = started(tmp_path)
    take(hands, "Settings")
    choose_russian(hands)
    assert words(started(tmp_path, "en")).startswith("Which game?")


def test_preferences_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("nonsense")
    hands = started(tmp_path)
    assert "The settings could not be read" in words(hands)
    hands.press("ok")
    assert words(hands).startswith("Which game?")


def test_without_a_buzzer_there_is_no_line_about_sound(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text(BARE_WIRING)
    hands = started(tmp_path, profile=str(path))
    take(hands, "Settings")
    assert "Sound" not in labels(hands)


def labels(hands: Hands) -> dict[str, str]:
    view = hands.world.view
    assert isinstance(view, ListView)
    return {label_of(row.label): label_of(row.value) if row.value else "" for row in view.rows}


def show_options(hands: Hands) -> None:
    """Choose the first game, and show all its options."""
    hands.press("ok")
    take(hands, "More options")


def test_dice_are_chosen_in_the_set_up_and_kept_for_the_next_game(begin: Begin) -> None:
    hands = begin(catalogue=THAAYAM)
    show_options(hands)
    assert labels(hands)["Dice"] == "electronic"
    change(hands, "Dice")
    assert labels(hands)["Dice"] == "machine"
    take(hands, "Start")
    assert "OK: throw" in words(hands)
    again = begin(catalogue=THAAYAM)
    again.press("back")
    take(again, "Thaayam")
    take(again, "More options")
    assert labels(again)["Dice"] == "machine"


def test_without_a_tray_electronic_dice_are_not_offered(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text(BARE_WIRING)
    hands = started(tmp_path, profile=str(path))
    show_options(hands)
    seen = set()
    for _ in range(3):
        seen.add(labels(hands)["Dice"])
        change(hands, "Dice")
    assert seen == {"machine", "typed in"}


def test_a_game_without_dice_does_not_ask_for_them(begin: Begin) -> None:
    hands = begin(catalogue=OneGame("squadro"))
    show_options(hands)
    assert "Dice" not in labels(hands)


@pytest.fixture
def own_dice(begin: Begin) -> Hands:
    hands = begin(catalogue=THAAYAM)
    show_options(hands)
    change(hands, "First player")
    change(hands, "Dice", "left")
    take(hands, "Start")
    return hands


def test_people_with_dice_of_their_own_are_asked_for_the_throw_at_once(own_dice: Hands) -> None:
    assert words(own_dice).startswith("White What did you throw? ▲▼: enter it")
    own_dice.press("up")
    assert words(own_dice).startswith("White What did you throw? 1 OK: use it ▲▼: change")
    own_dice.press("ok")
    assert [str(action) for action in own_dice.world.app.table.game.playing.actions] == ["1"]


def test_the_machine_never_throws_for_people_with_dice_of_their_own(own_dice: Hands) -> None:
    own_dice.press("back")
    assert words(own_dice).startswith("Menu")
    own_dice.press("back")
    assert "What did you throw?" in words(own_dice)
    own_dice.throw("1")
    own_dice.world.run_for(2)
    assert "What did you throw? so far: 1 ▲▼: enter it" in words(own_dice)
    assert "so far: 1" in words(own_dice)


def test_a_tray_that_is_not_in_use_says_so(own_dice: Hands) -> None:
    end = own_dice.world.pi.throw((1, 1, 0, 0), [(0, 1)] * 4)
    own_dice.world.run_until(end + 1)
    assert "Tray not in use" in words(own_dice)
    assert isinstance(own_dice.world.view, ThrowView)
