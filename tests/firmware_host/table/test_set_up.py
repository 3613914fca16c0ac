"""Before the first turn the screen leads the hands through setting the board up."""

import pytest

import games
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import ClearBoardView, GroupView
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.table.effects import BeginGame, LeaveGame
from firmware_host.text.translator import Language
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
    assert isinstance(view, GroupView)
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
    view = stage.frame.view
    assert isinstance(view, ClearBoardView)
    stands = {piece.place for piece in state.pieces() if piece.place in state.game.board}
    begins = {piece.place for piece in states(name)[0].pieces()}
    assert {piece.place for piece in view.layout.pieces} == stands
    assert stands - begins <= {*view.wrong} <= stands
    stage.press("ok")
    assert not isinstance(stage.frame.view, ClearBoardView)
    stage.follow()
    assert stage.table.game.groups_placed is None


def test_pieces_that_stand_right_already_stay_and_are_not_set_up_again() -> None:
    stage = Stage("squadro", games.load("squadro").state("0 0,2,0,0,0/0,0,0,0,0"))
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    view = stage.frame.view
    assert isinstance(view, ClearBoardView)
    assert view.wrong == ("c3",)
    group = stage.press("ok").view
    assert isinstance(group, GroupView)
    assert [piece.place for piece in group.group] == ["c1"]
    assert len(group.placed) == len(group.layout.pieces)
    stage.press("ok")
    assert isinstance(stage.frame.view, ChooseView)


def test_where_much_stands_wrong_all_pieces_leave_the_board() -> None:
    stage = Stage("squadro", games.load("squadro").state("0 3,1,2,1,3/1,1,2,0,0"))
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    view = stage.frame.view
    assert isinstance(view, ClearBoardView)
    assert len(view.wrong) == 10
    assert "Take all pieces off" in Language("en").heading(view.spoken[1])
    group = stage.press("ok").view
    assert isinstance(group, GroupView)
    assert len(group.placed) == 5


def test_a_board_on_which_all_pieces_stand_right_needs_no_key() -> None:
    stage = Stage("squadro", games.load("squadro").start(0))
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    assert isinstance(stage.frame.view, ChooseView)


def test_right_says_that_the_board_is_cleared_and_set_up() -> None:
    stage = Stage("squadro", games.load("squadro").state("0 3,2,0,0,0/0,0,0,0,0"))
    stage.table.run(BeginGame(Setup("squadro", first=0)))
    stage.press("right")
    assert isinstance(stage.frame.view, ChooseView)


def test_the_board_of_another_game_is_cleared_as_a_whole() -> None:
    stage = Stage("squadro", games.load("squadro").state("0 3,2,0,0,0/0,0,0,0,0"))
    stage.table.game.catalogue = games
    stage.table.run(BeginGame(Setup("thaayam", {"seats": 2}, 0)))
    view = stage.frame.view
    assert isinstance(view, ClearBoardView)
    assert len(view.wrong) == 10
    assert "Take all pieces off" in str(view.spoken[1])
    stage.press("ok")
    assert isinstance(stage.frame.view, ThrowView)


@pytest.mark.parametrize("name", games.names())
def test_an_empty_board_is_not_to_be_cleared(name: str) -> None:
    stage = Stage(name)
    stage.table.run(BeginGame(Setup(name, first=0)))
    assert not isinstance(stage.frame.view, ClearBoardView)


def test_what_was_not_yet_set_up_is_not_to_be_cleared_and_what_was_left_is() -> None:
    moved = games.load("squadro").state("0 3,2,0,0,0/0,0,0,0,0")
    stage = Stage("squadro")
    for _ in range(2):
        stage.table.run(BeginGame(Setup("squadro", first=0)))
        assert isinstance(stage.frame.view, GroupView)
    stage.follow()
    stage.table.game.playing.states[-1] = moved
    stage.table.run(LeaveGame("anew"), BeginGame(Setup("squadro", first=0)))
    assert isinstance(stage.frame.view, ClearBoardView)
