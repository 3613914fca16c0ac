"""Thaayam: the figures of its rule sheet, each clause of its seed and every option."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.actions import PASS
from games.core import Outcome, perft, random_action
from games.message import IllegalMove
from games.options import OptionValue
from games.thaayam.game import RandomPlay, Thaayam, ThaayamPosition
from games.thaayam.rules import TURN_GUARD
from tests.games.playing import moves, play

LATE = "3 throw 25,25,11,7/25,25,9,6/25,7,5,0/23,20,15,1 - -"


def at(text: str, **options: OptionValue) -> ThaayamPosition:
    return Thaayam(**options).state(text)


@pytest.mark.parametrize(
    ("text", "options", "counts"),
    [
        (None, {}, [1, 5, 17, 61, 209, 717, 2419, 8189, 27543]),
        (f"{LATE} -", {}, [1, 5, 22, 119, 535, 2949, 13476]),
        (f"{LATE} -", {"capture_throw": True}, [1, 5, 22, 119, 546, 3038, 14343]),
        (f"{LATE} -", {"finish": "overshoot"}, [1, 5, 23, 133, 652, 3959, 19957]),
        (f"{LATE} 0000", {"capture_first": True}, [1, 5, 17, 69, 250, 1023, 3818]),
    ],
)
def test_perft_figures_of_the_rule_sheet(
    text: str | None, options: dict[str, OptionValue], counts: Sequence[int]
) -> None:
    game = Thaayam(**options)
    state = game.start() if text is None else game.state(text)
    assert [perft(state, depth) for depth in range(len(counts))] == counts


def test_start_text_and_the_seats_of_each_number_of_players() -> None:
    assert str(Thaayam().start()) == "0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
    sides = {n: [seat.side for seat in games.load("thaayam", seats=n).seats] for n in (2, 3, 4)}
    assert sides == {
        2: ["south", "north"],
        3: ["south", "west", "north"],
        4: ["south", "west", "north", "east"],
    }
    colours = [(seat.side, seat.colour) for seat in Thaayam().seats]
    assert colours == [("south", "white"), ("west", "black"), ("north", "red"), ("east", "blue")]


def test_throws_have_the_chances_of_four_fair_lots() -> None:
    chances = {str(t): chance * 16 for t, chance in Thaayam().start().chance_outcomes()}
    assert chances == {"1": 4, "2": 6, "3": 4, "4": 1, "8": 1}
    assert str(Thaayam().throw((0, 0, 0, 0))) == "8"
    assert str(Thaayam().throw((0, 1, 0, 1))) == "2"
    with pytest.raises(ValueError, match="expected 4 faces"):
        Thaayam().throw((1, 1))


def test_clause_1_throws_go_on_until_a_2_or_a_3_which_counts() -> None:
    state = play(at("0 throw 9,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"), "8", "1", "4")
    assert state.is_chance
    assert str(play(state, "3")) == "0 move 9,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1,3,4,8 - -"


def test_clause_2_a_throw_that_can_be_played_must_be() -> None:
    state = at("0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -")
    assert moves(state) == ["2:c1-e1"]
    with pytest.raises(IllegalMove, match="you must play a throw that can be played: 2:c1-e1"):
        state.parse("pass")


def test_clause_2_pass_stands_alone_when_nothing_can_be_played() -> None:
    state = at("0 move 24,24,24,24/0,0,0,0/0,0,0,0/0,0,0,0 2,3 - -")
    assert moves(state) == ["pass"]
    assert str(play(state, "pass")) == "1 throw 24,24,24,24/0,0,0,0/0,0,0,0/0,0,0,0 - - -"


def test_clause_3_example_of_the_seed() -> None:
    state = play(Thaayam().start(), "8", "4", "1", "4", "2")
    assert str(state) == "0 move 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1,2,4 - -"
    state = play(state, "1:hand-c1", "4:c1-e3", "2:e3-e5")
    assert str(state) == "1 throw 7,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"


def test_clause_3_without_a_1_the_whole_series_is_void() -> None:
    state = play(Thaayam().start(), "8", "4", "3")
    assert str(state) == "0 move 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
    assert moves(state) == ["pass"]


def test_clause_3_a_piece_on_the_course_or_in_the_fortress_makes_every_throw_count() -> None:
    state = play(at("0 throw 26,25,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"), "8", "2")
    assert [str(throw) for throw in state.pending] == ["2", "8"]


def test_clause_4_throws_may_be_shared_out_or_played_by_one_piece() -> None:
    state = at("0 move 2,1,0,0/0,0,0,0/0,0,0,0/0,0,0,0 3,4,4 - -")
    together = play(state, "4:d1-e4", "4:e4-b5", "3:b5-a3")
    assert str(together) == "1 throw 13,1,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
    apart = play(state, "4:d1-e4", "4:c1-e3", "3:e3-d5")
    assert str(apart) == "1 throw 8,6,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"


def test_clause_5_course_runs_round_the_outer_ring_then_back_round_the_inner() -> None:
    ways = {
        seat.side: [Thaayam().rules.place(seat.index, p) for p in (1, 2, 5, 16, 17, 24, 25)]
        for seat in Thaayam().seats
    }
    assert ways == {
        "south": ["c1", "d1", "e3", "b1", "b2", "c2", "c3"],
        "east": ["e3", "e4", "c5", "e2", "d2", "d3", "c3"],
        "north": ["c5", "b5", "a3", "d5", "d4", "c4", "c3"],
        "west": ["a3", "a2", "c1", "a4", "b4", "b3", "c3"],
    }


def test_clause_5_pieces_leave_the_fortress_by_a_1_when_all_are_there() -> None:
    assert moves(at("0 move 25,25,25,24/0,0,0,0/0,0,0,0/0,0,0,0 1 - -")) == ["1:c2-c3"]
    assert moves(at("0 move 26,25,25,25/0,0,0,0/0,0,0,0/0,0,0,0 1 - -")) == ["1:c3-off"]


def test_clause_5_who_takes_the_last_piece_off_wins_at_once() -> None:
    state = play(at("0 move 26,26,26,25/0,0,0,0/0,0,0,0/0,0,0,0 1,4 - -"), "1:c3-off")
    assert str(state) == "- over 26,26,26,26/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
    assert state.outcome() == Outcome((0,), "home")
    assert state.turn is None
    assert state.evaluate(0) == 1.0
    assert state.evaluate(1) == -1.0


def test_clause_6_own_pieces_share_a_square() -> None:
    state = play(at("0 move 4,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -"), "2:d1-e2")
    assert [(p.place, p.count) for p in state.pieces() if p.seat == 0] == [("e2", 2), ("hand", 2)]


def test_clause_7_all_enemies_on_the_square_are_captured_and_return_to_hand() -> None:
    state = at("0 move 4,0,0,0/11,11,0,0/15,14,0,0/0,0,0,0 3 - -")
    (move,) = state.legal_moves()
    assert str(move) == "3:e2-e5x"
    assert [(victim.seat, victim.count) for victim in move.captures] == [(1, 2), (2, 1)]
    assert str(state.apply(move)) == "1 throw 7,0,0,0/0,0,0,0/14,0,0,0/0,0,0,0 - - -"


def test_clause_8_nobody_is_captured_in_a_palace_or_the_fortress() -> None:
    palace = at("0 move 4,0,0,0/9,9,0,0/13,0,0,0/1,1,1,1 1 - -")
    assert "1:e2-e3" in moves(palace)
    fortress = at("0 move 24,0,0,0/25,25,0,0/25,0,0,0/25,0,0,0 1 - -")
    assert "1:c2-c3" in moves(fortress)


def test_clause_8_a_guest_in_the_own_palace_is_not_captured_by_a_piece_that_comes_in() -> None:
    guest = at("0 move 0,0,0,0/5,0,0,0/0,0,0,0/0,0,0,0 1 - -")
    assert moves(guest) == ["1:hand-c1"]
    assert str(play(guest, "1:hand-c1")) == "1 throw 1,0,0,0/5,0,0,0/0,0,0,0/0,0,0,0 - - -"
    beside = at("0 move 1,0,0,0/6,0,0,0/0,0,0,0/0,0,0,0 1 - -")
    assert moves(beside) == ["1:c1-d1x", "1:hand-c1"]


def test_fortress_is_entered_by_exact_count_unless_overshoot_is_chosen() -> None:
    text = "0 move 24,22,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -"
    assert moves(at(text)) == ["2:d3-c2"]
    assert moves(at(text, finish="overshoot")) == ["2:c2-c3", "2:d3-c2"]
    with pytest.raises(IllegalMove, match="from c2 exactly 1 leads into the fortress"):
        at(text).parse("2:c2-c3")


def test_overshoot_never_takes_a_piece_off() -> None:
    state = at("0 move 25,25,25,25/0,0,0,0/0,0,0,0/0,0,0,0 4 - -", finish="overshoot")
    assert moves(state) == ["pass"]


def test_capture_throw_gives_a_fresh_series_that_joins_what_is_left() -> None:
    state = at("0 move 4,0,0,0/11,0,0,0/0,0,0,0/0,0,0,0 3,4 - -", capture_throw=True)
    state = play(state, "3:e2-e5x")
    assert str(state) == "0 throw 7,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 4 - -"
    state = play(state, "8", "2")
    assert str(state) == "0 move 7,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2,4,8 - -"


def test_capture_first_closes_the_inner_ring_until_the_seat_has_captured() -> None:
    closed = at("0 move 16,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - 0111", capture_first=True)
    assert moves(closed) == ["pass"]
    with pytest.raises(IllegalMove, match="closed until your first capture"):
        closed.parse("2:b1-b3")
    killing = at("0 move 16,4,0,0/11,0,0,0/0,0,0,0/0,0,0,0 2,3 - 0000", capture_first=True)
    assert "2:b1-b3" in moves(play(killing, "3:e2-e5x"))


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "5", "expected a throw, one of 1, 2"),
        ("0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -", "8", "a move such as"),
        (
            "0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -",
            "3:c1-e2",
            "there is no 3 left to play, only 2",
        ),
        (
            "0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -",
            "2:d1-e2",
            "white has no piece to move from d1",
        ),
        ("0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -", "2:hand-c1", "only a 1 brings a piece in"),
        (
            "0 move 25,25,25,25/0,0,0,0/0,0,0,0/0,0,0,0 1,2 - -",
            "2:c3-off",
            "only a 1 takes a piece off",
        ),
        (
            "0 move 25,25,25,0/0,0,0,0/0,0,0,0/0,0,0,0 1 - -",
            "1:c3-off",
            "only when all are in the fortress",
        ),
        (
            "0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -",
            "2:c1-e2",
            "2 from c1 leads to e1, not to e2",
        ),
        (
            "0 move 1,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -",
            "2:c1-e1x",
            "written 2:c1-e1, not 2:c1-e1x",
        ),
        (
            "0 move 26,26,1,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -",
            "2:a1-off",
            "white has no piece to move from a1",
        ),
        ("- over 26,26,26,26/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "2:c1-e1", "the game is over"),
    ],
)
def test_a_refused_action_says_why(text: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        at(text).parse(move)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - -", "expected 6 fields"),
        (
            "4 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -",
            "expected turn as a plain number from 0 to 3",
        ),
        ("0 wait 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "expected phase"),
        ("0 throw 0,0,0,0/0,0,0,0/0,0,0,0 - - -", "expected 4 pieces for each of 4 seats"),
        ("0 throw 0,0,0,1/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "furthest first"),
        ("0 throw 27,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "from 0 to 26"),
        ("0 throw 01,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "plain number"),
        (
            "0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -",
            "no kept throws before the series closes",
        ),
        ("0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 8,2 -", "without a closing 2 or 3"),
        ("0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 5 -", "expected throws among 1, 2, 3, 4, 8"),
        ("0 move 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 4,1 - -", "kept throws ascending"),
        ("0 move 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 8 -", "no series while a move is awaited"),
        ("0 move 26,26,26,26/0,0,0,0/0,0,0,0/0,0,0,0 1 - -", "because white has won"),
        ("- throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "turn - just when"),
        ("0 over 26,26,26,26/0,0,0,0/0,0,0,0/0,0,0,0 - - -", "turn - just when"),
        ("- over 26,26,26,26/0,0,0,0/0,0,0,0/0,0,0,0 1 - -", "no throws when the game is over"),
        ("0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - 0000", "without capture_first"),
    ],
)
def test_a_wrong_position_text_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        Thaayam().state(text)


@pytest.mark.parametrize("capturers", ["-", "000", "00000", "0020"])
def test_capturers_are_a_digit_a_seat_with_capture_first(capturers: str) -> None:
    with pytest.raises(ValueError, match="expected capturers as 4 digits"):
        at(f"0 throw 0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - {capturers}", capture_first=True)


@given(st.text(alphabet="0123456789,/- throwmve", max_size=60))
def test_no_text_raises_anything_but_a_value_error(text: str) -> None:
    try:
        state = Thaayam().state(text)
    except ValueError:
        return
    assert str(state) == text


def test_the_guard_of_turns_draws_the_game_for_all() -> None:
    state = at("0 move 24,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 - -")
    turned = type(state)(state.game, 0, "move", state.groups, (2,), (), (), turns=TURN_GUARD - 1)
    over = play(turned, "pass")
    assert over.outcome() == Outcome((0, 1, 2, 3), "guard", is_draw=True)
    assert over.evaluate(2) == 0.0
    assert over == at("- over 24,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -")
    assert at(str(over)).outcome() == Outcome((0, 1, 2, 3), "draw", is_draw=True)


def test_random_games_of_four_last_about_218_turns() -> None:
    lengths = []
    for seed in range(40):
        rng, state = random.Random(seed), Thaayam().start()
        while not state.is_terminal:
            state = state.apply(random_action(state, rng))
        lengths.append(state.turns)
    assert 190 < sum(lengths) / len(lengths) < 245


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 2, "capture_throw": True},
        {"capture_first": True},
        {"finish": "overshoot"},
        {"captures": "last", "closing": "void"},
    ],
)
def test_fast_random_play_has_the_same_moves_as_the_states(
    options: dict[str, OptionValue],
) -> None:
    game, rng = Thaayam(**options), random.Random(6)
    state = game.start()
    while not state.is_terminal:
        moves = set(state.legal_moves()) - {PASS}
        if state.turn is not None and not state.is_chance:
            ways = RandomPlay(state, rng.random).ways(state.turn)
            written = {
                f"{t}:{game.rules.place(state.turn, p)}-{game.rules.place(state.turn, q)}"
                for t, p, q in ways
            }
            assert written == {str(move).removesuffix("x") for move in moves}
        state = state.apply(random_action(state, rng))


def test_fast_random_play_wins_as_often_for_every_seat() -> None:
    game = Thaayam(seats=2)
    outcomes = [game.playout(game.start(), random.Random(seed)) for seed in range(300)]
    wins = sum(outcome.winners == (0,) for outcome in outcomes)
    assert 120 < wins < 180
    assert {outcome.reason for outcome in outcomes} == {"home"}


def test_a_piece_may_capture_only_where_it_stops_last() -> None:
    text = "0 move 4,1,0,0/11,0,0,0/0,0,0,0/0,0,0,0 2,3 - -"
    for captures, first in (("stops", "3:e2-e5x"), ("last", "3:e2-e5")):
        state = at(text, captures=captures)
        assert first in moves(state)
        gone_on, stayed = play(state, first, "2:e5-c5"), play(state, first)
        assert ("11,0" in str(gone_on)) == (captures == "last")
        assert ("2:c1-e1x" in moves(stayed)) == (captures == "last")
    last = play(at(text, captures="last"), "3:e2-e5", "2:c1-e1x")
    assert str(last) == "1 throw 7,3,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"


def test_throws_that_cannot_be_played_do_not_keep_the_last_stop_from_capturing() -> None:
    text = "0 move 26,26,24,20/20,0,0,0/0,0,0,0/0,0,0,0 2,8 - -"
    state = at(text, captures="last")
    assert moves(state) == ["2:c4-d3x"]
    assert moves(play(state, "2:c4-d3x")) == ["pass"]


@pytest.mark.parametrize("options", [{}, {"capture_first": True}, {"capture_throw": True}])
def test_with_captures_at_the_last_stop_nobody_is_left_beside_an_enemy(
    options: dict[str, OptionValue],
) -> None:
    game = Thaayam(captures="last", **options)
    for seed in range(3):
        rng, state, captured = random.Random(seed), game.start(), 0
        while not state.is_terminal:
            after = state.apply(random_action(state, rng))
            if state.turn is not None and after.turn != state.turn:
                met = game.rules.captured(after.groups, state.turn, after.groups[state.turn])
                assert not met
            for move in state.legal_moves():
                captured += bool(move.captures)
                if move.captures and not options:
                    assert state.apply(move).turn != state.turn or moves(state.apply(move)) == [
                        "pass"
                    ]
            state = after
        assert captured


def test_the_throw_that_ends_a_series_may_not_count() -> None:
    on_board = "0 throw 9,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - - -"
    state = play(at(on_board, closing="void"), "8", "1", "3")
    assert [str(throw) for throw in state.pending] == ["1", "8"]
    nothing = play(at(on_board, closing="void"), "3")
    assert moves(nothing) == ["pass"]
    with pytest.raises(IllegalMove, match="the throw that ends the series does not count"):
        nothing.parse("3:c5-a5")
    entering = play(Thaayam(closing="void").start(), "8", "1", "4", "2")
    assert [str(throw) for throw in entering.pending] == ["1", "4"]
    with pytest.raises(IllegalMove, match="no throw counts before a 1"):
        play(Thaayam(closing="void").start(), "8", "2").parse("8:c1-e3")


def test_a_move_tells_the_hands_what_to_do_captured_pieces_first() -> None:
    (move,) = at("0 move 4,0,0,0/11,11,0,0/0,0,0,0/0,0,0,0 3 - -").legal_moves()
    assert [(s.verb, s.piece.seat, s.piece.count, s.origin, s.target) for s in move.steps] == [
        ("take_off", 1, 2, "e5", "hand"),
        ("move", 0, 1, "e2", "e5"),
    ]
    assert move.path == ("e3", "e4", "e5")
    assert [(choice.kind, choice.value) for choice in move.choices] == [
        ("piece", "e2"),
        ("target", "e5"),
        ("die", "3"),
    ]


def test_a_fast_random_turn_plays_all_that_is_kept_before_it_throws_again() -> None:
    state = at("0 move 26,26,26,24/0,0,0,0 1,1 - -", seats=2, captures="last", capture_throw=True)
    asked: list[float] = []

    def lowest() -> float:
        asked.append(0.0)
        assert len(asked) <= 2, "it has thrown"
        return 0.0

    assert RandomPlay(state, lowest).play_out(0, awaits_throw=False).winners == (0,)
    assert len(asked) == 2


def test_a_piece_that_is_taken_off_is_worth_more_than_one_anywhere_else() -> None:
    worth = [at(f"1 throw {n},0,0,0/0,0,0,0 - - -", seats=2).evaluate(0) for n in range(27)]
    assert max(worth) == worth[26]
    assert min(worth) == worth[0]
