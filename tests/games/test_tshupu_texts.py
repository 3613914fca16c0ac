"""T'shu-p'u as people read, write and pick it; and its random play on plain numbers."""

import pickle
import random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.actions import PASS, Move, Throw
from games.message import IllegalMove
from games.options import OptionValue
from games.tshupu.game import Tshupu, TshupuPosition, play_out
from games.tshupu.rules import MOVE_TEXT, OPTIONS, TURN_GUARD
from games.tshupu.tables import numbers, shifts_of
from tests.deep import deeply
from tests.games.playing import moves, play
from tests.games.tshupu_play import AWAY, START, at, played, south

ONE_YELLOW = "0 move 33,33,33,{}/0,0,0,0/0,0,0,0/0,0,0,0 {}"


# Refusals


@pytest.mark.parametrize(
    ("text", "given", "reason"),
    [
        (START, "5", "expected a throw, one of 1\\+1, 1\\+3, .*, not 5"),
        (START, "4+3", "expected a throw"),
        ("- over 33,33,33,33/0,0,0,0/33,33,33,33/0,0,0,0 -", "1+1", "the game is over"),
        (ONE_YELLOW.format(1, "1+4"), "e1-f1", "a move such as 3\\+4:e1-i5x .* not e1-f1"),
        (ONE_YELLOW.format(1, "1+4"), "pass", "may not pass: 1\\+4:e1-h4 can be played"),
        (
            ONE_YELLOW.format(1, "1+4"),
            "3:e1-g4",
            "play 1\\+4 as 1\\+4 / 1,4 / 1 / 4, not as 3",
        ),
        (ONE_YELLOW.format(1, "1+4"), "4+1:e1-h4", "not as 4\\+1"),
        (ONE_YELLOW.format(1, "1+4"), "1+4:f1-i4", "yellow has no piece to move from f1"),
        (ONE_YELLOW.format(1, "1+4"), "1+4:a1-i4", "yellow has no piece to move from a1"),
        (ONE_YELLOW.format(1, "1+4"), "1+4:e1'-i4", "yellow has no piece to move from e1'"),
        (ONE_YELLOW.format(1, "1+4"), "1:e1-f1,4:e1-g4", "yellow has only one on e1"),
        (ONE_YELLOW.format(32, "1+4"), "4:e5-off", "only a die that shows 1 .* not 4"),
        (ONE_YELLOW.format(32, "1+4"), "1+4:e5-off", "only a die that shows 1 .* not 1\\+4"),
        (
            ONE_YELLOW.format(29, "1+4"),
            "4:e1'-e5",
            "from e1 exactly 3 leads into the centre, not 4",
        ),
        (ONE_YELLOW.format(1, "1+4"), "1+4:e1-i4", "1\\+4 from e1 leads to h4, not to i4"),
        (ONE_YELLOW.format(28, "1+1"), "1:d1-e1", "1 from d1 leads to e1', not to e1"),
        (ONE_YELLOW.format(1, "1+4"), "1:e1-f1", "you can play both dice.* 1\\+4:e1-h4"),
        (ONE_YELLOW.format(1, "1+4"), "1+4:e1-h4x", "written 1\\+4:e1-h4, not 1\\+4:e1-h4x"),
        (
            "0 move 33,33,5,1/0,0,0,0/0,0,0,0/0,0,0,0 3+3",
            "3:g4-i5,3:e1-f3",
            "written 3:e1-f3,3:g4-i5, not",
        ),
        (
            "0 move 33,33,33,33/0,0,0,0/1,0,0,0/0,0,0,0 1+4",
            "1+4:e1-h4",
            "black has no piece to move from e1",
        ),
    ],
)
def test_a_refused_action_says_why(text: str, given: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        at(text).parse(given)


@pytest.mark.parametrize("count", [6, *deeply(20)])
@pytest.mark.parametrize("options", [{}, *({o.name: o.others[0]} for o in OPTIONS)])
def test_a_move_of_another_turn_is_legal_or_refused_with_a_reason(
    options: dict[str, OptionValue], count: int
) -> None:
    states = [state for state in played(Tshupu(**options), seed=31) if state.throw]
    texts = sorted({text for state in states for text in moves(state)})
    for state in random.Random(32).sample(states, count):
        legal = set(moves(state))
        for text in texts:
            if text not in legal:
                with pytest.raises(IllegalMove, match=r"\w+ \w+"):
                    state.parse(text)


@given(st.from_regex(MOVE_TEXT, fullmatch=True))
def test_a_well_formed_move_raises_nothing_but_a_value_error(text: str) -> None:
    state = south("29,28,1,0", "1+3", "17,8,0,0/1,1,1,1/1,1,1,1")
    try:
        move = state.parse(text)
    except ValueError:
        return
    assert move in state.legal_moves()


# TshupuPosition text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"0 throw 1,1,1,1/{AWAY}", "expected 4 fields"),
        (f"4 throw 1,1,1,1/{AWAY} -", "expected turn as a plain number from 0 to 3"),
        (f"0 wait 1,1,1,1/{AWAY} -", "expected phase throw, move or over"),
        ("0 throw 1,1,1,1/1,1,1,1 -", "expected 4 pieces for each of 4 seats"),
        (f"0 throw 1,1,1/{AWAY} -", "expected 4 pieces for each of 4 seats"),
        (f"0 throw 1,1,1,2/{AWAY} -", "furthest first"),
        (f"0 throw 34,1,1,1/{AWAY} -", "from 0 to 33"),
        (f"0 throw 01,1,1,1/{AWAY} -", "plain number"),
        (f"0 throw 1,1,1,1/{AWAY} 1+3", "a throw just while a move is awaited"),
        (f"0 move 1,1,1,1/{AWAY} -", "a throw just while a move is awaited"),
        (f"0 move 1,1,1,1/{AWAY} 3+1", "expected throw as - or one of 1\\+1, 1\\+3"),
        (f"0 move 1,1,1,1/{AWAY} 2+3", "expected throw as - or one of"),
        (f"- throw 1,1,1,1/{AWAY} -", "turn - just when the phase is over"),
        (f"0 over 1,1,1,1/{AWAY} -", "turn - just when the phase is over"),
        (f"- over 1,1,1,1/{AWAY} 1+3", "a throw just while"),
        ("0 throw 33,33,33,33/1,0,0,0/33,33,33,33/1,0,0,0 -", "because yellow and black have won"),
        ("- over 33,33,33,33/33,33,33,33/33,33,33,33/33,33,33,33 -", "at most one team"),
    ],
)
def test_a_wrong_position_text_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        at(text)


def test_finished_skip_has_no_turn_of_a_seat_that_is_done() -> None:
    text = "1 throw 1,0,0,0/33,33,33,33/1,0,0,0/32,0,0,0 -"
    assert str(at(text)) == text
    with pytest.raises(ValueError, match="the turn of a seat that still has pieces"):
        at(text, finished="skip")


@given(st.text(alphabet="0123456789,/-+ throwmve", max_size=60))
def test_no_text_raises_anything_but_a_value_error(text: str) -> None:
    try:
        state = Tshupu().state(text)
    except ValueError:
        return
    assert str(state) == text


# What screens, hands and tables need


def test_a_two_piece_move_is_picked_piece_by_piece() -> None:
    (move,) = [m for m in south("33,33,28,1", "1+4").legal_moves() if str(m).startswith("1:d1")]
    assert [(choice.kind, choice.value, choice.points) for choice in move.choices] == [
        ("piece", "d1", ("d1",)),
        ("target", "e1'", ("e1",)),
        ("piece", "e1", ("e1",)),
        ("target", "g4", ("g4",)),
    ]
    assert move.path == ("e1", "f1", "f2", "f3", "g4")


def test_a_die_left_unused_is_picked_by_saying_so() -> None:
    move = cast("Move", south("33,33,1,1", "1+4", must_use="optional").parse("1:e1-f1"))
    assert [choice.kind for choice in move.choices] == ["piece", "target", "pass"]


def test_captured_pieces_are_taken_off_before_the_move() -> None:
    (move,) = south("33,33,33,1", "3+4", "15,15,0,0/0,0,0,0/29,0,0,0").legal_moves()
    assert [(s.verb, s.piece.seat, s.piece.count, s.origin, s.target) for s in move.steps] == [
        ("take_off", 1, 2, "i5", "hand"),
        ("take_off", 3, 1, "i5", "hand"),
        ("move", 0, 1, "e1", "i5"),
    ]
    assert move.steps[1].result.badge == ""


def test_the_throw_is_pending_until_it_is_moved() -> None:
    state = play(at(START), "3+4")
    assert state.pending == (Throw("3+4"),)
    assert state.pending[0].faces == (3, 4)
    assert play(state, "3+4:e1-i5x").pending == ()


def test_evaluation_and_material_are_those_of_the_team_that_leads() -> None:
    state = at("0 throw 33,0,0,0/0,0,0,0/33,0,0,0/1,1,0,0 -")
    ours, theirs, *others = (state.evaluate(seat) for seat in range(4))
    assert 0 < ours == -theirs < 1
    assert others == [ours, theirs]
    assert [state.material(seat) for seat in range(4)] == [64 / 264, -64 / 264] * 2


def test_an_equal_move_of_another_state_is_the_same_move() -> None:
    state = play(at(START), "3+4")
    foreign = cast("Move", pickle.loads(pickle.dumps(state.legal_moves()[0])))
    assert state.apply(foreign) == state.apply(state.legal_moves()[0])


# Random play on plain numbers


@pytest.mark.parametrize("options", [{}, {"must_use": "optional"}, {"bear_off": "all_home"}])
def test_random_play_draws_every_legal_move_from_an_equal_share_of_the_numbers(
    options: dict[str, OptionValue],
) -> None:
    race = Tshupu(**options).race
    for state in played(Tshupu(**options), seed=9):
        if state.throw:
            ways = race.ways(state.groups, race.mover(state.groups, state.turn or 0), state.throw)
            legal = [move.change for move in state.legal_moves()]
            counts = numbers(race, ways, state.throw)
            assert counts[-1] == len(legal)
            assert [
                shifts_of(ways, state.throw, counts, each) for each in range(counts[-1])
            ] == legal


def test_random_play_goes_on_from_a_throw_and_keeps_the_guard() -> None:
    stuck = south("33,33,33,31", "3+4")
    last = TshupuPosition(stuck.game, 0, stuck.groups, stuck.throw, TURN_GUARD - 1)
    assert play_out(last, random.Random(1)).reason == "guard"
    won = south("33,33,33,32", "1+4", "0,0,0,0/33,33,33,33/0,0,0,0")
    assert play_out(won, random.Random(1)).winners == (0, 2)


def test_random_play_of_a_game_that_is_over_is_its_outcome() -> None:
    over = at("- over 1,1,1,1/33,33,33,33/1,1,1,1/33,33,33,33 -")
    assert over.game.playout(over, random.Random(1)) == over.outcome()


def test_pass_does_nothing() -> None:
    (only,) = south("33,33,33,31", "3+4").legal_moves()
    assert only == PASS
    assert only.change == ()
