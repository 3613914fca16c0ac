"""Before the first turn the screen leads the hands through setting the board up."""

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import SetUpView
from firmware_host.session.setup import Setup
from tests.table import Begin

GAME = Setup("squadro")


def test_the_pieces_are_put_on_the_board_seat_by_seat(begin: Begin) -> None:
    hands = begin(GAME)
    assert hands.world.app.words == "White 1/2 Set up b1 c1 d1 e1 f1 OK: done Back: skip"
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


def test_back_skips_the_rest(begin: Begin) -> None:
    hands = begin(GAME)
    hands.press("back")
    assert isinstance(hands.world.view, ChooseView)


def test_a_game_that_begins_with_all_pieces_in_hand_needs_no_setting_up(begin: Begin) -> None:
    hands = begin(Setup("thaayam"))
    assert "Throw the dice" in hands.world.app.words


def test_hands_set_up_by_themselves_before_they_play(begin: Begin) -> None:
    hands = begin(GAME)
    hands.play("A3:0-2")
    assert str(hands.state) == "1 0,0,2,0,0/0,0,0,0,0"
