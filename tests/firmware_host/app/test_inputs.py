"""At the table: throws in doubt, keys that stick, keys together, an encoder."""

from pathlib import Path

import pytest

from firmware_host.screens.lists import ListView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, check_board
from hardware.input.edges import STUCK_AFTER
from tests.table import Begin

TWO = Setup("thaayam", {"seats": 2})
EIGHT = (0, 0, 0, 0)
LOTS = [(0, 1)] * 4

Profile = str


def profile(folder: Path, text: str) -> Profile:
    path = folder / "mine.toml"
    path.write_text(f'profile = "generic"\n{text}')
    return str(path)


@pytest.fixture
def without_cup(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    return profile(tmp_path_factory.mktemp("wiring"), "[dice]\ncup = false\n")


@pytest.fixture
def doubtful(begin: Begin, without_cup: Profile) -> Hands:
    """A table without a cup contact whose lines all came to rest open."""
    hands = begin(TWO, profile=without_cup)
    hands.world.run_until(hands.world.pi.throw(EIGHT, LOTS) + 1.0)
    return hands


def test_without_a_cup_contact_all_lines_open_ask_for_ok(doubtful: Hands) -> None:
    assert "Is this your throw? 8" in doubtful.world.app.words
    assert "OK: use it" in doubtful.world.app.words
    doubtful.world.run_for(60)
    assert doubtful.world.app.table.game.playing.actions == []
    doubtful.press("ok")
    assert [str(action) for action in doubtful.world.app.table.game.playing.actions] == ["8"]


def test_a_doubtful_throw_is_denied_with_back(doubtful: Hands) -> None:
    doubtful.press("back")
    assert "Throw the dice" in doubtful.world.app.words
    doubtful.press("ok")
    assert doubtful.world.app.table.game.playing.actions == []


def test_a_doubtful_throw_can_be_corrected_by_hand(doubtful: Hands) -> None:
    doubtful.press("up")
    assert "Enter your throw" in doubtful.world.app.words
    doubtful.press("back")
    assert "Is this your throw?" in doubtful.world.app.words


def test_a_knock_does_not_take_the_question_away(doubtful: Hands) -> None:
    doubtful.world.pi.set_line("D0", False)
    doubtful.world.pi.set_line("D0", True)
    doubtful.world.run_for(2)
    assert "Is this your throw?" in doubtful.world.app.words


def test_without_a_cup_contact_other_throws_count_by_themselves(
    begin: Begin, without_cup: Profile
) -> None:
    hands = begin(TWO, profile=without_cup)
    for throw in ("8", "4", "1", "3"):
        hands.throw(throw)
    assert len(hands.world.app.table.game.playing.actions) == 4


def test_plugging_in_the_dice_cable_again_is_not_a_throw(begin: Begin) -> None:
    hands = begin(TWO)
    hands.cause(lambda faults: faults.unplug("dice"))
    hands.world.run_for(5)
    hands.cause(lambda faults: faults.plug("dice"))
    hands.world.run_for(5)
    assert hands.world.app.table.game.playing.actions == []
    hands.throw("1")
    assert isinstance(hands.world.view, ThrownView)


def test_a_stuck_key_is_named_and_the_game_goes_on(begin: Begin) -> None:
    hands = begin(TWO)
    hands.cause(lambda faults: faults.stick("up"))
    hands.world.run_for(STUCK_AFTER)
    assert "Key stuck: up" in hands.world.app.words
    shown = hands.world.app.words
    hands.world.run_for(10)
    assert hands.world.app.words != shown
    hands.throw("1")
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == ["1"]


def test_a_key_that_sticks_from_the_start_is_named(begin: Begin) -> None:
    hands = begin(TWO)
    hands.world.pi.set_line("ok", False)
    hands.world.run_for(STUCK_AFTER + 0.1)
    assert "Key stuck: OK" in hands.world.app.words


def test_keys_held_together_open_the_menu(begin: Begin, tmp_path: Path) -> None:
    wired = profile(tmp_path, '[hold]\nback = false\n[chords]\nmenu = ["back", "hint"]\n')
    hands = begin(TWO, profile=wired)
    hands.world.pi.press("back", 1.0)
    hands.press("hint", 1.0)
    assert isinstance(hands.world.view, ListView)
    assert "Menu" in hands.world.app.words


def test_an_encoder_sets_the_throw_and_moves_the_cursor(begin: Begin, tmp_path: Path) -> None:
    pins = "[keys]\nup = false\ndown = false\n[encoder]\na = 17\nb = 22\n"
    hands = begin(TWO, profile=profile(tmp_path, pins))
    hands.press("up")
    hands.press("up")
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert "Enter your throw 2" in hands.world.app.words
    hands.press("down")
    assert "Enter your throw 1" in hands.world.app.words
    hands.press("back")
    for throw in ("1", "2"):
        hands.throw(throw)
    hands.play(str(hands.state.legal_moves()[-1]))
    check_board(hands)
