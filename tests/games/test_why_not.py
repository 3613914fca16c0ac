"""What people are told if they put a piece where no legal move brings it."""

import pytest

import games
from games.core import State
from games.message import IllegalMove
from games.options import OptionValue
from games.why_not import why_not
from tests import toy
from tests.games.squadro_play import CYCLE, CYCLE_BEGIN, MIDDLE, play
from tests.games.squadro_play import at as squadro_at
from tests.games.tshupu_play import START as TSHUPU_START
from tests.games.tshupu_play import at as tshupu_at
from tests.games.tshupu_play import south
from tests.games.xiangqi4_play import GENERALS, at

GENERAL_RULE = "it moves one point straight, inside its palace"
BY_ROOK = "that leaves red's general attacked by a piece of black: rook"


def answer(state: State, origin: str, target: str) -> str:
    """The reason as it is read, "" if there is none."""
    return str(why_not(state, origin, target) or "")


def thaayam(text: str, **options: OptionValue) -> State:
    return games.load("thaayam", seats=2, **options).state(text)


@pytest.mark.parametrize(
    ("text", "origin", "target", "reason"),
    [
        ("- over 26,26,26,26/0,0,0,0 - - -", "c3", "off", "the game is over"),
        ("0 throw 0,0,0,0/0,0,0,0 - - -", "hand", "c1", "throw before you move"),
        ("0 move 1,0,0,0/5,0,0,0 1,4 - -", "c1", "d1", ""),
        ("0 move 1,0,0,0/5,0,0,0 1,4 - -", "c1", "e3", ""),
        (
            "0 move 1,0,0,0/5,0,0,0 1,4 - -",
            "c1",
            "e4",
            "from c1 the piece goes to d1, e3, not to e4",
        ),
        (
            "0 move 1,0,0,0/5,0,0,0 1,4 - -",
            "a3",
            "a2",
            "the piece on a3 belongs to red, and it is white's turn",
        ),
        ("0 move 1,0,0,0/5,0,0,0 1,4 - -", "d5", "c5", "no piece stands on d5"),
        ("0 move 1,0,0,0/5,0,0,0 1,4 - -", "off", "d1", "white has no piece there: off"),
        ("0 move 1,0,0,0/5,0,0,0 1,4 - -", "c1", "c9", "c9 is not a point of the board"),
        ("0 move 1,0,0,0/5,0,0,0 1,4 - -", "c1", "hand", "the piece on c1 stays on the board"),
        ("0 move 1,0,0,0/5,0,0,0 2 - -", "hand", "c1", "only a 1 brings a piece in. You threw 2."),
        ("0 move 1,0,0,0/5,0,0,0 2 - -", "hand", "d1", "only a 1 brings a piece in. You threw 2."),
        (
            "0 move 0,0,0,0/5,0,0,0 - - -",
            "hand",
            "c1",
            "no throw counts before a 1 while none of your pieces is on the board",
        ),
        (
            "0 move 1,0,0,0/5,0,0,0 2,3 - -",
            "hand",
            "c1",
            "only a 1 brings a piece in. You threw 2, 3.",
        ),
        (
            "0 move 25,24,24,24/0,0,0,0 1,2 - -",
            "c3",
            "off",
            "pieces leave the board only when all are in the fortress or off; 3 are not there yet",
        ),
        (
            "0 move 24,24,24,24/0,0,0,0 2,3 - -",
            "c2",
            "c3",
            "from c2 exactly 1 leads into the fortress. You threw 2, 3.",
        ),
        (
            "0 move 25,25,25,25/0,0,0,0 2,3 - -",
            "c3",
            "off",
            "only a 1 takes a piece off the fortress. You threw 2, 3.",
        ),
        (
            "0 move 26,25,25,25/0,0,0,0 1 - -",
            "off",
            "c3",
            "a piece that is off the board stays off",
        ),
    ],
)
def test_what_thaayam_says_against_a_move(text: str, origin: str, target: str, reason: str) -> None:
    assert answer(thaayam(text), origin, target) == reason


def test_thaayam_keeps_its_inner_ring_closed_to_a_seat_without_a_capture() -> None:
    state = thaayam("0 move 16,0,0,0/0,0,0,0 2 - 00", capture_first=True)
    closed = "2 from b1 enters the inner ring, which is closed until your first capture"
    assert answer(state, "b1", "b3") == closed
    assert answer(state, "b1", "a2") == closed


@pytest.mark.parametrize(
    ("pieces", "throw", "others", "origin", "target", "reason"),
    [
        ("33,33,33,1", "1+4", "", "e1", "h4", ""),
        (
            "33,33,33,1",
            "1+4",
            "",
            "e1",
            "f1",
            "you can play both dice, so you must: 1+4:e1-h4",
        ),
        ("33,33,33,1", "1+4", "", "e1", "f2", "from e1 the piece goes to h4, not to f2"),
        ("33,33,28,1", "1+4", "", "d1", "e1", ""),
        ("33,33,28,1", "1+4", "", "e1", "g4", ""),
        ("33,33,29,1", "1+6", "", "e1", "e2", ""),
        (
            "33,33,29,1",
            "4+6",
            "",
            "e1",
            "e5",
            "from e1 exactly 3 leads into the centre, not 4. You threw 4+6.",
        ),
        (
            "33,33,33,31",
            "3+4",
            "",
            "e3",
            "e2",
            "from e3 exactly 1 leads into the centre, not 3. You threw 3+4.",
        ),
        (
            "33,33,33,32",
            "3+4",
            "",
            "e5",
            "off",
            "only a die that shows 1 takes a piece off the centre, not 3. You threw 3+4.",
        ),
        ("33,33,33,32", "1+4", "", "e5", "off", ""),
        ("33,33,33,1", "1+4", "", "e1", "hand", "the piece on e1 stays on the board"),
        ("33,33,33,1", "1+4", "", "off", "e5", "a piece that is off the board stays off"),
        ("33,33,33,1", "1+4", "", "a1", "e1", "a1 is not a point of the board"),
        (
            "33,33,33,1",
            "1+4",
            "1,0,0,0/0,0,0,0/0,0,0,0",
            "a5",
            "a4",
            "the piece on a5 belongs to green, and it is yellow's turn",
        ),
        (
            "33,33,33,1",
            "1+1",
            "10,0,0,0/0,0,0,0/0,0,0,0",
            "e1",
            "f2",
            "f2 is a cross-cut, and green stands there",
        ),
    ],
)
def test_what_tshupu_says_against_a_move(
    pieces: str, throw: str, others: str, origin: str, target: str, reason: str
) -> None:
    state = south(pieces, throw, others) if others else south(pieces, throw)
    assert answer(state, origin, target) == reason


def test_tshupu_takes_pieces_off_when_the_others_are_home_if_that_is_played() -> None:
    state = south("32,31,1,1", "1+4", bear_off="all_home")
    before = "pieces leave the board only when the others are in the centre or off; 3 are not"
    assert answer(state, "e5", "off") == before


def test_tshupu_moves_the_partner_s_pieces_for_a_seat_that_is_done() -> None:
    state = tshupu_at("0 move 33,33,33,33/1,1,1,1/1,0,0,0/0,0,0,0 1+4")
    assert state.mover == 2
    assert answer(state, "e9", "d9") == ""
    assert answer(state, "e9", "c8") == "c8 is not a point of the board"
    assert answer(state, "a5", "a4") == "the piece on a5 belongs to green, and it is yellow's turn"


def test_a_state_without_a_turn_has_nobody_to_move_for() -> None:
    over = tshupu_at("- over 33,33,33,33/0,0,0,0/33,33,33,33/0,0,0,0 -")
    assert over.mover is None
    assert answer(over, "e1", "f1") == "the game is over"
    assert answer(tshupu_at(TSHUPU_START), "e1", "f1") == "throw before you move"


@pytest.mark.parametrize(
    ("origin", "target", "reason"),
    [
        ("b3", "b7", ""),
        ("b3", "b4", "the piece on b3 stops right behind the pieces it jumps, on b7"),
        ("b3", "b2", "the piece on b3 only goes ahead on its track: now to b7"),
        ("d4", "d6", ""),
        ("d4", "d5", "its dots take the piece on d4 to d6, not to d5"),
        ("d4", "d7", "its dots take the piece on d4 to d6, not to d7"),
        ("d4", "e4", "the piece on d4 only goes ahead on its track: now to d6"),
        ("d4", "off", "the piece on d4 stays on the board"),
        ("f6", "f4", ""),
        ("f6", "f5", "the piece on f6 stops right behind the pieces it jumps, on f4"),
        ("b2", "c2", "the piece on b2 belongs to black, and it is white's turn"),
        ("d3", "d4", "no piece stands on d3"),
        ("a1", "d4", "a1 is not a point of the board"),
        ("off", "c1", "a piece that is off the board stays off"),
        ("hand", "c1", "white has no piece there: hand"),
    ],
)
def test_what_squadro_says_against_a_move(origin: str, target: str, reason: str) -> None:
    state = squadro_at(f"0 {MIDDLE}")
    assert answer(state, origin, target) == reason


def test_squadro_bans_a_move_that_brings_a_position_back() -> None:
    state = play(squadro_at(CYCLE_BEGIN, repetition="ban"), CYCLE[:-1])
    banned = "that move would repeat an earlier position, which is banned"
    assert [answer(state, "d5", target) for target in ("c5", "b5", "d6")] == [banned] * 3


@pytest.mark.parametrize(
    ("pieces", "tail", "origin", "target", "reason"),
    [
        (GENERALS, "0 - - 0", "j1", "j2", ""),
        (GENERALS, "0 - - 0", "j1", "j3", f"the general cannot go to j3: {GENERAL_RULE}"),
        (GENERALS, "0 - - 0", "j2", "j3", "no piece stands on j2"),
        (
            GENERALS,
            "0 - - 0",
            "s10",
            "s9",
            "the piece on s10 belongs to black, and it is red's turn",
        ),
        (GENERALS, "0 - - 0", "j1", "a1", "a1 is not a point of the board"),
        (GENERALS, "0 - - 0", "j1", "off", "the piece on j1 stays on the board"),
        (GENERALS, "0 - - 0", "j1", "j1", "from j1 the piece goes to i1, k1, j2, not to j1"),
        (GENERALS, "0 - - 0", "off", "q8", "a piece that is off the board stays off"),
        (GENERALS, "0 - - 0", "reserve", "q8", "red has no piece there: reserve"),
        (f"{GENERALS} rRj2", "0 - - 0", "j1", "j2", "red's own piece stands on j2"),
        (
            f"{GENERALS} rHg3 bRg4",
            "0 - - 0",
            "g3",
            "f5",
            "a piece on g4 blocks the horse from g3 to f5",
        ),
        (
            f"{GENERALS} rCg3 bRg9",
            "0 - - 0",
            "g3",
            "g9",
            "a cannon captures over exactly one piece; between g3 and g9 there are 0",
        ),
        (f"{GENERALS} rCg3 bVg5 bRg9", "0 - - 0", "g3", "g9", ""),
        (f"{GENERALS} bRj9", "0 - - 0", "j1", "j2", BY_ROOK),
        (GENERALS, "0 rRb1 - 0", "reserve", "q8", ""),
        (GENERALS, "0 rRb1 - 0", "off", "q8", ""),
        (
            GENERALS,
            "0 rRb1 - 0",
            "reserve",
            "j8",
            "j8 is not in a camp: drop a piece in the camp that it comes from",
        ),
        (
            f"{GENERALS} bRq8",
            "0 rRb1 - 0",
            "reserve",
            "q8",
            "you can drop a piece only on an empty point: q8 is occupied",
        ),
        (
            GENERALS,
            "0 rRb1 - 0",
            "off",
            "s7",
            "a dropped piece may not attack at once: from s7 it attacks s10",
        ),
        (
            f"{GENERALS} rCg3 rCm3",
            "0 rRg1,rCb1 - 0",
            "off",
            "q8",
            "red already has all 2 of that kind on the board: cannon",
        ),
        ("rGi1 yGk19 gGa9 yRs14", "1 - Rb:ry 0", "i1", "i2", "draw the lot before you move"),
        ("rGj1", "- - - 0", "j1", "j2", "the game is over"),
    ],
)
def test_what_xiangqi4_says_against_a_move(
    pieces: str, tail: str, origin: str, target: str, reason: str
) -> None:
    assert answer(at(pieces, tail), origin, target) == reason


def test_xiangqi4_in_teams_leaves_an_ally_s_pieces_alone() -> None:
    state = at(f"{GENERALS} rCg3 rSh4 yVg6 bRg12 rRh3 yVh9", mode="teams")
    assert answer(state, "g3", "g6") == "yellow, your ally, has a piece on g6"
    assert (
        answer(state, "g3", "g12")
        == "in teams a cannon captures at most 8 points away; g12 is 9 from g3"
    )
    assert answer(state, "g6", "g7") == "the piece on g6 belongs to yellow, and it is red's turn"


def test_xiangqi4_passes_when_it_is_stuck() -> None:
    state = at("rGi1 bGs10 bRf2 bRj9", "0 - - 0", stalemate="pass")
    assert answer(state, "i1", "i2") == BY_ROOK
    assert answer(state, "i1", "i1") == "red has no move and passes"


# What a game hears that says nothing of its own


@pytest.mark.parametrize(
    ("origin", "target", "reason"),
    [
        ("a1", "b1", ""),
        ("a1", "d4", "from a1 the piece goes to b1, a2, not to d4"),
        ("hand", "a1", "no piece can go from hand to a1 now"),
        ("d4", "d3", "the piece on d4 belongs to black, and it is red's turn"),
        ("off", "d3", "red has no piece there: off"),
    ],
)
def test_a_game_without_reasons_of_its_own_says_what_all_say(
    origin: str, target: str, reason: str
) -> None:
    state = toy.load("tongs").state("0 0..............1 4/4 0/0 2")
    assert answer(state, origin, target) == reason


def test_the_reason_can_be_said_in_another_language() -> None:
    refusal = why_not(south("33,33,33,1", "1+4"), "e1", "f2")
    assert isinstance(refusal, IllegalMove)
    assert refusal.message.text == "from {place} the piece goes to {reached}, not to {given}"
    assert dict(refusal.message.facts) == {"place": "e1", "reached": "h4", "given": "f2"}
