"""What the table tells those who ask: where they can go, what is good, what was moved, why not."""

import pytest

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.moves import LastMoveView, PassView, SuggestView, WhyNotView
from firmware_host.screens.notes import NoteView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import HOLD_SECONDS, Hands, check_board
from firmware_host.table.scene import Cover
from firmware_host.table.scenes.why_not import AskWhy, can_ask
from games.equipment import HAND, OFF
from tests.table import Begin, put, words

THAAYAM, SQUADRO, CAMPS = Setup("thaayam", {"seats": 2}), Setup("squadro"), Setup("xiangqi4")
CAPTURE_OR_NOT = "0 move 4,1,0,0/15,0,0,0 3 - -"
STUCK = "0 move 24,0,0,0/0,0,0,0 2,3 - -"


def press(hands: Hands, *keys: str) -> None:
    for key in keys:
        hands.press(key)


def asked_why(hands: Hands) -> WhyNotView:
    """Begin to ask why not, and return what is seen."""
    table = hands.world.app.table
    table.run(Cover(AskWhy.of(table.game.playing)))
    hands.world.app.redraw()
    hands.world.run_for(0.001)
    return why_view(hands)


def why_view(hands: Hands) -> WhyNotView:
    view = hands.world.view
    assert isinstance(view, WhyNotView)
    return view


def point_at(hands: Hands, place: str) -> None:
    """Work the arrows until ``place`` is under the cursor, then press OK."""
    board = hands.world.app.table.game.playing.game.board
    for _ in range(60):
        here = why_view(hands).place
        if here == place:
            break
        if place in board and here in board:
            dx, dy = board[place].x - board[here].x, board[place].y - board[here].y
            hands.press(("right" if dx > 0 else "left") if dx else "up" if dy > 0 else "down")
        else:
            hands.press("up" if place in board else "down" if here in board else "left")
    assert why_view(hands).place == place
    hands.press("ok")


def test_hint_shows_where_the_seat_can_go_then_advises_then_is_silent(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    before = hands.world.view
    assert isinstance(before, ChooseView)
    assert not before.targets_shown
    hands.press("hint")
    shown = hands.world.view
    assert isinstance(shown, ChooseView)
    assert shown.targets_shown
    assert words(hands).endswith("OK: choose Back: menu")
    hands.press("hint")
    advised = hands.world.view
    assert isinstance(advised, SuggestView)
    assert (str(advised.move), str(advised.reason)) == ("3:e2-e5x", "captures 1")
    assert words(hands) == "Hint Captures 1 e2 → e5 (3) captures 1 red OK: choose Back: no"
    hands.press("hint")
    assert hands.world.view == before


def test_advice_is_taken_with_ok_and_carried_out(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    press(hands, "hint", "hint", "ok")
    assert isinstance(hands.world.view, HandStepView)
    hands.follow()
    check_board(hands)
    assert str(hands.world.app.table.game.playing.actions[-1]) == "3:e2-e5x"


@pytest.mark.parametrize("key", ["back", "left", "up"])
def test_advice_is_left_with_any_other_key_and_nothing_is_lost(begin: Begin, key: str) -> None:
    hands = begin(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    before = hands.world.view
    press(hands, "hint", "hint", key)
    assert hands.world.view == before


def test_what_was_picked_before_asking_for_advice_stays_picked(begin: Begin) -> None:
    hands = begin(CAMPS)
    hands.follow()
    press(hands, "left", "left", "ok")
    before = hands.world.view
    assert isinstance(before, ChooseView)
    assert before.picked
    press(hands, "hint", "hint")
    assert "Hint" in words(hands)
    hands.press("back")
    assert hands.world.view == before


def test_holding_hint_shows_the_last_move_from_any_scene_and_any_key_goes_back(
    begin: Begin,
) -> None:
    hands = begin(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    hands.play("3:e2-e5x")
    before = hands.world.view
    assert before.awaited == "throw"
    hands.press("hint", HOLD_SECONDS)
    shown = hands.world.view
    assert isinstance(shown, LastMoveView)
    assert words(hands) == "Last move White e2 → e5 (3) captures 1 red OK: continue"
    assert [piece.place for piece in shown.layout.pieces if piece.seat == 1] == ["e5", "hand"]
    hands.press("up")
    assert hands.world.view == before
    hands.press("menu")
    press_and_back = hands.world.view
    hands.press("hint", HOLD_SECONDS)
    assert isinstance(hands.world.view, LastMoveView)
    hands.press("ok")
    assert hands.world.view == press_and_back


def test_before_the_first_move_holding_hint_says_that_there_was_none(begin: Begin) -> None:
    hands = begin(THAAYAM)
    hands.press("hint", HOLD_SECONDS)
    assert "No move has been made yet" in words(hands)


def test_a_throw_closes_the_last_move_and_counts(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    hands.play("3:e2-e5x")
    hands.press("hint", HOLD_SECONDS)
    hands.world.pi.throw((1, 0, 0, 0), [(0, 1)] * 4)
    hands.world.run_for(5)
    assert str(hands.world.app.table.game.playing.actions[-1]) == "1"


def test_pointing_at_a_piece_and_a_square_gets_the_reason(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    view = asked_why(hands)
    assert view.origin is None
    assert "Why not? Which piece?" in words(hands)
    point_at(hands, "d1")
    assert "Where to? d1 → d1" in words(hands)
    point_at(hands, "d4")
    assert isinstance(hands.world.view, NoteView)
    assert "Why not d1 → d4?" in words(hands)
    assert "Its dots take the piece on d1 to d3, not to d4" in words(hands)
    hands.press("ok")
    assert isinstance(hands.world.view, ChooseView)


def test_the_hint_key_brings_the_reason_again_and_then_the_targets(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    asked_why(hands)
    point_at(hands, "d1")
    point_at(hands, "d4")
    reason = words(hands)
    hands.press("ok")
    hands.press("right")
    hands.press("hint")
    assert words(hands) == reason
    hands.press("ok")
    hands.press("hint")
    view = hands.world.view
    assert isinstance(view, ChooseView)
    assert view.targets_shown


def test_a_reason_of_an_earlier_turn_does_not_come_again(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    asked_why(hands)
    point_at(hands, "d1")
    point_at(hands, "d4")
    hands.press("ok")
    hands.play("A3:0-2")
    hands.press("hint")
    view = hands.world.view
    assert isinstance(view, ChooseView)
    assert view.targets_shown


def test_a_move_that_is_allowed_is_said_to_be(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    asked_why(hands)
    point_at(hands, "d1")
    point_at(hands, "d3")
    assert "It can go there: choose the move with the arrows." in words(hands)


def test_the_square_on_which_the_piece_stands_is_no_answer(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    asked_why(hands)
    point_at(hands, "d1")
    hands.press("ok")
    assert "It stands here. Choose where it should go" in words(hands)
    assert why_view(hands).origin == "d1"


def test_pointing_at_nothing_of_ones_own_says_so_at_once(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    asked_why(hands)
    point_at(hands, "d4")
    hands.world.run_for(50)
    assert "No piece stands on d4" in words(hands), "it stays until a key is pressed"
    hands.press("ok")
    point_at(hands, "a4")
    assert "black" in words(hands)
    hands.press("ok")
    assert why_view(hands).origin is None


def test_asking_begins_on_the_piece_with_which_choosing_begins(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, CAPTURE_OR_NOT)
    assert asked_why(hands).place == "e2"
    put(hands, "0 move 0,0,0,0/0,0,0,0 1,3 - -")
    assert asked_why(hands).place == "hand"
    assert words(hands).startswith("Why not? Which piece? hand OK")


def test_back_asks_for_the_piece_again_and_then_leaves(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    before = hands.world.view
    asked_why(hands)
    point_at(hands, "d1")
    press(hands, "up", "back")
    assert (why_view(hands).origin, why_view(hands).place) == (None, "d1")
    hands.press("back")
    assert hands.world.view == before


def test_places_beside_the_board_can_be_pointed_at(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, "0 move 3,0,0,0/0,0,0,0 3 - -")
    asked_why(hands)
    point_at(hands, "hand")
    point_at(hands, "c1")
    assert "Only a 1 brings a piece in. You threw 3." in words(hands)


def test_arrows_reach_every_point_of_the_largest_board(begin: Begin) -> None:
    hands = begin(CAMPS)
    hands.follow()
    asked_why(hands)
    for corner in ("a6", "s14", "f19", "n1"):
        point_at(hands, corner)
        if isinstance(hands.world.view, NoteView):
            hands.press("ok")
    assert why_view(hands).origin == "n1"


def test_nobody_can_ask_why_not_while_a_throw_is_awaited_or_hands_are_busy(begin: Begin) -> None:
    hands = begin(THAAYAM)
    assert not can_ask(hands.world.app.table.game.playing)
    put(hands, CAPTURE_OR_NOT)
    assert can_ask(hands.world.app.table.game.playing)
    hands.press("ok")
    assert isinstance(hands.world.view, HandStepView)
    assert not can_ask(hands.world.app.table.game.playing)


@pytest.mark.parametrize("key", ["hint", "up", "down"])
def test_a_pass_says_why_and_tells_it_of_each_piece(begin: Begin, key: str) -> None:
    hands = begin(THAAYAM)
    put(hands, STUCK)
    assert words(hands) == "White No move No piece can play 2 3 OK: continue ▲▼: why? Back: menu"
    hands.press(key)
    said = words(hands)
    assert "- c2: from c2 exactly 1 leads into the fortress. You threw 2, 3." in said
    assert "- hand: only a 1 brings" in said
    hands.press("ok")
    assert isinstance(hands.world.view, PassView)


def test_where_no_throw_counts_the_pass_says_so(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, "0 move 0,0,0,0/0,0,0,0 - - -")
    hands.press("hint")
    assert "no throw counts before a 1" in words(hands)


def test_asking_begins_on_an_own_piece_in_a_turn_without_a_move(begin: Begin) -> None:
    hands = begin(THAAYAM)
    put(hands, "0 move 0,0,0,0/5,0,0,0 2 - -")
    assert asked_why(hands).place == HAND


def test_beside_the_board_is_offered_only_where_the_piece_could_lead(begin: Begin) -> None:
    hands = begin(SQUADRO)
    hands.follow()
    for text, piece, offered in (
        ("0 0,0,0,0,0/0,0,0,0,0", "b1", False),
        ("0 11,0,0,0,0/0,0,0,0,0", "b2", True),
    ):
        put(hands, text)
        asked_why(hands)
        point_at(hands, piece)
        scene = hands.world.app.table.scene
        assert isinstance(scene, AskWhy)
        assert (OFF in scene.places) is offered
