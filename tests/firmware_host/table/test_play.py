"""A table from pins to picture: what people see when they throw, choose, guide and take back."""

import pytest

import games
from firmware_host.screens.choose import ChooseView
from firmware_host.screens.hand_steps import HandStepView
from firmware_host.screens.moves import GameOverView, PassView
from firmware_host.screens.throw import ThrownView, ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Refused, check_board
from games.message import IllegalMove
from tests import toy
from tests.table import BARE_WIRING, Begin, OneGame, lines, put, take, take_in_menu, words

THAAYAM = OneGame("thaayam")

TWO = Setup("thaayam", {"seats": 2})
CAPTURE = "0 move 4,0,0,0/15,0,0,0 3 - -"


def test_a_throw_is_seen_lifted_rolling_provisional_and_settled(begin: Begin) -> None:
    hands = begin(TWO)
    seen = []
    end = hands.world.pi.throw((1, 1, 0, 0), [(0, 1)] * 4)
    for time in (0.12, end + 0.1, end + 0.3, end + 0.7):
        hands.world.run_until(time)
        view = hands.world.view
        seen.append(view.dice if isinstance(view, ThrowView) else type(view).__name__)
    assert seen == ["lifted", "rolling", "provisional", "ThrownView"]
    assert str(hands.state) == "0 move 0,0,0,0/0,0,0,0 - - -"


def test_a_throw_counts_that_comes_to_rest_under_the_help(begin: Begin) -> None:
    hands = begin(TWO)
    end = hands.world.pi.throw((1, 1, 0, 0), [(0, 1)] * 4)
    hands.world.run_until(end + 0.1)
    hands.press("hint")
    hands.world.run_until(end + 0.9)
    assert isinstance(hands.world.view, ThrownView)


def test_the_first_throw_of_a_series_is_shown_once(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("1")
    assert "so far" not in words(hands)
    hands.world.run_for(1.5)
    hands.throw("4")
    assert "so far: 1 4" in words(hands)


def test_a_knock_on_the_table_is_no_throw(begin: Begin) -> None:
    hands = begin(TWO)
    hands.world.pi.set_line("cup", True)
    hands.world.run_for(0.01)
    hands.world.pi.set_line("cup", False)
    hands.world.run_for(2)
    assert hands.state.is_chance
    assert str(hands.state) == str(games.load("thaayam", seats=2).start())


def test_a_throw_goes_on_by_itself_after_a_moment(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("1")
    thrown = hands.world.view
    assert isinstance(thrown, ThrownView)
    hands.world.run_for(1.5)
    assert isinstance(hands.world.view, ThrowView)
    assert "so far: 1" in words(hands)


def test_a_throw_can_be_set_by_hand_and_cancelled(begin: Begin) -> None:
    hands = begin(TWO)
    hands.press("up")
    hands.press("up")
    assert "Enter your throw 2" in words(hands)
    hands.press("back")
    assert "Throw the dice" in words(hands)
    hands.press("down")
    hands.press("ok")
    assert str(hands.state).endswith("- 8 -")


def test_a_key_pressed_as_the_screen_changes_by_itself_is_not_taken_for_the_next(
    begin: Begin,
) -> None:
    hands = begin(Setup("thaayam", {"seats": 2}, 0, ("friend", "person")))
    hands.throw("1")
    hands.throw("2")
    hands.world.wait_for(lambda: isinstance(hands.world.view, HandStepView))
    hands.press("ok")
    assert len(hands.world.app.table.game.playing.actions) == 3
    hands.world.run_for(0.2)
    hands.press("ok")
    assert len(hands.world.app.table.game.playing.actions) == 4


def test_without_dice_the_machine_throws_on_ok(begin: Begin, without_dice: str) -> None:
    hands = begin(TWO, profile=without_dice)
    assert "OK: throw" in words(hands)
    hands.press("ok")
    assert len(hands.world.app.table.game.playing.actions) == 1


@pytest.fixture
def without_dice(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a wiring without a dice tray."""
    path = tmp_path_factory.mktemp("wiring") / "bare.toml"
    path.write_text(BARE_WIRING)
    return str(path)


def test_without_dice_hands_type_the_throw(begin: Begin, without_dice: str) -> None:
    hands = begin(TWO, profile=without_dice)
    for throw in ("8", "4", "1", "3"):
        hands.throw(throw)
    assert str(hands.state) == "0 move 0,0,0,0/0,0,0,0 1,3 - -"


def test_guidance_takes_the_captured_piece_off_first(begin: Begin) -> None:
    hands = begin(TWO)
    put(hands, CAPTURE)
    assert "e2 → e5 (3)" in words(hands)
    assert "captures 1 red" in words(hands)
    hands.press("ok")
    assert "1 of 2" in words(hands)
    assert "Return the red piece from e5" in words(hands)
    hands.press("ok")
    assert "2 of 2 Move white e2 to e5" in words(hands)
    hands.press("ok")
    assert isinstance(hands.world.view, ThrowView)
    check_board(hands)


def test_back_in_the_middle_of_guidance_asks_before_it_takes_the_move_back(begin: Begin) -> None:
    hands = begin(TWO)
    put(hands, CAPTURE)
    hands.press("ok")
    hands.press("ok")
    step = words(hands)
    hands.press("back")
    assert "Take the move back?" in words(hands)
    hands.press("back")
    assert words(hands) == step
    hands.press("back")
    hands.press("ok")
    assert "Take back" in words(hands)
    assert "Put a red piece on e5" in words(hands)
    hands.press("hint")
    assert "Back: menu." in words(hands)
    hands.press("back")
    hands.press("ok")
    assert isinstance(hands.world.view, ChooseView)
    assert str(hands.state) == CAPTURE
    check_board(hands)


def test_holding_left_takes_back_a_throw_a_move_and_a_pass(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("1")
    hands.throw("3")
    hands.play("1:hand-c1")
    hands.undo()
    assert str(hands.state) == "0 move 0,0,0,0/0,0,0,0 1,3 - -"
    hands.undo()
    assert str(hands.state) == "0 throw 0,0,0,0/0,0,0,0 - 1 -"
    hands.throw("2")
    hands.play("1:hand-c1")
    hands.play("2:c1-e1")
    hands.throw("2")
    assert str(hands.state).startswith("1 move")
    hands.play("pass")
    hands.undo()
    assert isinstance(hands.world.view, PassView)
    check_board(hands)


def test_there_is_nothing_to_take_back_at_the_start(begin: Begin) -> None:
    hands = begin(TWO)
    with pytest.raises(Refused, match="nothing can be taken back"):
        hands.undo()
    assert "Nothing to take back" in words(hands)
    hands.world.run_for(3)
    assert "Nothing to take back" not in words(hands)


def test_the_menu_takes_back_too(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("1")
    hands.press("menu")
    assert lines(hands)[:2] == ["Resume", "Take back"]
    take(hands, "Take back")
    assert str(hands.state) == str(games.load("thaayam", seats=2).start())


def test_a_pass_is_acknowledged_and_says_what_is_lost(begin: Begin) -> None:
    hands = begin(TWO)
    hands.throw("4")
    hands.throw("2")
    hands.world.run_for(2)
    assert words(hands) == "White No move No throw counts OK: continue ▲▼: why? Back: menu"
    put(hands, "0 move 24,0,0,0/0,0,0,0 2,3 - -")
    assert words(hands) == "White No move No piece can play 2 3 OK: continue ▲▼: why? Back: menu"
    hands.press("ok")
    assert hands.state.turn == 1


def test_the_winner_is_on_the_last_screen_and_the_win_can_be_taken_back(begin: Begin) -> None:
    hands = begin(TWO)
    put(hands, "0 move 26,26,26,25/0,0,0,0 1 - -")
    hands.play("1:c3-off")
    assert isinstance(hands.world.view, GameOverView)
    assert "White wins" in words(hands)
    hands.undo()
    assert str(hands.state) == "0 move 26,26,26,25/0,0,0,0 1 - -"
    check_board(hands)


def test_a_throw_that_is_not_due_is_ignored_and_said(begin: Begin) -> None:
    hands = begin(TWO)
    put(hands, CAPTURE)
    end = hands.world.pi.throw((1, 0, 0, 0), [(0, 1)] * 4)
    hands.world.run_until(end + 1)
    assert str(hands.state) == CAPTURE
    assert "It's not time to throw" in words(hands)
    with pytest.raises(Refused, match="no throw is due"):
        hands.throw("1")


def test_lifting_the_dice_closes_the_menu_when_a_throw_is_due(begin: Begin) -> None:
    hands = begin(TWO)
    hands.press("menu")
    hands.world.pi.throw((1, 0, 0, 0), [(0, 1)] * 4)
    hands.world.run_for(5)
    assert len(hands.world.app.table.game.playing.actions) == 1


def test_a_move_that_is_not_legal_is_refused_with_its_reason(begin: Begin) -> None:
    hands = begin(TWO)
    put(hands, CAPTURE)
    with pytest.raises(IllegalMove, match="3 from e2 leads to e5"):
        hands.play("3:e2-e4")


def test_every_key_does_something_in_every_scene(begin: Begin) -> None:
    situations = {
        "throw": "0 throw 0,0,0,0/0,0,0,0 - - -",
        "choose": "0 move 9,4,0,0/15,0,0,0 1,3 - -",
        "pass": "0 move 24,0,0,0/0,0,0,0 2,3 - -",
        "over": "- over 26,26,26,26/0,0,0,0 - - -",
    }
    for name, position in situations.items():
        for key in ("up", "down", "left", "right", "ok", "back", "hint", "menu"):
            hands = begin(TWO)
            if not isinstance(hands.world.view, ThrowView):
                hands.press("back")
            put(hands, position)
            before = hands.world.app.frame
            hands.press(key)
            assert hands.world.app.frame != before, f"{key} does nothing in {name}"


def test_a_machine_seat_moves_by_itself_and_people_carry_it_out(begin: Begin) -> None:
    hands = begin(Setup("thaayam", {"seats": 2}, 0, ("friend", "person")))
    hands.throw("1")
    hands.throw("2")
    hands.world.run_for(2)
    view = hands.world.view
    assert isinstance(view, HandStepView)
    assert view.why == "machine"
    assert "Put a white piece on c1" in words(hands)
    hands.follow()
    assert hands.state.turn == 1
    check_board(hands)


def test_undo_goes_back_to_the_last_thing_people_decided(begin: Begin) -> None:
    hands = begin(Setup("tongs", players=("person", "friend")), catalogue=toy)
    hands.play("@b2")
    assert hands.state.turn == 0
    before = len(hands.world.app.table.game.playing.actions)
    hands.undo()
    assert (before, len(hands.world.app.table.game.playing.actions)) == (2, 0)
    check_board(hands)


def test_the_toy_game_is_dropped_slid_and_captured_twice_by_the_same_keys(begin: Begin) -> None:
    hands = begin(Setup("tongs"), catalogue=toy)
    put(hands, "0 0..............." + " 4/5 0/0 1")
    hands.play("a1-b1")
    hands.play("@d4")
    check_board(hands)
    put(hands, "0 .10.1...0....... 3/3 0/0 4")
    hands.play("@a1xb1xa2")
    assert str(hands.state) == "1 0.0.....0....... 2/3 2/0 5"
    check_board(hands)


def test_leaving_the_game_keeps_it_to_go_on_with(begin: Begin) -> None:
    hands = begin(TWO, THAAYAM)
    hands.throw("1")
    hands.press("menu")
    take(hands, "Save and leave")
    assert words(hands).startswith("Which game? Resume: Thaayam Thaayam")
    hands.press("ok")
    assert str(hands.state).endswith("- 1 -")


def test_who_has_resigned_is_said(begin: Begin) -> None:
    hands = begin(Setup("thaayam", {"seats": 4}))
    for said in ("White resigned: play on", "Black resigned: play on", "resigned"):
        take_in_menu(hands, "Resign")
        hands.press("ok")
        hands.press("ok")
        assert said in words(hands)
    assert words(hands).startswith("Game over")
