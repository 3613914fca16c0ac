"""The plug is pulled: a program that is started again offers the game where it was."""

import random
import shutil
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.storage.records import encode
from firmware_host.table.device import AS_USUAL
from firmware_host.table.effects import BeginGame
from hardware.dice.tray import DiceEvent
from hardware.input.edges import KeyEvent
from hardware.wiring import wiring
from tests import toy
from tests.faults.lean import LeanTable, Place
from tests.table import Begin, OneGame

THAAYAM = OneGame("thaayam")

TWO = Setup("thaayam", {"seats": 2})
KEYS = ("ok", "right", "ok", "ok", "back", "ok", "ok")


def started_elsewhere(folder: Path, copy: Path) -> Hands:
    """Hands at a table with a copy of the card in ``folder``, while the first table goes on."""
    shutil.copytree(folder, copy)
    return Hands(World(Request(games, wiring.load("generic"), "en", copy, TWO), seed=1))


def test_at_every_moment_the_game_is_offered_where_it_was(
    begin: Begin, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    hands = begin(TWO)
    hands.throw("1")
    hands.throw("2")
    for key in (*KEYS, "hold left", *KEYS):
        if key == "hold left":
            hands.press("left", 1.0)
        else:
            hands.press(key)
        session = hands.world.app.table.game.playing
        if not session.state.is_chance:
            again = started_elsewhere(tmp_path, tmp_path_factory.mktemp("again") / "state")
            found = again.world.app.table.game.playing
            assert again.world.app.words.startswith("Resume? Thaayam Turn: white")
            assert (found.state, found.hand_steps) == (session.state, session.hand_steps)
            assert found.standing() == session.standing()
            assert again.world.board.pieces == session.standing()


def test_going_on_takes_up_the_guidance_at_the_act_that_was_due(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("1")
    hands.throw("3")
    hands.press("ok")
    hands.press("ok")
    assert hands.world.view.awaited == "hand step"
    again = begin(TWO)
    again.press("ok")
    assert again.world.view == hands.world.view
    again.press("ok")
    assert isinstance(again.world.view, ChooseView)


def test_back_begins_the_game_that_was_asked_for(begin: Begin) -> None:
    begin(TWO).throw("1")
    again = begin(TWO)
    again.press("back")
    assert isinstance(again.world.view, ThrowView)
    assert again.world.app.table.game.playing.actions == []


def test_back_without_a_game_asked_for_leads_to_the_games_with_the_old_one_first(
    begin: Begin,
) -> None:
    begin(TWO).throw("1")
    again = begin(catalogue=THAAYAM)
    again.press("back")
    assert again.world.app.words.startswith("Which game? Resume: Thaayam Thaayam")


def test_a_game_that_is_over_is_not_offered(begin: Begin) -> None:
    hands = begin(Setup("tongs", {"goal": 1}), toy)
    play_game(hands, random.Random(1))
    again = begin(catalogue=toy)
    assert again.world.app.words.startswith("Which game? Tongs")


def test_a_journal_that_lies_is_set_aside_with_a_sentence(begin: Begin, tmp_path: Path) -> None:
    begin(TWO).throw("1")
    journal = max(tmp_path.glob("*.journal"))
    journal.write_bytes(journal.read_bytes() + encode({"do": "pass"}))
    again = begin(catalogue=THAAYAM)
    assert "could not be read" in again.world.app.words
    again.press("ok")
    assert again.world.app.words.startswith("Which game? Thaayam")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_last_words_stay_on_the_panel_when_the_program_is_stopped(
    begin: Begin, language: str
) -> None:
    hands = begin(TWO, language=language)
    before = hands.world.pi.model.image()
    hands.world.close()
    after = hands.world.pi.model.image()
    assert hands.world.pi.model.is_on
    assert after.getbbox() is not None
    assert after.tobytes() != before.tobytes()
    hands.world.close()


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ([DiceEvent("lifted")], "lifted"),
        ([DiceEvent("lifted"), DiceEvent("knocked")], "waiting"),
        (
            [DiceEvent("lifted"), DiceEvent("rolling"), DiceEvent("settled", (1, 0, 0, 0))],
            "waiting",
        ),
    ],
)
def test_a_cup_that_was_lifted_while_the_question_was_shown_is_seen_when_the_game_goes_on(
    told: list[DiceEvent], seen: str
) -> None:
    place = Place()
    LeanTable(1, TWO, AS_USUAL, place=place)
    again = LeanTable(1, TWO, AS_USUAL, place=place)
    again.hear(*told)
    again.hear(KeyEvent("ok", "press"))
    assert isinstance(again.view, ThrowView)
    assert again.view.dice == seen


def test_a_cup_that_was_lifted_in_another_game_is_not() -> None:
    table = LeanTable(1, TWO, AS_USUAL)
    table.hear(DiceEvent("lifted"))
    table.table.run(BeginGame(TWO))
    view = table.table.frame.view
    assert isinstance(view, ThrowView)
    assert view.dice == "waiting"
