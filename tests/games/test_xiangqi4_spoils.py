"""xiangqi4: what happens to a mated army; reserves, drops and lots."""

import random

import pytest

from games.actions import Chance, Throw, carry_out, take_back
from games.core import State, random_action
from games.equipment import RESERVE
from games.message import IllegalMove
from games.xiangqi4.game import Xiangqi4
from games.xiangqi4.moves import BattleMove
from tests.games.playing import moves, play
from tests.games.xiangqi4_play import at, tail

ARMY = "bGs10 bRo7 bHo9 bHo11 bCp7 bSp8 bSp10 bSp12 bVj10 bEo10 bAr9"
MATED_BY_TWO = f"rGi1 yGk19 gGa9 {ARMY} yRs14 yRr14 rRa6"
MATING = "a6-s6"


@pytest.mark.parametrize(
    ("spoils", "shared"),
    [
        ("mate", "2 ryg rRb1,rHb2,rCb1,rSb4 - 0"),
        ("equal", "2 ryg rHb1,rSb2,yHb1,ySb2 - 0"),
        ("lot", "1 ryg rHb1,rSb2,yHb1,ySb2 Rb:ry,Cb:ry 0"),
        ("last", "2 ryg rRb1,rHb2,rCb1,rSb4 - 0"),
        ("none", "2 ryg - - 0"),
    ],
)
def test_two_who_mate_share_as_chosen(spoils: str, shared: str) -> None:
    assert tail(play(at(MATED_BY_TWO, spoils=spoils), MATING)) == shared


COMPLETED = f"rGi1 yGk19 gGa9 {ARMY} yRs14 rRf14"
"""Yellow checks, and red takes the last flight."""


@pytest.mark.parametrize(
    ("spoils", "winner"), [("mate", "r"), ("equal", "y"), ("last", "y"), ("lot", "y")]
)
def test_who_completes_a_mate_wins_all_only_where_mates_are_of_whoever_gave_them(
    spoils: str, winner: str
) -> None:
    state = play(at(COMPLETED, spoils=spoils), "f14-r14")
    won = ",".join(f"{winner}{each}" for each in ("Rb1", "Hb2", "Cb1", "Sb4"))
    assert tail(state).endswith(f" ryg {won} - 0")


def test_a_mate_that_stood_already_goes_to_the_attacker_nearest_before() -> None:
    state = at(f"rGi1 yGk19 gGa9 {ARMY} yRs14 yRr14")
    assert tail(play(state, "i1-i2")) == "2 ryg yRb1,yHb2,yCb1,ySb4 - 0"


def test_last_is_the_mating_seat_nearest_before_in_the_order_of_turns() -> None:
    state = at(f"rGi1 yGk19 gGa9 {ARMY} yRs14 yRr14 gRa6", "3 - - 0", spoils="last")
    assert tail(play(state, "a6-s6", "i1-i2")) == "2 ryg gRb1,gHb2,gCb1,gSb4 - 0"


SAVED = "rGi1 rHh5 yGk19 yRf1 gGa9 gRk3 gRj10 gRn14"


def test_a_piece_just_won_may_save_the_next_seat_by_a_drop() -> None:
    state = play(at(SAVED, "3 - - 0", spoils="equal"), "n14-n2")
    assert tail(state) == "2 yg yHr1 - 0"
    assert moves(state) == ["H@k4", "H@k5"]
    assert tail(play(at(SAVED, "3 - - 0", spoils="none"), "n14-n2")) == "- g - - 0"


def test_in_teams_there_are_no_spoils() -> None:
    state = play(at(MATED_BY_TWO, mode="teams"), MATING)
    assert tail(state) == "2 ryg - - 0"


def test_the_reserve_of_a_seat_that_goes_out_vanishes() -> None:
    state = at("rGi1 bGs10 yGk19 gGa9 rRs14", "0 bRy1,yHr1 - 0")
    assert tail(play(state, "s14xs10")) == "2 ryg yHr1 - 0"


def test_lots_are_drawn_from_left_to_right_each_claimant_alike() -> None:
    state = play(at(MATED_BY_TWO, spoils="lot"), MATING)
    assert state.is_chance
    assert state.legal_moves() == ()
    chances = [(str(throw), chance) for throw, chance in state.chance_outcomes()]
    assert chances == [("lot:r", Chance(1, 2)), ("lot:y", Chance(1, 2))]
    once = play(state, "lot:y")
    assert tail(once) == "1 ryg rHb1,rSb2,yRb1,yHb1,ySb2 Cb:ry 0"
    assert tail(play(once, "lot:r")) == "2 ryg rHb1,rCb1,rSb2,yRb1,yHb1,ySb2 - 0"
    with pytest.raises(IllegalMove, match="expected a lot, one of lot:r, lot:y, not lot:g"):
        state.parse("lot:g")


def test_all_who_are_left_may_claim_a_lot() -> None:
    state = at("rGi1 yGk19", "1 - Cb:ry 0", spoils="lot")
    assert [str(throw) for throw, _ in state.chance_outcomes()] == ["lot:r", "lot:y"]


HOLDS = "rGi1 yGk19 gGa9 rRf5"


def test_a_drop_is_a_turn_on_an_empty_point_of_the_camp_that_the_piece_comes_from() -> None:
    state = at(f"{HOLDS} rHo14", "0 rRb1 - 0")
    drops = {move for move in moves(state) if "@" in move}
    assert {"R@o6", "R@q8", "R@s13"} <= drops
    assert not {"R@o14", "R@n10", "R@s9"} & drops
    after = play(state, "R@q8")
    assert tail(after) == "2 ryg - - 0"


def test_a_piece_is_dropped_only_while_one_of_its_kind_is_missing() -> None:
    assert not any("@" in move for move in moves(at(f"{HOLDS} rRf4", "0 rRb1 - 0")))
    five = "rSf4 rSh4 rSj4 rVl8 rVn8"
    assert not any("@" in move for move in moves(at(f"{HOLDS} {five}", "0 rSb1 - 0")))
    assert "S@q8" in moves(at(f"{HOLDS} {five[5:]}", "0 rSb1 - 0"))


def test_a_dropped_soldier_stands_as_a_veteran_in_the_droppers_colour() -> None:
    after = play(at(HOLDS, "0 rSb1 - 0"), "S@q8")
    assert [(p.seat, p.kind, p.badge) for p in after.pieces() if p.place == "q8"] == [
        (0, "soldier", "V")
    ]


@pytest.mark.parametrize(
    ("kind", "target", "victims"),
    [
        ("R", "q8", "gRd8"),
        ("C", "q8", "gRd8 yRk8"),
        ("H", "p8", "gRn9"),
        ("S", "q8", "gRo8"),
        ("S", "q8", "gRq9"),
    ],
)
def test_a_dropped_piece_may_attack_nobody(kind: str, target: str, victims: str) -> None:
    reserve = f"0 r{kind}b1 - 0"
    assert f"{kind}@{target}" in moves(at(HOLDS.replace("gGa9", "gGa11"), reserve))
    state = at(f"{HOLDS.replace('gGa9', 'gGa11')} {victims}", reserve)
    with pytest.raises(IllegalMove, match=f"from {target} it attacks"):
        state.parse(f"{kind}@{target}")


def test_what_a_drop_screens_for_others_is_allowed() -> None:
    state = at(f"{HOLDS} rCo8 gRs8", "0 rHb1 - 0")
    assert "o8xs8" in moves(play(state, "H@q8", "k19-k18", "a9-a10"))


def test_two_steps_of_a_veteran_count_for_a_drop_where_it_has_them() -> None:
    pieces = f"{HOLDS} gRo8"
    assert "S@q8" not in moves(at(pieces, "0 rSb1 - 0"))
    assert "S@q8" in moves(at(pieces, "0 rSb1 - 0", two_steps="middle"))


def test_a_drop_may_answer_a_check() -> None:
    state = at("rGj1 bGs9 bRj19", "0 rHy1 - 0")
    assert {move for move in moves(state) if "@" in move} == {"H@j15", "H@j16", "H@j17", "H@j18"}


def test_a_drop_may_not_leave_the_own_general_attacked() -> None:
    state = at("rGj1 bGs9 bCj19", "0 rHy1 - 0")
    assert "H@j17" not in moves(state)
    with pytest.raises(IllegalMove, match="leaves red's general attacked"):
        state.parse("H@j17")


def test_won_pieces_lie_in_reserve_with_the_letter_of_their_army() -> None:
    state = play(at(MATED_BY_TWO, spoils="equal"), MATING)
    held = {(p.seat, p.kind, p.badge, p.count) for p in state.pieces() if p.place == RESERVE}
    assert held == {
        (0, "horse", "b", 1),
        (0, "soldier", "b", 2),
        (2, "horse", "b", 1),
        (2, "soldier", "b", 2),
    }


def test_a_drop_puts_the_won_piece_away_and_an_own_one_on() -> None:
    state = at(HOLDS, "0 rSb1 - 0")
    (move,) = [move for move in state.legal_moves() if str(move) == "S@q8"]
    assert [(s.verb, s.piece.seat, s.origin, s.target) for s in move.steps] == [
        ("take_off", 0, "reserve", "off"),
        ("put_on", 0, "off", "q8"),
    ]
    assert [step.result.badge for step in move.steps] == ["", "V"]
    assert [(choice.kind, choice.value) for choice in move.choices] == [
        ("drop", "soldier"),
        ("target", "q8"),
    ]


def test_a_capture_takes_off_first_and_then_the_army_of_a_captured_general() -> None:
    state = at("rGi1 bGs10 bHo7 bVj10 yGk19 rRs14")
    (move,) = [move for move in state.legal_moves() if str(move) == "s14xs10"]
    assert [(s.verb, s.piece.kind, s.origin, s.target) for s in move.steps] == [
        ("take_off", "general", "s10", "off"),
        ("move", "rook", "s14", "s10"),
        ("take_off", "horse", "o7", "reserve"),
        ("take_off", "soldier", "j10", "reserve"),
    ]
    assert [(piece.kind, piece.place) for piece in move.captures] == [("general", "s10")]
    assert move.path == ("s13", "s12", "s11", "s10")


def assert_acts_lead_on(state: State) -> None:
    """The acts of every action lead to the pieces after it, and back again."""
    for action in state.actions():
        assert isinstance(action, BattleMove | Throw)
        after = state.apply(action).pieces()
        assert carry_out(state.pieces(), action.steps) == after
        assert carry_out(after, take_back(action.steps)) == state.pieces()


def test_acts_for_shares_lots_and_lost_reserves_lead_to_the_pieces_that_follow() -> None:
    state = at(MATED_BY_TWO, "0 bRg1,bSr2 - 0", spoils="lot")
    assert_acts_lead_on(state)
    state = play(state, MATING)
    assert_acts_lead_on(state)
    assert_acts_lead_on(play(state, "lot:r"))


@pytest.mark.parametrize("options", [{}, {"spoils": "lot"}, {"mode": "teams"}])
def test_acts_lead_to_the_pieces_that_follow_in_random_games(options: dict[str, str]) -> None:
    rng, state = random.Random(4), Xiangqi4(**options).start()
    while not state.is_terminal:
        action = random_action(state, rng)
        assert isinstance(action, BattleMove | Throw)
        after = state.apply(action)
        assert carry_out(state.pieces(), action.steps) == after.pieces()
        state = after


def test_moves_and_lots_equal_those_of_the_same_text() -> None:
    state = play(at(MATED_BY_TWO, spoils="lot"), MATING)
    assert state.apply(Throw("lot:r")) == play(state, "lot:r")
    assert {throw for throw, _ in state.chance_outcomes()} == {Throw("lot:r"), Throw("lot:y")}
