"""xiangqi4: check, mate, stalemate, generals taken between turns, and every end."""

import pytest

from games.core import Outcome
from games.message import IllegalMove
from games.xiangqi4.game import Xiangqi4, Xiangqi4Position
from tests.games.playing import moves, play
from tests.games.xiangqi4_play import GENERALS, at, tail

TWO_ROOKS = "rGi1 bGs10 yGk19 gGa9 rRa14 rRr13"
CORNERED = "rGi1 bGs9 yGk19 gGa11 rRn10 rRr14 rSf4"


def colours_on_board(state: Xiangqi4Position) -> set[str]:
    return {
        state.game.seats[p.holder].colour for p in state.pieces() if p.place in state.game.board
    }


def test_a_move_may_not_leave_the_own_general_attacked() -> None:
    state = at("rGj1 rRj4 bGs9 bRj9")
    assert all(move.startswith(("j4-j", "j4xj", "j1-")) for move in moves(state))
    with pytest.raises(IllegalMove, match="leaves red's general attacked"):
        state.parse("j4-f4")


def test_a_mated_seat_goes_out_with_its_whole_army() -> None:
    state = play(at(f"{TWO_ROOKS} bRo7"), "a14-s14")
    assert tail(state) == "2 ryg rRb1 - 0"
    assert colours_on_board(state) == {"red", "yellow", "green"}


def test_who_is_attacked_but_can_move_is_not_out() -> None:
    assert tail(play(at("rGi1 bGs10 yGk19 gGa9 rRa14"), "a14-s14")) == "1 rbyg - - 1"


def test_a_check_may_be_answered_by_blocking_capturing_or_moving() -> None:
    state = at("rGi1 bGs10 yGk19 rRs14 bRo12 bRo14", "1 - - 0")
    assert {"o12-s12", "s10-r10"} <= set(moves(state))
    assert "o14xs14" in moves(state)
    assert "o12-o13" not in moves(state)


def test_a_seat_without_move_or_attack_is_out_and_leaves_no_spoils() -> None:
    state = play(at(CORNERED), "f4-f5")
    assert tail(state) == "2 ryg - - 0"


def test_a_seat_without_move_or_attack_may_pass_when_so_chosen() -> None:
    state = play(at(CORNERED, stalemate="pass"), "f4-f5")
    assert tail(state) == "1 rbyg - - 1"
    assert moves(state) == ["pass"]
    passed = play(state, "pass")
    assert tail(passed) == "2 rbyg - - 2"
    (move,) = state.legal_moves()
    assert (move.steps, move.path, move.captures) == ((), (), ())


def test_an_attacked_seat_without_move_is_mated_even_if_it_might_pass() -> None:
    state = play(at(TWO_ROOKS, stalemate="pass"), "a14-s14")
    assert tail(state) == "2 ryg - - 0"


def test_a_general_left_open_between_turns_may_be_captured() -> None:
    state = at("rGi1 bGs10 bHo7 bSp8 yGk19 gGa9 rRs14")
    state = play(state, "s14xs10")
    assert tail(state) == "2 ryg rHb1,rSb1 - 0"


def test_a_captured_generals_army_goes_before_the_own_general_is_tested() -> None:
    state = at("rGj1 bGs10 yGk19 rRs14 bRj8")
    assert "s14xs10" in moves(state)
    assert "s14-s13" not in moves(state)


def test_capturing_a_general_may_not_uncover_the_own_one() -> None:
    state = at("rGj1 bGs10 yGk19 rRs14 bSp8 bVj8 yRj12")
    assert "s14xs10" not in moves(state)
    with pytest.raises(IllegalMove, match="leaves red's general attacked"):
        state.parse("s14xs10")
    assert "s14xs10" in moves(at("rGj1 bGs10 yGk19 rRs14 bSp8 rSj4 bVj8 yRj12"))


def test_several_seats_may_go_out_by_one_move() -> None:
    state = at(f"{CORNERED} rRf18 rRj17")
    assert tail(play(state, "f4-f5")) == "3 rg - - 0"


def test_the_last_one_in_play_wins() -> None:
    over = play(at("rGi1 bGs10 rRs14"), "s14xs10")
    assert tail(over) == "- r - - 0"
    assert over.outcome() == Outcome((0,), "last")
    assert over.legal_moves() == ()
    assert [over.evaluate(seat) for seat in range(4)] == [1.0, -1.0, -1.0, -1.0]


def test_spoils_are_shared_also_when_the_game_ends_with_it() -> None:
    over = play(at("rGi1 bGs10 bRo7 rRs14"), "s14xs10")
    assert tail(over) == "- r rRb1 - 0"


def test_a_side_has_lost_with_both_its_generals() -> None:
    state = at(f"{GENERALS} rRs14 yRa14", mode="teams")
    state = play(state, "s14xs10")
    assert tail(state) == "2 ryg - - 0"
    over = play(state, "a14xa10")
    assert over.outcome() == Outcome((0, 2), "generals")
    assert [over.evaluate(seat) for seat in range(4)] == [1.0, -1.0, 1.0, -1.0]


def test_a_side_has_lost_with_its_first_general_when_so_chosen() -> None:
    state = at(f"{GENERALS} rRs14", mode="teams", team_end="first")
    over = play(state, "s14xs10")
    assert tail(over) == "- ryg - - 0"
    assert over.outcome() == Outcome((0, 2), "generals")
    assert state.game.state(str(over)).outcome() == over.outcome()


def test_in_teams_the_winners_have_a_seat_that_is_out_among_them() -> None:
    over = play(at("rGi1 bGs10 rRs14", mode="teams"), "s14xs10")
    assert over.outcome() == Outcome((0, 2), "generals")


SHUFFLE = ("i1-i2", "s10-s11", "i2-i1", "s11-s10")


def test_a_position_for_the_third_time_is_a_draw_of_the_living() -> None:
    state = play(at("rGi1 bGs10"), *SHUFFLE, *SHUFFLE[:3])
    assert not state.is_terminal
    over = play(state, SHUFFLE[3])
    assert over.outcome() == Outcome((0, 1), "repetition", is_draw=True)
    assert tail(over) == "- rb - - 8"
    assert [over.evaluate(seat) for seat in range(4)] == [0.0] * 4


def test_what_a_text_says_has_no_history() -> None:
    state = play(at("rGi1 bGs10"), *SHUFFLE, *SHUFFLE[:3])
    again = Xiangqi4().state(str(state))
    assert again == state
    assert not play(again, SHUFFLE[3]).is_terminal
    assert play(state, SHUFFLE[3]).is_terminal


def test_two_hundred_quiet_turns_are_a_draw() -> None:
    quiet = at("rGi1 bGs10 rRf5 bRo9", "0 - - 199")
    over = play(quiet, "f5-g5")
    assert over.outcome() == Outcome((0, 1), "clock", is_draw=True)
    assert over.game.state(str(over)).outcome() == Outcome((0, 1), "draw", is_draw=True)


@pytest.mark.parametrize(
    ("pieces", "reserves", "move"),
    [
        ("rGi1 bGs10 rRf5 bRf6", "-", "f5xf6"),
        ("rGi1 bGs10 rRf5", "rRy1", "R@k16"),
        ("rGi1 bGs10 gGa9 rRk14 rRr13", "-", "k14-s14"),
    ],
)
def test_a_capture_a_drop_or_a_seat_going_out_starts_the_count_again(
    pieces: str, reserves: str, move: str
) -> None:
    assert tail(play(at(pieces, f"0 {reserves} - 199"), move)).endswith(" 0")


def test_two_thousand_turns_are_a_draw() -> None:
    state = at("rGi1 bGs10 rRf5 bRo9")
    state.battle.turns = 1999
    assert play(state, "f5-g5").outcome() == Outcome((0, 1), "limit", is_draw=True)


def test_in_a_draw_of_teams_all_four_share() -> None:
    over = play(at("rGi1 bGs10 rRf5", "0 - - 199", mode="teams"), "f5-g5")
    assert over.outcome() == Outcome((0, 1, 2, 3), "clock", is_draw=True)


def test_a_win_comes_before_every_draw() -> None:
    over = play(at("rGi1 bGs10 rRs14", "0 - - 199"), "s14xs10")
    assert over.outcome() == Outcome((0,), "last")
