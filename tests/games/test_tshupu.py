"""T'shu-p'u: the figures of its rule sheet, each clause of its seeds and every option."""

from collections.abc import Sequence
from typing import cast

import pytest

from games.actions import Move, Throw, carry_out
from games.core import Outcome, perft
from games.message import IllegalMove
from games.options import OptionValue
from games.tshupu.game import Tshupu, TshupuPosition
from games.tshupu.rules import COURSES, TURN_GUARD
from tests.deep import deeply
from tests.games import tshupu_plain
from tests.games.playing import moves, play
from tests.games.tshupu_play import AWAY, EVERY_VARIANT, LATE, START, at, played, south

# The figures of the rule sheet


@pytest.mark.parametrize(
    ("text", "options", "counts"),
    [
        (START, {}, [1, 10, 20, 200, 398, 3980, 7920]),
        (LATE, {}, [1, 10, 40, 400, 1720]),
        (LATE, {"must_use": "optional"}, [1, 10, 82, 820, 7272]),
        (LATE, {"crosscuts": "shared"}, [1, 10, 52, 520, 2288]),
        (LATE, {"bear_off": "all_home"}, [1, 10, 33, 330, 1160]),
        (LATE, {"doubles_again": True}, [1, 10, 40, 400, 1587]),
    ],
)
def test_perft_figures_of_the_rule_sheet(
    text: str, options: dict[str, OptionValue], counts: Sequence[int]
) -> None:
    state = at(text, **options)
    assert [perft(state, depth) for depth in range(len(counts))] == counts


def test_random_games_last_about_144_turns() -> None:
    lengths = [sum(not s.is_chance for s in played(Tshupu(), seed)) for seed in range(40)]
    assert 139 < sum(lengths) / len(lengths) < 150


def test_throws_have_the_chances_of_two_dice_that_are_alike() -> None:
    chances = {str(throw): chance * 16 for throw, chance in at(START).chance_outcomes()}
    doubles = {"1+1": 1, "3+3": 1, "4+4": 1, "6+6": 1}
    assert chances == doubles | dict.fromkeys(["1+3", "1+4", "1+6", "3+4", "3+6", "4+6"], 2)
    assert Tshupu().throw((6, 1)) == Throw("1+6")
    for faces in ((1, 2), (1,), (1, 3, 4)):
        with pytest.raises(ValueError, match="expected 2 faces, each 1, 3, 4 or 6"):
            Tshupu().throw(faces)


@pytest.mark.parametrize(
    "options",
    [*EVERY_VARIANT[::7], *deeply(*(each for n, each in enumerate(EVERY_VARIANT) if n % 7))],
    ids=lambda each: ",".join(map(str, each.values())),
)
def test_legal_moves_are_those_found_the_long_way_under_all_options(
    options: dict[str, OptionValue],
) -> None:
    for state in played(Tshupu(**options), seed=21):
        if state.turn is not None and state.throw:
            throw = cast("tuple[int, int]", state.throw)
            plain = tshupu_plain.legal(state.groups, state.turn, throw, options)
            assert set(moves(state)) == plain


# The clauses of the seeds


def test_clause_1_red_and_green_play_against_yellow_and_black_who_sit_opposite() -> None:
    seats = [(seat.colour, seat.side, seat.team) for seat in Tshupu().seats]
    assert seats == [
        ("yellow", "south", 0),
        ("green", "west", 1),
        ("black", "north", 0),
        ("red", "east", 1),
    ]


def test_clause_2_board_is_a_cross_of_nine_square_arms_about_one_big_square() -> None:
    board = Tshupu().board
    assert len(board.points) == 4 * 9 + 1
    assert (board["e5"].size, board["e5"].x, board["e5"].y) == (3, 4, 4)
    assert {"e1", "d3", "a5", "f9"} <= {point.name for point in board.points}
    assert not {"a1", "d4", "e4", "f6", "i9"} & {point.name for point in board.points}


def test_clause_2_the_middle_of_each_long_edge_of_an_arm_bears_a_cross_cut() -> None:
    marked = {p.name for p in Tshupu().board.points if "cross" in {m.sign for m in p.marks}}
    assert marked == set("f2 d2 b4 b6 d8 f8 h6 h4".split())


def test_clause_3_four_pieces_begin_in_the_middle_of_each_end() -> None:
    places = [(piece.place, piece.count) for piece in Tshupu().start().pieces()]
    assert places == [("e1", 4), ("a5", 4), ("e9", 4), ("i5", 4)]
    assert str(Tshupu().start()) == START


def test_clause_4_any_seat_begins_and_play_goes_clockwise() -> None:
    state, turns = Tshupu().start(first=2), []
    for _ in range(5):
        turns.append(state.turn)
        state = play(state, "1+3")
        state = state.apply(state.legal_moves()[0])
    assert turns == [2, 3, 0, 1, 2]


def test_clause_5_pieces_run_anti_clockwise_round_the_edge() -> None:
    ways = [" ".join(course.squares[p] for p in (1, 3, 8, 15, 22, 28)) for course in COURSES]
    assert ways == [
        "e1 f2 i5 e9 a5 d1",
        "a5 b4 e1 i5 e9 a6",
        "e9 d8 a5 e1 i5 f9",
        "i5 h6 e9 a5 e1 i4",
    ]


def test_clause_5_i_one_piece_moves_by_the_sum_whatever_stands_between() -> None:
    state = south("4,0,0,0", "3+4", "25,25,25,25/0,0,0,0/0,0,0,0")
    assert "3+4:f3-g6" in moves(state)


def test_clause_5_ii_each_die_moves_a_piece_of_its_own() -> None:
    assert moves(south("33,33,11,1", "1+4")) == [
        "1+4:e1-h4",
        "1+4:g6-d9",
        "1:e1-f1,4:g6-e9",
        "1:g6-f7,4:e1-g4",
    ]
    assert moves(south("33,33,33,1", "1+4")) == ["1+4:e1-h4"]


def test_clause_5_ii_dice_of_a_double_are_alike_and_the_piece_further_back_comes_first() -> None:
    assert moves(south("33,33,11,1", "3+3"))[2:] == ["3:e1-f3,3:g6-f9"]


def test_clause_5_ii_two_pieces_on_one_square_are_two() -> None:
    assert moves(south("33,33,1,1", "1+4")) == ["1+4:e1-h4", "1:e1-f1,4:e1-g4"]


def test_clause_5_one_die_is_played_only_where_sum_and_pair_are_impossible() -> None:
    assert moves(south("33,33,33,28", "3+4")) == ["3:d1-e3", "4:d1-e5"]
    assert moves(south("33,33,33,31", "3+4")) == ["pass"]
    assert str(play(south("33,33,33,31", "3+4"), "pass")) == f"1 throw 33,33,33,31/{AWAY} -"


def test_clause_6_centre_is_entered_by_an_exact_throw_alone() -> None:
    assert moves(south("33,33,33,25", "1+6")) == ["1+6:c4-e5"]
    assert moves(south("33,33,33,28", "4+6")) == ["4:d1-e5"]
    with pytest.raises(IllegalMove, match="from d1 exactly 4 leads into the centre, not 6"):
        south("33,33,33,28", "4+6").parse("6:d1-e5")


def test_clause_7_all_enemies_on_the_square_go_to_hand() -> None:
    state = south("33,33,33,1", "3+4", "15,15,1,0/8,0,0,0/29,1,1,0")
    (move,) = state.legal_moves()
    assert str(move) == "3+4:e1-i5x"
    victims = [(victim.seat, victim.badge, victim.count) for victim in move.captures]
    assert victims == [(1, "", 2), (3, "'", 1), (3, "", 2)]
    assert str(state.apply(move)) == "1 throw 33,33,33,8/1,0,0,0/8,0,0,0/0,0,0,0 -"


def test_clause_7_two_parts_that_hit_on_one_square_both_carry_the_mark() -> None:
    state = south("4,3,0,0", "3+4", "14,14,0,0/0,0,0,0/0,0,0,0")
    move = cast("Move", state.parse("3:f3-i4x,4:f2-i4x"))
    assert [(victim.seat, victim.count) for victim in move.captures] == [(1, 2)]
    assert [step.verb for step in move.steps] == ["take_off", "move", "move"]
    assert str(state.apply(move)) == "1 throw 7,7,0,0/0,0,0,0/0,0,0,0/0,0,0,0 -"


def test_clause_8_nobody_ends_on_a_cross_cut_where_an_enemy_stands() -> None:
    state = south("33,33,33,2", "1+4", "10,0,0,0/0,0,0,0/0,0,0,0")
    assert moves(state) == ["1+4:f1-i4"]
    with pytest.raises(IllegalMove, match="f2 is a cross-cut, and green stands there"):
        state.parse("1:f1-f2")
    assert "1:f1-f2,4:hand-f3" in moves(south("33,33,2,0", "1+4", "0,0,0,0/17,0,0,0/0,0,0,0"))


def test_clause_9_all_share_the_centre_unhit() -> None:
    state = south("33,33,33,31", "1+6", "32,32,0,0/0,0,0,0/32,0,0,0")
    assert moves(state) == ["1:e3-e5"]
    assert str(play(state, "1:e3-e5")) == "1 throw 33,33,33,32/32,32,0,0/0,0,0,0/32,0,0,0 -"


def test_clause_10_a_piece_in_hand_enters_by_the_throw() -> None:
    assert moves(south("33,33,33,0", "1+3")) == ["1+3:hand-f3"]
    pair = south("33,33,0,0", "1+3")
    assert moves(pair) == ["1+3:hand-f3", "1:hand-e1,3:hand-f2"]
    assert [step.verb for step in pair.legal_moves()[1].steps] == ["put_on", "put_on"]


def test_clause_11_a_single_1_bears_a_piece_off_from_the_centre() -> None:
    assert moves(south("33,33,32,0", "1+4")) == ["1+4:hand-g4", "1:e5-off,4:hand-f3"]
    assert moves(south("33,33,33,32", "1+4")) == ["1:e5-off"]
    assert moves(south("33,33,32,32", "1+1")) == ["1:e5-off,1:e5-off"]
    assert moves(south("33,33,33,32", "3+4")) == ["pass"]


def test_clause_12_a_team_wins_when_its_eighth_piece_is_off() -> None:
    state = south("33,33,33,32", "1+4", "0,0,0,0/33,33,33,33/0,0,0,0")
    over = play(state, "1:e5-off")
    assert str(over) == "- over 33,33,33,33/0,0,0,0/33,33,33,33/0,0,0,0 -"
    assert over.outcome() == Outcome((0, 2), "home")
    assert [over.evaluate(seat) for seat in range(4)] == [1.0, -1.0, 1.0, -1.0]


@pytest.mark.parametrize("last", ["33,33,33,32", "33,33,33,33"])
def test_clause_12_with_seven_pieces_off_the_game_goes_on(last: str) -> None:
    partner = "33,33,33,33" if last.endswith("32") else "33,33,33,32"
    after = play(south(last, "3+4", f"0,0,0,0/{partner}/0,0,0,0"), "pass")
    assert str(after) == f"1 throw {last}/0,0,0,0/{partner}/0,0,0,0 -"


# What is decided where the seeds are silent


def test_a_seat_that_is_done_moves_its_partners_pieces() -> None:
    state = south("33,33,33,33", "1+4", "0,0,0,0/32,1,0,0/0,0,0,0")
    assert "1:e5-off,4:e9-c6" in moves(state)
    assert str(play(state, "1:e5-off,4:e9-c6")) == "1 throw 33,33,33,33/0,0,0,0/33,5,0,0/0,0,0,0 -"


def test_whose_pieces_are_moved_is_decided_at_the_start_of_the_turn() -> None:
    state = south("33,33,33,32", "1+4", "0,0,0,0/1,1,1,1/0,0,0,0")
    assert moves(state) == ["1:e5-off"]


def test_both_parts_are_judged_by_the_position_before_the_turn() -> None:
    state = south("33,33,31,1", "1+1", "0,0,0,0/0,0,0,0/0,0,0,0", bear_off="all_home")
    assert moves(state) == ["1+1:e1-f2", "1:e1-f1,1:e3-e5"]


def test_a_piece_that_has_come_round_shows_a_mark_until_it_goes_on() -> None:
    state = south("28,0,0,0", "1+6")
    (move,) = [move for move in state.legal_moves() if str(move).startswith("1:d1-e1',6:hand")]
    after = state.apply(move)
    assert [(p.place, p.badge) for p in after.pieces() if p.seat == 0 and p.badge] == [("e1", "'")]
    assert carry_out(state.pieces(), move.steps) == after.pieces()
    onwards = south("33,33,29,1", "1+1")
    assert moves(onwards) == ["1+1:e1-f2", "1+1:e1'-e3", "1:e1-f1,1:e1'-e2"]


def test_the_guard_of_turns_draws_the_game_for_all() -> None:
    before = south("33,33,33,31", "3+4")
    state = TshupuPosition(before.game, 0, before.groups, before.throw, TURN_GUARD - 1)
    over = play(state, "pass")
    assert over.outcome() == Outcome((0, 1, 2, 3), "guard", is_draw=True)
    assert over.evaluate(1) == 0.0
    assert at(str(over)).outcome() == Outcome((0, 1, 2, 3), "draw", is_draw=True)


def test_a_win_on_the_last_turn_comes_before_the_guard() -> None:
    before = south("33,33,33,32", "1+4", "0,0,0,0/33,33,33,33/0,0,0,0")
    state = TshupuPosition(before.game, 0, before.groups, before.throw, TURN_GUARD - 1)
    assert play(state, "1:e5-off").outcome() == Outcome((0, 2), "home")


# Options


def test_must_use_optional_allows_any_part_of_the_throw_and_pass() -> None:
    state = south("33,33,1,1", "1+4", must_use="optional")
    assert moves(state) == ["1+4:e1-h4", "1:e1-f1,4:e1-g4", "1:e1-f1", "4:e1-g4", "pass"]


def test_no_moves_choices_begin_anothers_though_a_die_may_be_left() -> None:
    for state in played(Tshupu(must_use="optional"), seed=4):
        chosen = [move.choices for move in state.legal_moves()]
        begun = {choices[:depth] for choices in chosen for depth in range(1, len(choices))}
        assert not begun & set(chosen)


def test_crosscuts_shared_lets_enemies_stand_together_unhit() -> None:
    others = "10,0,0,0/0,0,0,0/0,0,0,0"
    state = south("33,33,2,0", "1+4", others, crosscuts="shared")
    after = play(state, "1:f1-f2,4:hand-f3")
    assert str(after) == "1 throw 33,33,4,3/10,0,0,0/0,0,0,0/0,0,0,0 -"


@pytest.mark.parametrize(("progress", "throw"), [(1, "3+4"), (8, "3+4"), (22, "3+4")])
def test_safe_start_protects_everyone_on_the_starts(progress: int, throw: str) -> None:
    others = "29,22,15,8/0,0,0,0/29,22,15,8"
    safe = south(f"33,33,33,{progress}", throw, others, safe_start=True)
    assert not any("x" in move for move in moves(safe))
    assert all(move.endswith("x") for move in moves(south(f"33,33,33,{progress}", throw, others)))


def test_safe_starts_are_marked_on_the_board() -> None:
    dotted = {
        p.name for p in Tshupu(safe_start=True).board.points if "dot" in {m.sign for m in p.marks}
    }
    assert dotted == {"e1", "a5", "e9", "i5"}
    assert not Tshupu().board["e1"].marks


def test_doubles_again_gives_the_seat_another_turn_played_or_passed() -> None:
    moved = play(south("1,1,1,1", "3+3", doubles_again=True), "3+3:e1-i4")
    passed = play(south("33,33,33,31", "3+3", doubles_again=True), "pass")
    single = play(south("1,1,1,1", "3+4", doubles_again=True), "3+4:e1-i5")
    assert [state.turn for state in (moved, passed, single)] == [0, 0, 1]


def test_doubles_again_decides_again_whose_pieces_are_moved() -> None:
    state = south("33,33,33,32", "1+1", "0,0,0,0/1,1,1,1/0,0,0,0", doubles_again=True)
    assert moves(play(state, "1:e5-off", "3+4"))[0] == "3+4:e9-a5"


def test_bear_off_all_home_waits_for_the_owners_other_pieces() -> None:
    state = south("33,32,32,31", "1+4", bear_off="all_home")
    assert moves(state) == ["1:e3-e5"]
    with pytest.raises(IllegalMove, match="only when the others are in the centre or off"):
        state.parse("1:e5-off")
    assert moves(south("33,33,32,32", "1+4", bear_off="all_home")) == ["1:e5-off"]


def test_finished_skip_leaves_a_seat_out_that_is_done() -> None:
    state = at("0 move 1,0,0,0/33,33,33,33/1,0,0,0/32,0,0,0 3+6", finished="skip")
    assert play(state, "3+6:e1-h6").turn == 2
    assert play(at(str(state)), "3+6:e1-h6").turn == 1


def test_finished_skip_leaves_a_double_to_the_next_seat() -> None:
    options: dict[str, OptionValue] = {"finished": "skip", "doubles_again": True}
    state = at("0 move 33,33,32,32/1,0,0,0/1,0,0,0/1,0,0,0 1+1", **options)
    assert play(state, "1:e5-off,1:e5-off").turn == 1
