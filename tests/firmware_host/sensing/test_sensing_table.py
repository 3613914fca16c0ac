"""A sensing board at the table: what lifts and puts do, one situation at a time."""

import pytest

from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.repair import BoardDiffersView, CompareView
from firmware_host.session.seats import Player
from firmware_host.session.setup import Setup
from firmware_host.table.device import Device
from firmware_host.table.effects import ShowHelp
from firmware_host.table.scenes.guide import SetUpBoard
from games.actions import Move
from hardware.board import BoardEvent
from hardware.dice.tray import DiceEvent
from hardware.input.edges import KeyEvent
from tests import toy
from tests.lifts import SensingTable
from tests.table import set_context

CAPTURE = "0 move 4,0,0,0/15,0,0,0 3 - -"
STACKS = "0 move 5,5,4,4/15,0,0,0 2,3 - -"
THROW = "0 throw 4,0,0,0/15,0,0,0 - 1 -"
LAST_RUN = "0 8,1,8,9,9/9,9,2,7,3"
THAAYAM = Setup("thaayam", {"seats": 2})
RED_A1_C3_BLACK_D4 = "0.........0....1"


def tongs(stones: str = RED_A1_C3_BLACK_D4) -> SensingTable:
    """Hand back a position of the toy game with no stones in hand: ``stones`` from a1."""
    return SensingTable(Setup("tongs"), f"0 {stones} 0/0 0/0 0", toy)


def thaayam(position: str = CAPTURE) -> SensingTable:
    return SensingTable(THAAYAM, position)


def squadro(*players: Player) -> SensingTable:
    return SensingTable(Setup("squadro", {}, 0, players))


# Moves


def test_a_move_made_on_the_board_counts_with_all_its_steps_when_the_hands_rest() -> None:
    table = tongs()
    table.move("a1", "a2")
    table.wait(0.65)
    assert table.actions == []
    table.wait(0.1)
    assert table.actions == ["a1-a2"]
    assert table.records[1:] == [{"do": "a1-a2"}, {"act": 1}]
    assert "Seen: a1 → a2" in table.words
    assert table.agrees


def test_a_table_without_lights_lights_nothing() -> None:
    table = tongs()
    set_context(table.table, device=Device(has_lights=False))
    table.lift("c3")
    assert len(chooser_moves(table)) == 4
    assert table.table.lit_fields == {}


def test_a_lifted_piece_shows_where_it_can_go_until_it_is_put_back() -> None:
    table = tongs()
    table.lift("c3")
    assert {str(move) for move in chooser_moves(table)} == {"c3-b3", "c3-d3", "c3-c2", "c3-c4"}
    assert table.table.lit_fields == dict.fromkeys([(1, 2), (3, 2), (2, 1), (2, 3)], "to")
    table.put("c3")
    assert len(chooser_moves(table)) == 6
    assert table.table.lit_fields == {}
    table.wait(20)
    assert table.actions == []


def chooser_moves(table: SensingTable) -> tuple[Move, ...]:
    view = table.table.frame.view
    assert isinstance(view, ChooseView), table.words
    return view.all_moves


def test_a_piece_that_is_slid_over_points_is_not_put_there() -> None:
    table = squadro()
    table.lift("b1")
    for point in ("b2", "b3"):
        table.put(point)
        table.lift(point)
    table.put("b4")
    table.wait(0.7)
    assert table.actions == ["A1:0-3"]


def test_a_short_stop_on_the_way_is_no_move() -> None:
    table = tongs()
    table.move("c3", "c2")
    table.wait(0.5)
    table.move("c2", "c4")
    table.wait(0.7)
    assert table.actions == ["c3-c4"]


@pytest.mark.parametrize("lifted", [("e5", "e2"), ("e2", "e5")])
def test_the_captured_piece_is_taken_off_first_or_last(lifted: tuple[str, str]) -> None:
    table = thaayam()
    table.lift(*lifted)
    table.put("e5")
    table.wait(0.7)
    assert table.actions == ["3:e2-e5x"]
    assert table.table.game.playing.hand_steps.remaining == ()


def test_the_screen_asks_about_a_capture_that_was_not_seen() -> None:
    table = thaayam()
    table.lift("e2")
    table.wait(1.9)
    assert "This move?" not in table.words
    table.wait(0.2)
    assert "This move? play: 3 e2 → e5 (3)" in table.words
    assert "captures 1 red" in table.words
    table.wait(30)
    assert table.actions == []
    table.press("ok")
    assert table.actions == ["3:e2-e5x"]
    assert table.table.game.playing.hand_steps.remaining == ()


def test_a_key_that_was_meant_for_the_screen_before_does_not_answer_the_question() -> None:
    table = thaayam()
    table.lift("e2")
    while "This move?" not in table.words:
        table.wait(0.1)
    table.table.handle(KeyEvent("ok", "press"), table.now)
    table.wait(1)
    assert table.actions == []
    table.press("ok")
    assert table.actions == ["3:e2-e5x"]


def test_the_screen_asks_which_of_two_moves_that_look_alike_was_made() -> None:
    table = thaayam(STACKS)
    alike = {"3:e2-e5x", "2:e3-e5x"}
    assert alike <= {str(move) for move in table.table.game.playing.state.legal_moves()}
    table.lift("e5")
    table.put("e5")
    table.wait(30)
    assert table.actions == []
    assert {str(move) for move in chooser_moves(table)} == alike
    assert "This move?" in table.words
    table.press("back")
    assert len(chooser_moves(table)) > 2


def test_a_piece_on_its_way_home_may_still_be_in_the_hand() -> None:
    table = SensingTable(Setup("squadro"), LAST_RUN)
    home = next(
        m for m in table.table.game.playing.state.legal_moves() if m.steps[0].target == "off"
    )
    table.lift(home.steps[0].origin)
    table.wait(30)
    assert table.actions == []
    table.press("ok")
    assert table.actions == [str(home)]


def test_a_piece_that_is_knocked_over_and_put_back_changes_nothing() -> None:
    table = thaayam()
    table.lift("e2", "e5")
    table.put("e5")
    assert "e2 → e5" in table.words
    table.wait(0.7)
    assert table.actions == ["3:e2-e5x"]


def test_a_piece_that_fell_during_a_move_is_put_back_and_the_move_counts() -> None:
    table = tongs()
    table.lift("c3", "d4")
    table.put("c4")
    table.wait(1)
    assert table.actions == []
    table.put("d4")
    table.wait(0.7)
    assert table.actions == ["c3-c4"]


def test_the_next_player_need_not_wait() -> None:
    table = tongs()
    table.move("c3", "c4")
    table.lift("d4")
    assert table.actions == ["c3-c4"]
    table.put("d3")
    table.wait(0.7)
    assert table.actions == ["c3-c4", "d4-d3"]


def test_a_move_picked_by_keys_is_followed_on_the_board() -> None:
    table = thaayam()
    table.press("ok")
    assert table.scene == "Guide"
    table.lift("e5")
    table.wait(0.8)
    assert "Move white e2 to e5" in table.words
    table.move("e2", "e5")
    table.wait(0.8)
    assert table.table.game.playing.hand_steps.remaining == ()


@pytest.mark.parametrize("lifted", [("e5", "e2"), ("e2", "e5")])
def test_fast_hands_confirm_several_steps_at_once(
    lifted: tuple[str, str],
) -> None:
    table = thaayam()
    table.press("ok")
    table.lift(*lifted)
    table.put("e5")
    table.wait(0.8)
    assert table.table.game.playing.hand_steps.remaining == ()
    assert table.records[-1] == {"act": 2}


def test_a_step_that_was_not_seen_waits_for_a_key() -> None:
    table = thaayam()
    table.press("ok")
    table.lift("e2")
    table.wait(30)
    assert "1 of 2 Return the red piece from e5" in table.words
    table.press("ok")
    table.wait(0.8)
    assert table.table.game.playing.hand_steps.remaining == ()


def test_touches_during_a_help_text_count_when_it_is_closed() -> None:
    table = tongs()
    table.press("menu", "back")
    table.table.run(ShowHelp())
    table.lift("c3")
    assert table.scene == "TextPage"
    table.press("ok")
    assert len(chooser_moves(table)) == 4


def test_a_table_without_a_sensing_board_waits_for_keys_only() -> None:
    table = tongs()
    table.unplug()
    table.wait(10)
    assert table.table.deadline is None
    assert table.table.lit_fields == {}


# Errors


def test_a_wrong_put_is_reported_at_once_with_its_reason_and_the_way_back() -> None:
    table = tongs()
    table.move("c3", "a3")
    table.wait(0.35)
    assert isinstance(table.table.frame.view, ChooseView)
    table.wait(0.1)
    assert "Put back: a3 to c3" in table.words
    assert "From c3 the piece goes to d3, c4, b3, c2, not to a3" in table.words
    table.wait(600)
    assert "From c3 the piece goes to d3, c4, b3, c2, not to a3" in table.words
    table.press("ok")
    view = table.table.frame.view
    assert isinstance(view, BoardDiffersView)
    assert (view.missing, view.surplus) == (("c3",), ("a3",))
    assert "No match Put back: a3 to c3" in table.words
    table.press("hint")
    assert "From c3 the piece goes to" in table.words
    table.wait(600)
    assert "From c3 the piece goes to" in table.words


def test_another_wrong_put_has_its_own_reason() -> None:
    table = tongs()
    table.move("c3", "a3")
    table.wait(1)
    table.press("ok")
    table.move("a3", "a4")
    table.wait(1)
    assert "not to a4" in table.words


@pytest.mark.parametrize("key", ["ok", "back"])
def test_a_key_closes_the_reason_and_does_nothing_else(key: str) -> None:
    table = tongs()
    table.move("c3", "a3")
    table.wait(1)
    assert "OK: close" in table.words
    table.press(key)
    assert "No match Put back: a3 to c3" in table.words
    table.press("ok")
    assert isinstance(table.table.frame.view, ChooseView)


def test_when_the_piece_is_lifted_again_the_screen_goes_on() -> None:
    table = tongs()
    table.move("c3", "a3")
    table.wait(1)
    table.lift("a3")
    assert {str(move) for move in chooser_moves(table)} == {"c3-b3", "c3-d3", "c3-c2", "c3-c4"}
    table.put("c2")
    table.wait(0.7)
    assert table.actions == ["c3-c2"]


def test_the_piece_of_another_seat_may_not_be_moved() -> None:
    table = thaayam()
    table.move("e5", "d5")
    table.wait(0.5)
    assert "Put back: d5 to e5" in table.words


def test_an_arrow_starts_to_compare_with_the_points_that_differ_filled_in() -> None:
    table = tongs()
    table.move("c3", "a3")
    table.wait(5)
    table.press("up")
    view = table.table.frame.view
    assert isinstance(view, CompareView)
    assert view.points == ("a3", "c3")
    standing = {piece.place: piece.seat for piece in view.layout.pieces}
    assert standing["a3"] == 0
    assert "c3" not in standing
    table.press("ok")
    table.press("ok")
    assert table.words.startswith("What should change?")
    table.press("ok")
    assert "c3" in table.words
    table.move("a3", "c3")
    table.wait(2)
    assert isinstance(table.table.frame.view, ChooseView)


def test_a_board_that_is_corrected_during_the_comparison_ends_it() -> None:
    table = tongs()
    table.move("c3", "a3")
    table.wait(5)
    table.press("up")
    assert isinstance(table.table.frame.view, CompareView)
    table.lift("a3")
    assert isinstance(table.table.frame.view, CompareView)
    table.put("c3")
    assert isinstance(table.table.frame.view, ChooseView)
    assert "The board matches" in table.words


def test_a_piece_that_was_knocked_over_is_reported_after_a_while() -> None:
    table = tongs()
    table.lift("d4")
    table.wait(2.9)
    assert table.scene == "Choose"
    table.wait(0.2)
    assert "Missing: d4" in table.words
    assert table.table.lit_fields == {(3, 3): "wrong"}
    table.put("d4")
    assert table.scene == "Choose"


def test_a_piece_between_two_points_that_both_see_it_belongs_in_the_middle_of_one() -> None:
    table = tongs()
    table.lift("c3")
    table.put("c2", "c1")
    table.wait(0.5)
    assert "Put it in the middle of a square" in table.words
    table.lift("c1")
    table.wait(0.7)
    assert table.actions == ["c3-c2"]


def test_a_piece_between_two_points_that_neither_sees_is_reported() -> None:
    table = tongs()
    table.lift("c3")
    table.wait(5.9)
    assert "on no point now" not in table.words
    table.wait(0.2)
    assert "Piece from c3: put it down" in table.words
    table.wait(20)
    assert table.scene == "Choose"
    table.put("c2")
    table.wait(0.7)
    assert table.actions == ["c3-c2"]


def test_an_ignored_point_is_not_reported_again_until_it_changes() -> None:
    table = tongs()
    table.lift("d4")
    table.wait(3.1)
    table.press("ok")
    assert table.scene == "Choose"
    table.wait(10)
    assert table.scene == "Choose"
    table.move("c3", "c2")
    table.wait(0.7)
    assert table.actions == ["c3-c2"]


def test_an_undone_move_is_reversed_on_the_board() -> None:
    table = thaayam()
    table.lift("e5", "e2")
    table.put("e5")
    table.wait(1)
    table.table.handle(KeyEvent("left", "hold"), table.now)
    assert isinstance(table.table.frame.view, HandStepView)
    table.lift("e5")
    table.put("e5", "e2")
    table.wait(0.8)
    assert table.actions == []
    assert table.scene == "Choose"


# A machine's moves


def test_a_machines_move_is_confirmed_when_it_is_seen() -> None:
    table = squadro("friend")
    step = table.table.game.playing.hand_steps.remaining[0]
    table.move(step.origin, step.target)
    table.wait(0.8)
    assert table.table.game.playing.hand_steps.remaining == ()
    assert table.scene == "Choose"


def test_a_wrong_put_during_guidance_is_reported() -> None:
    table = squadro("friend")
    step = table.table.game.playing.hand_steps.remaining[0]
    table.move(step.origin, "d4")
    table.wait(0.5)
    assert f"Put back: d4 to {step.origin}" in table.words
    table.move("d4", step.target)
    table.wait(0.8)
    assert table.scene == "Choose"


# Between moves


def test_a_board_that_differs_while_a_throw_is_awaited_is_reported() -> None:
    table = thaayam(THROW)
    table.move("e5", "d5")
    table.wait(2.9)
    assert table.scene == "AwaitThrow"
    table.wait(0.2)
    assert "Put back: d5 to e5" in table.words
    table.table.handle(DiceEvent("lifted"), table.now)
    assert table.scene == "AwaitThrow"


def test_pieces_are_set_up_without_a_key() -> None:
    setup = Setup("squadro")
    every = SensingTable(setup).occupied
    table = SensingTable(setup, empty=every)
    scene = table.table.scene
    assert isinstance(scene, SetUpBoard)
    first, second = scene.groups
    table.put(*(piece.place for piece in first))
    table.wait(0.8)
    assert table.table.scene == SetUpBoard(scene.groups, 1)
    assert len(table.table.lit_fields) == len(second)
    table.put(*(piece.place for piece in second))
    table.wait(0.8)
    assert table.scene == "Choose"


def test_a_board_that_is_connected_late_is_compared() -> None:
    table = tongs()
    table.unplug()
    table.occupied.remove("d4")
    table.wait(10)
    table.plug()
    table.wait(2.9)
    assert table.scene == "Choose"
    table.wait(0.2)
    assert "Missing: d4" in table.words


def test_a_board_too_small_for_the_game_is_not_used_and_says_so() -> None:
    table = tongs()
    table.table.plug_board((3, 4), {(0, 0)}, table.now)
    assert "The 3x4 board is too small: 4x4 is needed" in table.words
    table.wait(10)
    table.table.handle(BoardEvent("put", 1, 1), table.now)
    table.wait(10)
    assert table.scene == "Choose"


def test_after_a_board_is_disconnected_the_keys_still_work() -> None:
    table = tongs()
    table.lift("c3")
    table.unplug()
    assert len(chooser_moves(table)) == 6
    table.wait(60)
    assert table.scene == "Choose"
