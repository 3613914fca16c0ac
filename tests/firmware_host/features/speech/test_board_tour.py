"""The board is told to people who ask for it, at a table that speaks; the game stays as it is."""

import pytest

import games
from firmware_host.base.registry import feature_names
from firmware_host.features.speech.facts import BOARD, MUTE, Repeats, SpeechHere
from firmware_host.features.speech.scenes import BoardTourView
from firmware_host.screens.lists import ListView
from hardware.speaker import USUAL_DEVICE
from tests.firmware_host.screens.positions import choice
from tests.firmware_host.screens.stage import Stage

NAME = "squadro"


@pytest.fixture
def stage() -> Stage:
    """A table that speaks, and awaits a move."""
    return speaking(NAME)


def speaking(name: str) -> Stage:
    stage = Stage(name, choice(name))
    stage.table.parts.note(SpeechHere(USUAL_DEVICE))
    return stage


def lines(stage: Stage) -> list[str]:
    view = stage.frame.view
    assert isinstance(view, ListView)
    return [str(row.label) for row in view.rows]


def told(stage: Stage) -> str:
    view = stage.frame.view
    assert isinstance(view, BoardTourView)
    return str(view.told.sentence)


def menu(stage: Stage) -> set[str]:
    """Return all lines of the menu."""
    stage.press("menu")
    found = set(lines(stage))
    for _ in range(4):
        stage.press("left")
        found.update(lines(stage))
    stage.press("back")
    return found


def test_only_a_table_that_speaks_offers_to_tell_of_the_board(stage: Stage) -> None:
    assert BOARD in menu(stage)
    assert BOARD not in menu(Stage(NAME, choice(NAME)))


@pytest.mark.parametrize("name", games.names())
def test_nothing_that_is_told_changes_the_game(name: str) -> None:
    stage = speaking(name)
    stage.table.take_records()
    playing, before = stage.table.game.playing, stage.frame
    state, actions = playing.state, list(playing.actions)
    stage.hold("repeat")
    for line in range(len(lines(stage))):
        stage.press(*["down"] * line, "ok", "down", "right", "up", "ok", "ok", "back")
        while not isinstance(stage.frame.view, ListView):
            stage.press("back")
        stage.press(*["up"] * line)
    stage.press("back")
    assert stage.frame == before
    assert (playing.state, playing.actions) == (state, actions)
    assert stage.table.take_records() == ()


def test_a_piece_is_said_again_and_a_row_is_gone_through(stage: Stage) -> None:
    stage.hold("repeat")
    stage.press("ok", "ok")
    assert stage.table.context.fact(Repeats).count == 1
    stage.press("back", "up", "ok", "down")
    row = told(stage)
    stage.press("ok")
    assert row.startswith(told(stage).split(":")[0])
    stage.press("back")
    assert told(stage) == row


def number_after(stage: Stage, *keys: str) -> tuple[int, int]:
    """Press ``keys``; return which of how many things is told then."""
    stage.press(*keys)
    view = stage.frame.view
    assert isinstance(view, BoardTourView)
    return view.number, view.total


def test_right_and_down_go_to_the_next_left_and_up_to_the_one_before(stage: Stage) -> None:
    stage.hold("repeat")
    first, last = number_after(stage, "ok")
    assert (first, last > 4) == (1, True)
    assert [number_after(stage, key)[0] for key in ("right", "down", "left", "up")] == [2, 3, 2, 1]
    assert number_after(stage, "up")[0] == last


def test_a_table_without_a_voice_says_so() -> None:
    stage = Stage(NAME, choice(NAME))
    assert str(stage.hold("repeat").notice) == MUTE


@pytest.mark.skipif("switches" not in feature_names(), reason="nobody plays with switches")
def test_one_switch_reaches_each_square(stage: Stage) -> None:
    stage.hold("repeat")
    stage.scan("one")
    while lines(stage)[cursor(stage)] != "Row by row":
        stage.go_on()
    stage.strike()
    first = told(stage)
    while told(stage) == first:
        stage.go_on()
    row = told(stage)
    assert str(stage.table.stroke) == "Switch: one by one"
    stage.strike()
    assert row.startswith(told(stage).split(":")[0])
    stage.wait_for_offer("Switch: back")
    stage.strike()
    assert isinstance(stage.frame.view, BoardTourView)


def cursor(stage: Stage) -> int:
    view = stage.frame.view
    assert isinstance(view, ListView)
    return view.cursor
