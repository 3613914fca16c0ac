"""Before the first turn the screen leads the hands through setting the board up."""

import pytest

import games
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.session.setup import Setup
from firmware_host.table.effects import BeginGame, LeaveGame
from games.message import Message
from tests.firmware_host.screens.positions import states
from tests.firmware_host.screens.stage import Stage
from tests.table import Begin, take, take_in_menu, words

GAME = Setup("squadro")


def test_the_pieces_are_put_on_the_board_seat_by_seat(begin: Begin) -> None:
    hands = begin(GAME)
    assert hands.world.app.words == "White 1/2 Set up b1 c1 d1 e1 f1 OK: done ▶: all set Back: menu"
    hands.press("ok")
    assert hands.world.app.words.startswith("Black 2/2 Set up a2 a3 a4 a5 a6")
    hands.press("ok")
    assert isinstance(hands.world.view, ChooseView)


def test_a_group_is_put_from_left_to_right_and_upwards(begin: Begin) -> None:
    hands = begin(Setup("xiangqi4"))
    while not hands.world.app.words.startswith("Black 14/28"):
        hands.press("ok")
    assert "p6 p8 p10 p12 p14" in hands.world.app.words


def test_only_what_was_put_so_far_is_drawn(begin: Begin) -> None:
    hands = begin(GAME)
    view = hands.world.view
    assert isinstance(view, SetUpView)
    assert {piece.seat for piece in view.placed} == {0}
    assert {piece.seat for piece in view.layout.pieces} == {0, 1}


def test_right_says_that_all_pieces_stand(begin: Begin) -> None:
    hands = begin(GAME)
    hands.press("right")
    assert isinstance(hands.world.view, ChooseView)


def test_back_leads_to_the_pieces_before_and_then_to_the_menu_which_skips_nothing(
    begin: Begin,
) -> None:
    hands = begin(GAME)
    first = words(hands)
    hands.press("ok")
    second = words(hands)
    take_in_menu(hands, "Resume")
    assert words(hands) == second
    hands.press("back")
    assert words(hands) == first
    hands.press("back")
    assert words(hands).startswith("Menu")
    hands.press("back")
    assert words(hands) == first


def test_a_game_that_is_left_while_it_is_set_up_goes_on_there(begin: Begin) -> None:
    hands = begin(GAME)
    hands.press("ok")
    before = words(hands)
    take_in_menu(hands, "Save and leave")
    take(hands, "Resume: Squadro")
    assert words(hands) == before


def test_a_game_that_begins_with_all_pieces_in_hand_needs_no_setting_up(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    assert "Throw the dice" in hands.world.app.words


def test_hands_set_up_by_themselves_before_they_play(begin: Begin) -> None:
    hands = begin(GAME)
    hands.play("A3:0-2")
    assert str(hands.state) == "1 0,0,2,0,0/0,0,0,0,0"


def test_a_resignation_before_the_board_is_set_up_is_saved_as_the_end(begin: Begin) -> None:
    hands = begin(GAME)
    take_in_menu(hands, "Resign")
    hands.press("ok")  # White resigns
    hands.press("ok")  # yes
    assert words(hands).startswith("Game over")
    assert hands.world.app.table.game.playing.is_end_recorded


@pytest.mark.parametrize("name", games.names())
def test_a_new_game_says_that_the_board_of_the_one_before_is_to_be_cleared(name: str) -> None:
    state = states(name)[len(states(name)) // 2]
    stage = Stage(name, state)
    stage.table.run(BeginGame(stage.table.game.playing.setup))
    assert "Clear the board first" in str(stage.frame.notice)


@pytest.mark.parametrize("name", games.names())
def test_an_empty_board_is_not_to_be_cleared(name: str) -> None:
    stage = Stage(name)
    stage.table.run(BeginGame(Setup(name, first=0)))
    assert stage.frame.notice is None


def test_what_was_not_yet_set_up_is_not_to_be_cleared_and_what_was_left_is() -> None:
    stage = Stage("squadro")
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    assert stage.frame.notice is None
    stage.follow()
    stage.table.run(LeaveGame("anew"))
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    assert str(stage.frame.notice) == str(Message.of("Clear the board first"))
