"""Throws that people enter with the keys: nothing counts that nobody entered."""

import pytest

from firmware_host.screens.notes import NoteView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.device import ThrowSources
from firmware_host.table.effects import Explain, Prefer
from firmware_host.table.keys import DOUBLE_SECONDS
from firmware_host.table.scene import Resume
from games.equipment import Die
from games.message import Message
from hardware.dice.tray import DiceEvent
from hardware.input.edges import KeyEvent
from tests.table import Begin, words

SETUP = Setup("thaayam", {"seats": 2})


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """Hands at a table whose people throw dice of their own."""
    hands = begin(SETUP)
    prefer(hands, "typed")
    return hands


def prefer(hands: Hands, source: str) -> None:
    hands.world.app.table.run(Prefer({"dice": source}, for_good=True), Resume())
    hands.world.app.redraw()
    hands.world.run_for(0.1)


def actions(hands: Hands) -> list[str]:
    return [str(action) for action in hands.world.app.table.game.playing.actions]


def press_quickly(hands: Hands, *keys: str) -> None:
    """Press ``keys`` so fast that nobody can have read what was shown between."""
    for key in keys:
        for event in (KeyEvent(key, "press"), KeyEvent(key, "release")):
            hands.world.app.table.handle(event, hands.world.clock())
        hands.world.run_for(DOUBLE_SECONDS / 3)


def cover_with_text(hands: Hands) -> None:
    table = hands.world.app.table
    table.run(Explain(Message.of("title"), Message.of("text")))


def test_at_first_nothing_is_entered(hands: Hands) -> None:
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert view.typed is None
    assert "What did you throw?" in words(hands)
    assert "enter it" in words(hands)


def test_ok_without_an_entry_counts_nothing_and_says_what_to_do(hands: Hands) -> None:
    hands.press("ok")
    assert actions(hands) == []
    assert isinstance(hands.world.view, NoteView)
    assert "Enter your throw" in words(hands)


def test_ok_pressed_many_times_counts_nothing(hands: Hands) -> None:
    for _ in range(9):
        hands.press("ok")
    assert actions(hands) == []


def test_the_next_throw_starts_with_nothing_entered_again(hands: Hands) -> None:
    hands.throw("4")
    hands.look_up()
    assert actions(hands) == ["4"]
    for _ in range(3):
        hands.press("ok")
    assert actions(hands) == ["4"]


def test_back_takes_the_entry_away_and_then_leads_to_the_menu(hands: Hands) -> None:
    hands.press("up")
    hands.press("back")
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert view.typed is None
    hands.press("back")
    assert words(hands).startswith("Menu")


@pytest.mark.parametrize("source", ["typed", "machine"])
def test_ok_pressed_twice_to_close_a_text_throws_nothing(begin: Begin, source: str) -> None:
    hands = begin(SETUP)
    prefer(hands, source)
    cover_with_text(hands)
    press_quickly(hands, "ok", "ok", "ok")
    assert actions(hands) == []
    assert isinstance(hands.world.view, ThrowView)


def test_ok_after_a_moment_is_meant_for_the_throw(begin: Begin) -> None:
    hands = begin(SETUP)
    prefer(hands, "machine")
    cover_with_text(hands)
    press_quickly(hands, "ok")
    hands.world.run_for(DOUBLE_SECONDS)
    press_quickly(hands, "ok")
    assert len(actions(hands)) == 1


def test_a_key_held_since_the_screen_before_enters_nothing(hands: Hands) -> None:
    hands.throw("4")
    view = hands.world.view
    assert isinstance(view, ThrownView)
    hands.press("up", 2.0)
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert view.typed is None


def test_a_key_held_at_the_throw_still_repeats(hands: Hands) -> None:
    hands.press("up", 0.7)
    view = hands.world.view
    assert isinstance(view, ThrowView)
    assert str(view.typed) == "3"


def test_ok_in_the_moment_of_a_doubtful_throw_does_not_confirm_it(begin: Begin) -> None:
    hands = begin(SETUP)
    table = hands.world.app.table
    faces = hands.state.chance_outcomes()[0][0].faces
    table.handle(DiceEvent("settled", faces, doubtful=True), hands.world.clock())
    press_quickly(hands, "ok")
    assert actions(hands) == []
    hands.world.run_for(1)
    press_quickly(hands, "ok")
    assert len(actions(hands)) == 1


@pytest.mark.parametrize("faces", [((0, 1),) * 4, ((1, 3, 4, 6),) * 2, ((1, 2, 3, 4, 5, 6),) * 2])
def test_between_games_the_dice_are_those_that_the_table_reads(
    faces: tuple[tuple[int, ...], ...],
) -> None:
    thrown = tuple(map(Die, faces))
    assert ThrowSources(lambda dice: dice == thrown).usual_dice() == thrown


def test_without_a_tray_throws_can_be_made_by_the_machine_or_entered_between_games() -> None:
    sources = ThrowSources(lambda dice: False)
    assert sources.choices(sources.usual_dice()) == ("machine", "typed")
