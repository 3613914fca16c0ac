"""xiangqi4: position text, notation, refusals, and what a screen shows and hands do."""

import pickle
import random
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.actions import Action, PlainMove
from games.core import Outcome, State, random_action
from games.message import IllegalMove
from games.options import OptionValue
from games.xiangqi4.game import Xiangqi4
from games.xiangqi4.moves import BattleMove
from tests.games.playing import moves, play
from tests.games.xiangqi4_play import GENERALS, at, written

OTHERS = ("e1-e1", "h@a1", "pass", "R@h9", "zz", "lot:r", "j1xj2")
"""What is nowhere or seldom a move."""


def read(parse: Callable[[str], Action], text: str) -> str:
    """Return the action that ``parse`` finds, as it is written, or why it finds none."""
    try:
        return str(parse(text))
    except IllegalMove as refused:
        return str(refused)


@pytest.mark.parametrize("mode", ["free", "teams"])
def test_a_written_move_is_found_as_if_all_had_been_written(mode: str) -> None:
    rng, state = random.Random(3), Xiangqi4(mode=mode).start()
    for _ in range(60):
        for action in rng.sample(list(state.actions()), 3):
            assert state.parse(str(action)) == action
        for text in OTHERS:
            assert read(state.parse, text) == read(partial(State.parse, state), text)
        state = state.apply(random_action(state, rng))


START = str(Xiangqi4().start())
EMPTY_BOARD = written(GENERALS, "0 - - 0").split(" ", maxsplit=1)[0]


@pytest.mark.parametrize(
    ("pieces", "tail", "move", "reason"),
    [
        (GENERALS, "0 - - 0", "g3", "expected a move such as g3-g10, g3xg19, C@q8 or pass"),
        (GENERALS, "0 - - 0", "pass", "red can move and may not pass"),
        (GENERALS, "0 - - 0", "a1-a2", "a1 is not a point of the board"),
        (GENERALS, "0 - - 0", "j2-j3", "red has no piece on j2"),
        (GENERALS, "0 - - 0", "s10-s9", "red has no piece on s10"),
        (
            GENERALS,
            "0 - - 0",
            "j1-j3",
            "general cannot go to j3: it moves one point straight, inside",
        ),
        (f"{GENERALS} rRf3", "0 - - 0", "f3-g4", "cannot go to g4: it moves straight along a line"),
        (f"{GENERALS} rCf3", "0 - - 0", "f3-g4", "cannot go to g4: it moves straight along a line"),
        (f"{GENERALS} rHg3", "0 - - 0", "g3-g4", r"straight \(empty\), then one diag"),
        (f"{GENERALS} rHg9", "0 - - 0", "g9-g10", "one diagonally, or a great leap"),
        (f"{GENERALS} rEh1", "0 - - 0", "h1-h2", "it moves two points diagonally, inside its camp"),
        (f"{GENERALS} rAi1", "0 - - 0", "i1-i2", "one point diagonally, inside its palace"),
        (f"{GENERALS} rSf4", "0 - - 0", "f4-g4", "one point forward up to the middle"),
        (f"{GENERALS} rVg9", "0 - - 0", "g9-h10", "h10: it goes one or two points straight"),
        (
            f"{GENERALS} rVg4",
            "0 - - 0",
            "g4-g3",
            "two points straight, never back in this camp",
        ),
        (f"{GENERALS} rRj2", "0 - - 0", "j1-j2", "red's own piece stands on j2"),
        (
            f"{GENERALS} rHg3 bRg4",
            "0 - - 0",
            "g3-f5",
            "a piece on g4 blocks the horse from g3 to f5",
        ),
        (
            f"{GENERALS} rRf3 rSf4",
            "0 - - 0",
            "f3-f6",
            "a piece on f4 blocks the rook from f3 to f6",
        ),
        (f"{GENERALS} rCg3 bRg9", "0 - - 0", "g3xg9", "between g3 and g9 there are 0"),
        (f"{GENERALS} rCg3 bRg5 bRg9", "0 - - 0", "g3-g8", "a piece on g5 blocks"),
        (f"{GENERALS} rRf3", "0 - - 0", "f3xf9", "that move is written f3-f9, not f3xf9"),
        (f"{GENERALS} bRj9", "0 - - 0", "j1-j2", "leaves red's general attacked"),
        (GENERALS, "0 - - 0", "R@q8", "red has no rook in reserve from the camp of q8"),
        (GENERALS, "0 rRb1 - 0", "R@j8", "j8 is not in a camp"),
        (f"{GENERALS} rRf3 rRf4", "0 rRb1 - 0", "R@q8", "red already has all 2 of that kind"),
        (f"{GENERALS} bRq8", "0 rRb1 - 0", "R@q8", "an empty point: q8 is occupied"),
        (GENERALS, "0 rRb1 - 0", "R@s7", "from s7 it attacks s10"),
        ("rGj1", "- - - 0", "j1-j2", "the game is over"),
    ],
)
def test_a_refused_action_says_why(pieces: str, tail: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        at(pieces, tail).parse(move)


def test_in_teams_a_refused_capture_of_an_ally_and_a_shot_too_far_say_why() -> None:
    state = at(f"{GENERALS} rCg3 rSh4 yVg6 bRg12 rRh3 yVh9", mode="teams")
    with pytest.raises(IllegalMove, match="yellow, your ally, has a piece on g6"):
        state.parse("g3xg6")
    with pytest.raises(IllegalMove, match="captures at most 8 points away"):
        state.parse("g3xg12")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (START + " 0", "expected 6 fields"),
        (START.replace("9/", "", 1), "expected 19 ranks joined by /, found 18"),
        (START.replace("1yC5yC1", "1yC5yC2"), "expected 9 points in rank"),
        (START.replace("gA17bA", "gA18bA", 1), "expected 19 points in rank"),
        (START.replace("1yC5yC1", "1yC14yC1"), "expected 9 points in rank '1yC14yC1', not 18"),
        (START.replace("1yC5yC1", "1yC05yC1"), "expected pieces such as rR"),
        (START.replace("gA17bA", "gA107bA", 1), "expected each run of empty points as one number"),
        (START.replace("yRyH", "yXyH"), "expected pieces such as rR"),
        (START.replace("/9/", "//", 1), "expected pieces such as rR"),
        (START.replace(" 0 rbyg", " 4 rbyg"), "expected turn as a plain number from 0 to 3"),
        (START.replace(" 0 rbyg", " 0 bryg"), "expected living as letters of rbyg in order"),
        (START.replace(" 0 rbyg", " 0 ryg"), "expected no piece of black, who is out"),
        (START.replace("rG", "rR"), "expected one general of red, who lives"),
        (START.replace("rArGrA", "rGrArG"), "expected one general of red, who lives"),
        (f"{EMPTY_BOARD} 0 rbyg rRb - 0", "expected a reserve such as rRb2"),
        (f"{EMPTY_BOARD} 0 rbyg rRb0 - 0", "expected a reserve such as rRb2"),
        (f"{EMPTY_BOARD} 0 rbyg rEb1 - 0", "expected a reserve such as rRb2"),
        (f"{EMPTY_BOARD} 0 rbyg rHb1,rRb1 - 0", "expected reserves by holder, kind"),
        (f"{EMPTY_BOARD} 0 rbyg rRb1,rRb1 - 0", "expected reserves by holder, kind"),
        (f"{EMPTY_BOARD} 0 rbyg - Rb 0", "expected a lot such as Rb:rg"),
        (f"{EMPTY_BOARD} 0 rbyg - Rb:r 0", "expected a lot such as Rb:rg"),
        (f"{EMPTY_BOARD} 0 rbyg - Rb:gr 0", "expected a lot such as Rb:rg"),
        (f"{EMPTY_BOARD} 1 rbyg - Rb:rg 0", "expected lots only of a seat that is out"),
        (f"{EMPTY_BOARD} 0 rbyg - - -1", "expected clock as a plain number"),
        (f"{EMPTY_BOARD} 0 rbyg - - 07", "expected clock as a plain number"),
    ],
)
def test_a_wrong_position_text_says_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        Xiangqi4().state(text)


@pytest.mark.parametrize(
    ("pieces", "tail", "expected"),
    [
        ("rGi4 bGs9", "0 - - 0", "expected no general on i4"),
        ("rGi1 rAh1 bGs9", "0 - - 0", "expected no advisor on h1"),
        ("rGi1 rEh6 bGs9", "0 - - 0", "expected no elephant on h6"),
        ("rGi1 rSf6 bGs9", "0 - - 0", "expected no soldier on f6"),
        ("rGi1 yGk19 gGa9", "1 - - 0", "expected the turn of a living seat, or -"),
        ("rGi1 yGk19 gGa9", "0 - Rb:ry 0", "expected the turn of the seat that lots are taken"),
        ("rGi1 yGk19 gGa9", "- - Rb:ry 0", "expected the turn of the seat that lots are taken"),
        ("rGi1 yGk19", "1 - Rb:rg 0", "expected only living claimants"),
        ("rGi1 yGk19 gGa9", "1 - Hb:ry,Rb:ry 0", "expected lots in the order R H C S"),
        ("rGi1 yGk19 gGa9", "0 bRg1 - 0", "expected no reserve of black, who is out"),
        ("rGi1 bGs10 yRs14 yRr14", "1 - - 0", "expected no piece of yellow, who is out"),
        ("rGi1 bGs10 rRs14 rRr14", "1 - - 0", "expected a legal move for black to play"),
    ],
)
def test_fields_that_disagree_are_refused(pieces: str, tail: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        at(pieces, tail)


def test_teams_have_neither_reserves_nor_lots() -> None:
    for beside in ("0 rRb1 - 0", "1 - Rb:ry 0"):
        with pytest.raises(ValueError, match="neither reserves nor lots in teams"):
            at("rGi1 yGk19 gGa9", beside, mode="teams")


@given(st.text(alphabet="rbygRHEAGCSV0123456789/,:- ", max_size=80))
def test_no_text_raises_anything_but_a_value_error(text: str) -> None:
    try:
        state = Xiangqi4().state(text)
    except ValueError:
        return
    assert str(state) == text


PLACES = st.integers(min_value=0, max_value=len(START) - 1)


@given(st.lists(st.tuples(PLACES, st.sampled_from("rbygRHEAGCSV0123456789/,:- ")), max_size=4))
def test_a_text_with_slips_is_refused_or_means_itself(slips: list[tuple[int, str]]) -> None:
    signs = list(START)
    for place, sign in slips:
        signs[place] = sign
    text = "".join(signs)
    try:
        state = Xiangqi4().state(text)
    except ValueError:
        return
    assert str(state) == text


@given(st.text(alphabet="abcghjqs@x-RHC0123456789pass", max_size=9))
def test_no_move_text_raises_anything_but_an_illegal_move(text: str) -> None:
    state = at(GENERALS, "0 rRb1 - 0")
    try:
        action = state.parse(text)
    except IllegalMove:
        return
    assert str(action) == text


def test_what_a_move_tells_about_its_way() -> None:
    state = at("rGi1 bGs10 rHj10 rCg3 rSg4 bRg9 rSf5 bVf6")
    found = {str(move): move for move in state.legal_moves()}
    leap, shot, taking = found["j10-l14"], found["g3xg9"], found["f5xf6"]
    assert leap.path == ("j11", "k11", "k12", "k13", "l14")
    assert shot.path == ("g4", "g5", "g6", "g7", "g8", "g9")
    assert [(choice.kind, choice.value, choice.points) for choice in shot.choices] == [
        ("piece", "g3", ("g3",)),
        ("target", "g9", ("g9",)),
    ]
    assert [(s.verb, s.result.place, s.result.badge) for s in taking.steps] == [
        ("take_off", "off", ""),
        ("move", "f6", "V"),
    ]
    assert [(victim.kind, victim.badge) for victim in taking.captures] == [("soldier", "V")]


def test_captured_pieces_are_off_in_their_own_colour() -> None:
    state = play(Xiangqi4().start(), "g3xg19")
    assert [(p.seat, p.kind, p.count) for p in state.pieces() if p.place == "off"] == [
        (2, "horse", 1)
    ]


def test_any_move_of_the_same_text_may_be_applied() -> None:
    start = Xiangqi4().start()
    move = start.parse("g3-g10")
    assert start.apply(PlainMove("g3-g10", ())) == start.apply(move)
    assert move == PlainMove("g3-g10", ())
    assert hash(move) == hash(PlainMove("g3-g10", ()))
    assert pickle.loads(pickle.dumps(move)) == move
    other = Xiangqi4().start(first=2)
    with pytest.raises(IllegalMove, match="yellow has no piece on g3"):
        other.apply(move)


def test_a_pickled_state_keeps_its_history() -> None:
    shuffle = ("i1-i2", "s10-s11", "i2-i1", "s11-s10")
    state = play(at("rGi1 bGs10"), *shuffle, *shuffle[:3])
    again = pickle.loads(pickle.dumps(state))
    assert play(again, "s11-s10").outcome() == play(state, "s11-s10").outcome()
    over = play(state, "s11-s10")
    assert pickle.loads(pickle.dumps(over)).outcome() == over.outcome()


def test_a_long_game_is_as_small_as_a_short_one() -> None:
    rng, state = random.Random(0), Xiangqi4().start()
    sizes = []
    while not state.is_terminal:
        state = state.apply(random_action(state, rng))
        sizes.append(len(state.battle.seen))
    assert max(sizes) <= 201


def test_moves_come_in_one_order_however_a_position_was_reached() -> None:
    rng, state = random.Random(7), Xiangqi4().start()
    for _ in range(200):
        state = state.apply(random_action(state, rng))
        assert moves(Xiangqi4().state(str(state))) == moves(state)


def test_evaluation_counts_material_and_reserves() -> None:
    start = Xiangqi4().start()
    assert [start.evaluate(seat) for seat in range(4)] == [0.0] * 4
    assert play(start, "g3xg19").evaluate(2) < 0.0
    held = at(GENERALS, "0 rRb1 - 0")
    assert held.evaluate(0) > 0.0 > held.evaluate(1)
    assert at("rGj1 yGj19 gGa10").evaluate(1) == -1.0


def test_playouts_are_the_same_for_the_same_chance_and_leave_the_state_alone() -> None:
    game = Xiangqi4(spoils="lot")
    start = game.start()
    outcomes = [game.playout(start, random.Random(3)) for _ in range(2)]
    assert outcomes[0] == outcomes[1]
    assert str(start) == START
    lots = at("rGi1 yGk19 gGa9 yRs14", "1 - Rb:ry,Cb:ry 0", spoils="lot")
    assert game.playout(lots, random.Random(1)).winners
    over = play(at("rGi1 bGs10 rRs14"), "s14xs10")
    assert over.game.playout(over, random.Random(1)) == over.outcome()


def test_a_deed_is_shown_as_the_move_it_is() -> None:
    move = Xiangqi4().start().parse("g3-g10")
    assert isinstance(move, BattleMove)
    assert repr(move) == "Move('g3-g10')"
    assert Xiangqi4.MOVE_TEXT.fullmatch("C@q8")
    assert Xiangqi4.THROW_TEXT.fullmatch("lot:g")


LONE = "9/9/9/9/9/19/19/19/19/19/19/19/19/19/9/9/9/9/4rG4"
PAIR = "4yG4/9/9/9/9/19/19/19/19/19/19/19/19/19/9/9/9/9/4rG4"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (f"{LONE} 0 r - - 0", {}, "expected turn -, because red has won"),
        (f"{PAIR} 0 ry - - 0", {"mode": "teams"}, "turn -, because red and yellow have won"),
        ("/".join(["9"] * 5 + ["19"] * 9 + ["9"] * 5) + " - - - - 0", {}, "a seat that lives"),
        (f"{PAIR} 0 ry - - 200", {}, "a clock below 200 while a seat is to act"),
        (f"{PAIR} - ry - - 201", {}, "clock as a plain number from 0 to 200"),
    ],
)
def test_a_text_at_the_end_of_a_game_agrees_with_it(
    text: str, options: dict[str, OptionValue], expected: str
) -> None:
    with pytest.raises(ValueError, match=expected):
        Xiangqi4(**options).state(text)


def test_a_pair_may_play_on_and_a_lone_seat_has_won() -> None:
    assert Xiangqi4().state(f"{PAIR} 0 ry - - 199").turn == 0
    assert Xiangqi4().state(f"{LONE} - r - - 0").outcome() == Outcome((0,), "last")
