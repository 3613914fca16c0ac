"""The board does not match: told by keys, put right from either side. Throws and moves too."""

from dataclasses import replace

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.repair import CompareView, FindingView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.effects import Prefer
from games.actions import Step, carry_out
from games.equipment import OFF
from tests.people.comparing import MATCH
from tests.table import Begin, put, take, take_in_menu, words

TWO = Setup("thaayam", {"seats": 2})
SQUADRO = Setup("squadro")


def squadro(begin: Begin) -> Hands:
    hands = begin(SQUADRO)
    hands.follow()
    return hands


def stray(hands: Hands, origin: str, target: str) -> None:
    """Somebody carries a piece elsewhere, and nobody notices."""
    board = hands.world.board
    piece = next(each for each in board.pieces if each.place == origin)
    moved = replace(piece, place=target, count=1)
    step = Step("move", replace(piece, count=1), origin, target, moved)
    board.pieces = carry_out(board.pieces, [step])


def press(hands: Hands, *keys: str) -> str:
    for key in keys:
        hands.press(key)
    return words(hands)


def point(hands: Hands) -> str | None:
    view = hands.world.view
    assert isinstance(view, FindingView)
    return view.point


def go(hands: Hands, target: str) -> None:
    """Arrow by arrow, in the direction where ``target`` lies."""
    board = hands.world.app.table.game.playing.game.board
    while (here := point(hands)) != target:
        assert here is not None
        if board[here].y != board[target].y:
            hands.press("up" if board[target].y > board[here].y else "down")
        else:
            hands.press("right" if board[target].x > board[here].x else "left")


def tell(hands: Hands, *points: str) -> str:
    """Go through the menu, take the first that is offered for each of ``points``, and finish."""
    take_in_menu(hands, MATCH)
    hands.press("up")
    for each in points:
        go(hands, each)
        press(hands, "ok", "ok")
    return press(hands, "back", "ok")


def test_a_board_that_is_as_the_picture_needs_one_press(begin: Begin) -> None:
    hands = squadro(begin)
    take_in_menu(hands, MATCH)
    assert words(hands) == "Check Does your board match? OK: yes ▲▼: fix it Back: leave"
    assert "The board matches" in press(hands, "ok")
    assert isinstance(hands.world.view, ChooseView)


def test_what_is_under_the_cursor_is_said_and_changed(begin: Begin) -> None:
    hands = squadro(begin)
    take_in_menu(hands, MATCH)
    hands.press("up")
    go(hands, "b3")
    assert words(hands).startswith("b3 empty")
    assert press(hands, "ok").startswith("b3 white, up")
    assert press(hands, "up").startswith("b3 white, down")
    assert press(hands, "back").startswith("b3 empty")


def test_a_piece_on_a_wrong_point_is_led_back(begin: Begin) -> None:
    hands = squadro(begin)
    stray(hands, "b1", "b2")
    assert tell(hands, "b1", "b2").startswith("What should change? Change the pieces")
    hands.press("ok")
    view = hands.world.view
    assert isinstance(view, HandStepView)
    assert (view.step.origin, view.step.target, view.why) == ("b2", "b1", "repair")
    assert words(hands).startswith("Fix board Move white b2 to b1")
    hands.follow()
    assert hands.world.board.pieces == hands.state.pieces()


def test_the_acts_are_numbered_one_a_screen(begin: Begin) -> None:
    hands = squadro(begin)
    stray(hands, "b1", "b2")
    stray(hands, "c1", "c2")
    tell(hands, "b1", "b2", "c1", "c2")
    assert "1 of 2" in press(hands, "ok")
    assert "2 of 2" in press(hands, "ok")


def test_a_board_that_is_right_becomes_the_position(begin: Begin) -> None:
    hands = squadro(begin)
    stray(hands, "b1", "b2")
    tell(hands, "b1", "b2")
    press(hands, "down", "ok")
    assert str(hands.state) == "0 1,0,0,0,0/0,0,0,0,0"
    assert hands.world.board.pieces == hands.state.pieces()
    hands.undo()
    assert str(hands.state) == "0 0,0,0,0,0/0,0,0,0,0"
    assert hands.world.board.pieces == hands.state.pieces()


def test_a_board_that_cannot_be_right_is_refused_with_the_reason(begin: Begin) -> None:
    hands = squadro(begin)
    stray(hands, "b1", "c2")
    tell(hands, "b1", "c2")
    assert "white" in press(hands, "down", "ok")
    assert press(hands, "ok").startswith("What should change?")
    press(hands, "up", "ok")
    hands.follow()
    assert hands.world.board.pieces == hands.state.pieces()


def test_more_pieces_than_there_are_is_said_and_asked_again(begin: Begin) -> None:
    hands = squadro(begin)
    told = tell(hands, "b2")
    assert "you entered 6, the game has 5" in told
    press(hands, "ok")
    assert isinstance(hands.world.view, CompareView)


def test_a_large_board_is_compared_region_by_region_then_what_lies_beside(begin: Begin) -> None:
    hands = begin(Setup("xiangqi4"))
    hands.follow()
    take_in_menu(hands, MATCH)
    assert "1 of 5" in words(hands)
    assert "2 of 5" in press(hands, "ok")
    assert "1 of 5" in press(hands, "back")


def test_what_lies_beside_the_board_is_told_too(begin: Begin) -> None:
    hands = begin(TWO)
    stray(hands, "hand", OFF)
    take_in_menu(hands, MATCH)
    assert press(hands, "ok").startswith("Check 2 of 2")
    assert press(hands, "up").startswith("Beside 4 white: hand")
    assert "white: off" in press(hands, "ok")
    press(hands, "ok", "back", "ok", "ok")
    assert words(hands).startswith("Fix board Move white off to hand")


def test_acts_that_were_all_done_without_telling_need_no_question(begin: Begin) -> None:
    hands = squadro(begin)
    press(hands, "ok")
    if isinstance(hands.world.view, ChooseView):
        press(hands, "ok")
    view = hands.world.view
    assert isinstance(view, HandStepView)
    hands.world.board.obey(view)
    step = view.step
    told = tell(hands, step.origin, step.target)
    assert "The board matches" in told
    assert hands.world.app.table.game.playing.hand_steps.due == ()


def test_correcting_a_throw_sets_it_anew_and_says_what_falls_away(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("4")
    hands.throw("2")
    take_in_menu(hands, "Correct the throw")
    assert words(hands).startswith("White Correct it 2 ◀▶ 4 [2]")
    typed = press(hands, "left", "down")
    assert typed.startswith("White Correct it 3 ◀▶ [4] 2")
    assert "Later throws were removed" in press(hands, "ok")
    assert [str(throw) for throw in hands.world.app.table.game.playing.unplayed_throws()] == ["3"]


def test_another_throw_is_corrected_only_after_the_first_is_used_or_discarded(
    begin: Begin,
) -> None:
    hands = begin(TWO)
    hands.throw("4")
    hands.throw("2")
    take_in_menu(hands, "Correct the throw")
    assert press(hands, "down", "left").endswith("Discard changes? OK: yes, back: no")
    assert press(hands, "back").startswith("White Correct it 1 ◀▶ 4 [2]")
    assert press(hands, "left", "ok").startswith("White Correct it 4 ◀▶ [4] 2")


def test_a_tray_that_is_not_in_use_corrects_no_throw(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("4")
    hands.world.app.table.run(Prefer({"dice": "machine"}, for_good=False))
    take_in_menu(hands, "Correct the throw")
    hands.world.pi.throw((1, 1, 0, 0), [die.faces for die in hands.state.game.dice])
    hands.world.run_for(3.0)
    assert words(hands).startswith("White Correct it 4")


def test_of_many_throws_the_one_that_is_set_anew_is_shown_with_its_neighbours(
    begin: Begin,
) -> None:
    hands = begin(TWO)
    for throw in ("1", "4", "8", "4", "8"):
        hands.throw(throw)
    hands.look_up()
    take_in_menu(hands, "Correct the throw")
    assert "◀▶ …4 [8]" in words(hands)
    assert "◀▶ …8 [4] 8" in press(hands, "left")
    assert "◀▶ 1 [4] 8…" in press(hands, "left", "left")


def test_another_move_leads_straight_from_the_first_to_the_second(begin: Begin) -> None:
    hands = begin(TWO)
    put(hands, "0 move 4,0,0,0/0,0,0,0 1,3 - -")
    first, second = [str(move) for move in hands.state.legal_moves()][:2]
    hands.play(first)
    take_in_menu(hands, "Change my last move")
    hands.play(second)
    assert hands.world.board.pieces == hands.state.pieces()
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == [second]


def test_leaving_the_question_leads_back_to_the_comparison(begin: Begin) -> None:
    hands = squadro(begin)
    tell(hands, "b1")
    take(hands, "Check again")
    assert words(hands).startswith("Check")
    assert "Discard changes?" in press(hands, "back")
    assert press(hands, "back").startswith("Check")
    assert press(hands, "back", "ok").startswith("Menu")
