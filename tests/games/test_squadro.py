"""Squadro: the figures of its rule sheet, each clause of its seed and its option."""

import pickle
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.actions import Throw
from games.core import Outcome, perft
from games.message import IllegalMove
from games.squadro.game import Squadro, SquadroPosition, UnrepeatedPosition
from games.squadro.moves import cells_of, code_of
from games.squadro.rules import LIMIT
from tests.deep import deeply
from tests.games.playing import moves
from tests.games.squadro_play import CYCLE, CYCLE_BEGIN, MIDDLE, at, move_piece, play, written

START = "0,0,0,0,0/0,0,0,0,0"
DRAWN = (0, 1)


def steps(state: SquadroPosition, text: str) -> list[tuple[str, str, str, str]]:
    move = next(move for move in state.legal_moves() if move.text == text)
    return [
        (s.verb, f"{'AB'[s.piece.holder]} {s.result.facing}", s.origin, s.target)
        for s in move.steps
    ]


# The figures of the rule sheet


@pytest.mark.parametrize("first", [0, 1])
def test_perft_of_the_start_is_powers_of_five(first: int) -> None:
    start = Squadro().start(first)
    assert [perft(start, depth) for depth in range(7)] == [5**depth for depth in range(7)]
    assert start.leaves(8) == 5**8


@pytest.mark.deep
def test_perft_of_the_start_is_powers_of_five_down_to_ten_plies() -> None:
    assert Squadro().start().leaves(10) == 5**10


@pytest.mark.parametrize(
    ("first", "sizes"),
    [
        (0, [5, 25, 87, 303, 852, 2478, 6410, 16538, 39225]),
        (1, [5, 25, 86, 292, 839, 2420, 6262, 16173, 37829]),
    ],
)
@pytest.mark.parametrize("plies", [7, *deeply(9)])
def test_numbers_of_distinct_positions_after_each_ply(
    first: int, sizes: list[int], plies: int
) -> None:
    found = {Squadro().start(first)}
    for size in sizes[:plies]:
        found = {state.apply(move) for state in found for move in state.legal_moves()}
        assert len(found) == size


def test_moves_of_the_rule_sheets_position() -> None:
    assert moves(at(f"0 {MIDDLE}")) == ["A1:2-6xB5", "A3:3-5", "A4:3-4", "A5:7-9xB4"]
    assert moves(at(f"1 {MIDDLE}")) == ["B1:1-2", "B2:2-5", "B3:2-5xA3A4", "B4:7-8", "B5:11-12"]


@pytest.mark.parametrize(
    ("seat", "piece", "after"),
    [
        (0, "A1", "6,12,3,3,7/1,2,2,7,6"),
        (0, "A3", "2,12,5,3,7/1,2,2,7,11"),
        (0, "A4", "2,12,3,4,7/1,2,2,7,11"),
        (0, "A5", "2,12,3,3,9/1,2,2,6,11"),
        (1, "B1", "2,12,3,3,7/2,2,2,7,11"),
        (1, "B2", "2,12,3,3,7/1,5,2,7,11"),
        (1, "B3", "2,12,0,0,7/1,2,5,7,11"),
        (1, "B4", "2,12,3,3,7/1,2,2,8,11"),
        (1, "B5", "2,12,3,3,7/1,2,2,7,12"),
    ],
)
def test_what_each_move_of_the_rule_sheets_position_leads_to(
    seat: int, piece: str, after: str
) -> None:
    assert str(move_piece(at(f"{seat} {MIDDLE}"), piece)) == f"{1 - seat} {after}"


def test_the_position_comes_back_after_fourteen_plies() -> None:
    begin = at(CYCLE_BEGIN)
    middle = play(begin, CYCLE[:7])
    assert str(middle) == "1 9,12,12,2,12/3,12,12,6,12"
    assert play(middle, CYCLE[7:]) == begin


# The clauses of the seed


def test_components_five_light_and_five_dark_pieces() -> None:
    assert [(seat.name, seat.side, seat.colour) for seat in Squadro().seats] == [
        ("A", "south", "white"),
        ("B", "west", "black"),
    ]
    assert Counter(piece.seat for piece in Squadro().start().pieces()) == {0: 5, 1: 5}


def test_setting_up_all_pieces_on_the_start_line_pointing_inwards() -> None:
    places = {
        (piece.seat, piece.facing): [
            p.place for p in Squadro().start().pieces() if p.seat == piece.seat
        ]
        for piece in Squadro().start().pieces()
    }
    assert places == {
        (0, "north"): ["b1", "c1", "d1", "e1", "f1"],
        (1, "east"): ["a2", "a3", "a4", "a5", "a6"],
    }


def test_board_is_five_tracks_each_way_with_dots_at_both_ends() -> None:
    board = Squadro().board
    assert len(board.points) == 7 * 7 - 4
    assert len(board.lines) == 2 * 5 * 6
    assert not {"a1", "a7", "g1", "g7"} & {point.name for point in board.points}
    dots = {
        edge: [len(board[name].marks) for name in edge.split()]
        for edge in ("b1 c1 d1 e1 f1", "b7 c7 d7 e7 f7", "a2 a3 a4 a5 a6", "g2 g3 g4 g5 g6")
    }
    assert list(dots.values()) == [
        [3, 1, 2, 1, 3],
        [1, 3, 2, 3, 1],
        [1, 3, 2, 3, 1],
        [3, 1, 2, 1, 3],
    ]
    assert not board["d4"].marks


def test_first_player_is_whoever_is_chosen() -> None:
    assert [str(Squadro().start(first)) for first in (0, 1)] == [f"0 {START}", f"1 {START}"]


def test_a_turn_moves_one_piece_as_far_as_its_dots() -> None:
    assert moves(at(f"0 {START}")) == ["A1:0-3", "A2:0-1", "A3:0-2", "A4:0-1", "A5:0-3"]
    assert moves(at(f"1 {START}")) == ["B1:0-1", "B2:0-3", "B3:0-2", "B4:0-3", "B5:0-1"]


def test_a_turned_piece_moves_as_far_as_the_dots_of_the_far_edge() -> None:
    far = "6,6,6,6,6/6,6,6,6,6"
    assert moves(at(f"0 {far}")) == ["A1:6-7", "A2:6-9", "A3:6-8", "A4:6-9", "A5:6-7"]
    assert moves(at(f"1 {far}")) == ["B1:6-9", "B2:6-7", "B3:6-8", "B4:6-7", "B5:6-9"]


def test_the_far_edge_ends_the_move_and_turns_the_piece_round() -> None:
    state = at("0 4,0,0,0,0/0,0,0,0,0")
    assert "A1:4-6" in moves(state)
    assert steps(state, "A1:4-6") == [
        ("move", "A north", "b5", "b7"),
        ("turn", "A south", "b7", "b7"),
    ]
    turned = move_piece(state, "A1")
    assert str(turned) == "1 6,0,0,0,0/0,0,0,0,0"
    assert moves(at("0 6,0,0,0,0/0,0,0,0,0"))[0] == "A1:6-7"


def test_a_piece_that_comes_home_is_out_of_the_game() -> None:
    state = at("1 0,0,0,0,0/11,0,0,0,0")
    assert steps(state, "B1:11-12") == [("take_off", "B west", "b2", "off")]
    after = move_piece(state, "B1")
    assert [piece.place for piece in after.pieces() if piece.seat == 1][-1] == "off"
    assert moves(at("1 0,0,0,0,0/12,0,0,0,0")) == ["B2:0-3", "B3:0-2", "B4:0-3", "B5:0-1"]


def test_a_piece_in_the_way_is_jumped_and_the_jump_ends_the_move() -> None:
    state = at("0 0,0,0,0,0/1,0,0,0,0")
    assert moves(state)[0] == "A1:0-2xB1"
    assert str(move_piece(state, "A1")) == "1 2,0,0,0,0/0,0,0,0,0"


def test_a_piece_met_on_the_last_step_is_jumped_beyond_the_dots() -> None:
    assert "A2:0-2xB1" in moves(at("0 0,0,0,0,0/2,0,0,0,0"))


def test_several_pieces_without_a_gap_are_jumped_together() -> None:
    state = at("0 0,0,3,0,0/0,0,0,3,3")
    assert moves(state)[2] == "A3:3-6xB4B5"
    assert str(move_piece(state, "A3")) == "1 0,0,6,0,0/0,0,0,0,0"


def test_a_gap_ends_the_jump_though_a_piece_stands_behind_it() -> None:
    state = at("0 0,0,0,0,0/1,0,1,0,0")
    assert str(move_piece(state, "A1")) == "1 2,0,0,0,0/0,0,1,0,0"


def test_a_homeward_piece_jumps_in_the_order_it_meets_them() -> None:
    assert moves(at("0 0,7,0,0,0/0,0,2,2,0"))[1] == "A2:7-10xB4B3"


def test_a_jumped_piece_that_has_not_turned_goes_back_to_its_start_line() -> None:
    state = at("0 0,0,0,0,0/0,2,0,0,0")
    assert str(move_piece(play(state, ["A2"]), "B1")) == "0 0,1,0,0,0/1,2,0,0,0"
    state = at("0 0,1,0,0,0/0,2,0,0,0")
    assert steps(state, "A2:1-3xB2") == [
        ("move", "B east", "c3", "a3"),
        ("move", "A north", "c2", "c4"),
    ]


def test_a_jumped_piece_that_has_turned_goes_back_to_the_far_edge() -> None:
    state = at("0 0,1,0,0,0/0,10,0,0,0")
    assert steps(state, "A2:1-3xB2") == [
        ("move", "B west", "c3", "g3"),
        ("move", "A north", "c2", "c4"),
    ]
    assert str(move_piece(state, "A2")) == "1 0,3,0,0,0/0,6,0,0,0"


def test_pieces_on_the_edges_are_never_jumped() -> None:
    assert moves(at("0 11,11,11,11,11/6,0,6,0,6")) == [f"A{i}:11-12" for i in range(1, 6)]


@pytest.mark.parametrize(
    ("text", "piece", "winner"),
    [
        ("0 12,12,12,11,0/12,12,12,11,0", "A4", 0),
        ("1 12,12,12,11,0/12,12,12,11,0", "B4", 1),
    ],
)
def test_the_fourth_piece_home_wins_at_once(text: str, piece: str, winner: int) -> None:
    over = move_piece(at(text), piece)
    assert over.outcome() == Outcome((winner,), "home")
    assert over.turn is None
    assert over.legal_moves() == ()
    assert (over.evaluate(winner), over.evaluate(1 - winner)) == (1.0, -1.0)
    assert at(str(over)).outcome() == over.outcome()


# What the seed leaves open


def test_the_third_occurrence_of_a_position_is_a_draw() -> None:
    twice = play(at(CYCLE_BEGIN), CYCLE + CYCLE[:-1])
    over = move_piece(twice, CYCLE[-1])
    assert over.outcome() == Outcome(DRAWN, "repetition", is_draw=True)
    assert str(over) == f"- {CYCLE_BEGIN[2:]}"
    assert over.evaluate(0) == 0.0
    assert at(str(over)) == over
    assert at(str(over)).outcome() == Outcome(DRAWN, "draw", is_draw=True)


def test_a_draw_by_repetition_counts_in_perft_and_playout() -> None:
    brink = play(at(CYCLE_BEGIN), CYCLE + CYCLE[:-2])
    assert [perft(brink, depth) for depth in range(1, 9)] == [2, 4, 6, 10, 20, 28, 56, 84]
    assert [brink.leaves(depth) for depth in range(1, 9)] == [2, 4, 6, 10, 20, 28, 56, 84]
    assert [perft(at(str(brink)), depth) for depth in range(1, 5)] == [2, 4, 8, 16]
    brink = play(brink, CYCLE[-2:-1])
    reasons = Counter(brink.game.playout(brink, random.Random(n)).reason for n in range(200))
    assert 60 < reasons["repetition"] < 140


def test_with_ban_no_position_may_come_back() -> None:
    state = play(at(CYCLE_BEGIN, repetition="ban"), CYCLE[:-1])
    assert moves(state) == ["B1:0-1"]
    with pytest.raises(IllegalMove, match="that move would repeat an earlier position"):
        state.parse("B4:9-10")
    assert moves(at(str(state), repetition="ban")) == ["B1:0-1", "B4:9-10"]
    assert [perft(state, depth) for depth in (1, 2, 3)] == [1, 2, 4]


def test_with_ban_a_seat_without_another_move_ends_the_game_drawn() -> None:
    game = Squadro(repetition="ban")
    before, after = (
        game.state(text)
        for text in ("0 9,12,12,2,12/0,12,12,10,12", "1 10,12,12,2,12/0,12,12,10,12")
    )
    banned = tuple(code_of(reply.progress, 0) for reply in map(after.apply, after.legal_moves()))
    played = UnrepeatedPosition(
        game, cells_of(before.progress), code_of(before.progress, 0), banned
    )
    over = move_piece(played, "A1")
    assert over.outcome() == Outcome(DRAWN, "no move", is_draw=True)
    assert over.turn is None


def test_with_none_repetition_means_nothing() -> None:
    state = play(at(CYCLE_BEGIN, repetition="none"), CYCLE * 20)
    assert state.outcome() is None
    assert state == at(CYCLE_BEGIN, repetition="none")


def test_after_a_thousand_plies_the_game_is_a_draw() -> None:
    rounds, rest = divmod(LIMIT, len(CYCLE))
    state = play(at(CYCLE_BEGIN, repetition="none"), CYCLE * rounds + CYCLE[: rest - 1])
    assert state.outcome() is None
    over = move_piece(state, CYCLE[rest - 1])
    assert over.outcome() == Outcome(DRAWN, "limit", is_draw=True)
    assert state.game.playout(state, random.Random(1)) == over.outcome()
    assert state.leaves(2) == 0


def test_a_win_on_the_thousandth_ply_is_a_win() -> None:
    game, progress = Squadro(), at("0 12,12,12,11,0/0,0,0,0,0").progress
    state = SquadroPosition(game, cells_of(progress), code_of(progress, 0), plies=LIMIT - 1)
    assert game.playout(state, random.Random(2)).reason in {"home", "limit"}
    assert move_piece(state, "A4").outcome() == Outcome((0,), "home")
    assert move_piece(state, "A5").outcome() == Outcome(DRAWN, "limit", is_draw=True)


# Moves, texts and states


def test_a_move_tells_how_it_is_picked_where_it_goes_and_whom_it_sends_back() -> None:
    move = at(f"0 {MIDDLE}").legal_moves()[0]
    assert [(choice.kind, choice.value) for choice in move.choices] == [
        ("piece", "b3"),
        ("target", "b7"),
    ]
    assert move.path == ("b4", "b5", "b6", "b7")
    assert [(piece.seat, piece.place, piece.facing) for piece in move.captures] == [
        (1, "b6", "west")
    ]
    assert [(step.verb, step.target) for step in move.steps] == [
        ("move", "g6"),
        ("move", "b7"),
        ("turn", "b7"),
    ]


def test_a_piece_on_its_way_home_shows_its_start_line_as_the_target() -> None:
    (*_, target) = at("0 11,0,0,0,0/0,0,0,0,0").legal_moves()[0].choices
    assert (target.kind, target.value, target.points) == ("target", "off", ("b1",))


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        (f"0 {MIDDLE}", "A1", "expected a move such as A3:0-2 or A1:3-6xB4B5, not A1"),
        (f"0 {MIDDLE}", "A6:0-1", "a move such as"),
        (f"0 {MIDDLE}", "A1:2-06xB5", "a move such as"),
        (f"0 {MIDDLE}", "A1:2-13", "a move such as"),
        (f"0 {MIDDLE}", "pass", "a move such as"),
        (f"0 {MIDDLE}", "B1:1-2", "it is white's turn, and B1 is another player's piece"),
        (f"1 {MIDDLE}", "A3:3-5", "it is black's turn, and A3 is another player's piece"),
        (f"0 {MIDDLE}", "A2:12-12", "A2 is home and out of the game"),
        (f"0 {MIDDLE}", "A3:2-4", "A3 stands at 3, not at 2"),
        (f"0 {MIDDLE}", "A3:3-4", "take the piece on d4 to d6, not to d5"),
        (f"0 {MIDDLE}", "A1:2-6", "that move is written A1:2-6xB5, not A1:2-6"),
        (f"0 {MIDDLE}", "A3:3-5xB1", "that move is written A3:3-5, not A3:3-5xB1"),
        ("- 12,12,12,12,0/0,0,0,0,0", "A5:0-3", "the game is over"),
    ],
)
def test_a_refused_action_says_why(text: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        at(text).parse(move)


def test_a_throw_is_refused_even_if_it_reads_as_a_move() -> None:
    with pytest.raises(IllegalMove):
        Squadro().start().apply(Throw("A1:0-3"))
    with pytest.raises(ValueError, match="played without dice"):
        Squadro().throw((1,))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected 2 fields"),
        ("0", "expected 2 fields"),
        (f"0 {START} ", "expected 2 fields"),
        (f"0  {START}", "expected 2 fields"),
        (f"2 {START}", "expected turn as a plain number from 0 to 1: '2'"),
        (f"A {START}", "expected turn as a plain number"),
        ("0 0,0,0,0,0", "expected 5 pieces for each of 2 seats"),
        ("0 0,0,0,0,0/0,0,0,0", "expected 5 pieces for each of 2 seats"),
        ("0 0,0,0,0,0/0,0,0,0,0,0", "expected 5 pieces for each of 2 seats"),
        ("0 0,0,0,0,0/0,0,0,0,0/0,0,0,0,0", "expected 5 pieces for each of 2 seats"),
        ("0 0,0,0,0,13/0,0,0,0,0", "expected progress as a plain number from 0 to 12: '13'"),
        ("0 0,0,0,0,01/0,0,0,0,0", "expected progress as a plain number from 0 to 12: '01'"),
        ("0 0,0,0,0,/0,0,0,0,0", "expected progress as a plain number"),
        ("0 0,0,0,0,-1/0,0,0,0,0", "expected progress as a plain number"),
        ("0 1,0,0,0,0/1,0,0,0,0", "expected one piece on b2, not A1 and B1"),
        ("0 0,0,9,0,0/0,0,9,0,0", "expected one piece on d4, not A3 and B3"),
        ("- 12,12,12,12,0/12,12,12,12,0", "expected at most one seat with four pieces home"),
        ("0 12,12,12,12,0/0,0,0,0,0", "expected turn -, because white has won"),
        ("1 0,0,0,0,0/12,12,12,12,12", "expected turn -, because black has won"),
    ],
)
def test_a_wrong_position_text_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        at(text)


@given(st.text(alphabet="0123456789,/- AB", max_size=40))
def test_no_text_raises_anything_but_a_value_error(text: str) -> None:
    try:
        state = Squadro().state(text)
    except ValueError:
        return
    assert str(state) == text


PROGRESS = st.lists(st.integers(0, 12), min_size=10, max_size=10)


@given(st.sampled_from("01-"), PROGRESS)
def test_every_position_that_is_read_is_written_alike(turn: str, progress: list[int]) -> None:
    text = written(progress, turn)
    try:
        state = Squadro().state(text)
    except ValueError:
        return
    assert str(state) == text
    assert state.progress == tuple(progress)


@given(st.text(alphabet="AB0123456:-x", max_size=14))
def test_no_move_text_raises_anything_but_an_illegal_move(text: str) -> None:
    state = at(f"0 {MIDDLE}")
    try:
        assert str(state.parse(text)) == text
    except IllegalMove:
        assert text not in moves(state)


def test_states_are_equal_by_text_and_options_whatever_led_to_them() -> None:
    again = play(at(CYCLE_BEGIN), CYCLE)
    assert (again, hash(again)) == (at(CYCLE_BEGIN), hash(at(CYCLE_BEGIN)))
    assert again != at(CYCLE_BEGIN, repetition="none")
    assert again != at(f"1 {CYCLE_BEGIN[2:]}")
    assert again != str(again)
    assert repr(again) == f"<squadro {CYCLE_BEGIN}>"


def test_a_pickled_state_remembers_what_came_before() -> None:
    again = pickle.loads(pickle.dumps(play(at(CYCLE_BEGIN), CYCLE + CYCLE[:-1])))
    assert move_piece(again, CYCLE[-1]).is_terminal


def test_material_is_the_lead_in_moves_to_go() -> None:
    assert Squadro().start().material(0) == 0.0
    ahead = at("0 6,0,0,0,0/0,0,0,0,0")
    assert ahead.material(0) == -ahead.material(1) > 0.0
    assert at("0 12,12,12,11,0/0,0,0,0,0").material(0) == pytest.approx(29 / 30)


def test_evaluation_is_the_score_to_expect() -> None:
    ahead = at("0 12,12,6,6,0/6,2,0,6,3")
    assert 1 > ahead.evaluate(0) == -ahead.evaluate(1) > 0.5
    assert at("- 12,12,12,12,0/0,0,0,0,0").evaluate(0) == 1
