"""xiangqi4: how the pieces go, clause by clause of the seed."""

import random

import pytest

from games.core import random_action
from games.xiangqi4.battlefield import Battlefield
from games.xiangqi4.game import Xiangqi4, Xiangqi4Position
from games.xiangqi4.tables import TARGET
from games.xiangqi4.terrain import ORIGIN_SHIFT
from tests.games.playing import moves, play
from tests.games.xiangqi4_play import GENERALS, at, targets

OPEN = "rGi1 bGs9 yGk19 gGa9"
LEAPS = {"l14", "h14", "l6", "h6", "n12", "n8", "f12", "f8"}
HORSE_STEPS = {"k12", "i12", "l11", "l9", "k8", "i8", "h11", "h9"}


@pytest.mark.parametrize(
    ("pieces", "origin", "reached"),
    [
        ("rSf4", "f4", "f5"),
        ("rSf5", "f5", "f6"),
        ("rVh3", "h3", "h4 h5 g3 f3 i3 j3"),
        ("rVh6", "h6", "h7 h8 g6 f6 i6 j6 h5"),
        ("rVj10", "j10", "j11 j12 j9 j8 i10 h10 k10 l10"),
        ("rVf8", "f8", "f9 f10 f7 f6 g8 h8 e8 d8"),
        ("rVe8", "e8", "d8 c8 e9 e10 e7 e6"),
        ("rVb8", "b8", "a8 b9 b10 b7 b6"),
        ("yVj4", "j4", "j3 j2 i4 h4 k4 l4"),
        ("bVo12", "o12", "n12 m12 o11 o10 o13 o14"),
        ("bVk14", "k14", "j14 i14 l14 m14 k13 k12 k15 k16"),
        ("gSd6", "d6", "e6"),
    ],
)
def test_clause_1_steps_of_soldiers_and_veterans(pieces: str, origin: str, reached: str) -> None:
    turn = "rbyg".index(pieces[0])
    state = at(f"{OPEN} {pieces}", f"{turn} - - 0")
    assert targets(state, origin) == set(reached.split())


def test_clause_1_a_soldier_that_comes_to_the_middle_is_a_veteran() -> None:
    state = play(at(f"{OPEN} rSf5"), "f5-f6")
    assert "rV" in str(state)
    assert [(p.place, p.badge) for p in state.pieces() if p.kind == "soldier" and p.badge] == [
        ("f6", "V")
    ]


def test_clause_1_nothing_may_stand_between_the_two_steps_of_a_veteran() -> None:
    state = at(f"{OPEN} rVj10 bRj11 gSd10 gRl10")
    assert {"j10xj11", "j10xl10"} <= set(moves(state))
    assert "j10-j12" not in moves(state)


def test_clause_1_back_in_a_camp_whose_army_is_out_a_veteran_goes_all_four_ways() -> None:
    state = at("rGi1 bGs9 yGk19 rVe8")
    assert targets(state, "e8") == set("d8 c8 e9 e10 e7 e6 f8 g8".split())


def test_clause_1_two_steps_from_the_middle_only_when_so_chosen() -> None:
    pieces = f"{OPEN} rVh3 rVj10"
    assert targets(at(pieces, two_steps="middle"), "h3") == set("h4 g3 i3".split())
    assert "j12" in targets(at(pieces, two_steps="middle"), "j10")
    assert "h5" in targets(at(pieces), "h3")


def test_clause_2_a_horse_of_the_middle_leaps_from_corner_to_corner() -> None:
    assert targets(at(f"{OPEN} rHj10"), "j10") == HORSE_STEPS | LEAPS


@pytest.mark.parametrize(
    ("blocker", "barred"), [("k11", {"l14", "n12"}), ("k12", {"l14"}), ("k13", {"l14"})]
)
def test_clause_2_every_point_on_the_way_of_a_leap_must_be_empty(
    blocker: str, barred: set[str]
) -> None:
    reached = targets(at(f"{OPEN} rHj10 bR{blocker}"), "j10")
    assert LEAPS - reached == barred


def test_clause_2_the_first_point_bars_the_leaps_and_steps_over_it() -> None:
    reached = targets(at(f"{OPEN} rHj10 bRj11"), "j10")
    assert (HORSE_STEPS | LEAPS) - reached == {"k12", "i12", "l14", "h14"}


def test_clause_2_a_leap_captures_and_may_end_in_a_camp() -> None:
    state = at(f"{OPEN} rHj12 bRl16")
    assert "j12xl16" in moves(state)


def test_clause_2_no_leap_begins_outside_the_middle() -> None:
    assert targets(at(f"{OPEN} rHj5"), "j5") == set("i7 k7 l6 l4 k3 i3 h4 h6".split())


def test_clause_2_by_the_letter_the_leap_is_longer() -> None:
    reached = targets(at(f"{OPEN} rHj10", leap="2x5"), "j10")
    assert reached - HORSE_STEPS == set("l15 h15 l5 h5 o12 o8 e12 e8".split())
    barred = targets(at(f"{OPEN} rHj10 bRk14", leap="2x5"), "j10")
    assert reached - barred == {"l15"}


def test_clause_2_a_leap_gives_check_and_can_be_blocked_on_its_way() -> None:
    checked = at("rGk2 bGs9 bHi6 rCn4")
    assert targets(checked, "n4") == {"j4"}
    assert "i6xk2" in moves(at("rGk2 bGs9 bHi6", "1 - - 0"))


def test_clause_3_generals_may_face_each_other() -> None:
    assert {"j1-j2", "j1-i1", "j1-k1"} == set(moves(at(GENERALS)))


def test_a_horse_crosses_the_river_beside_a_corner() -> None:
    assert "e6" in targets(at(f"{OPEN} rHg5"), "g5")
    assert "e6" not in targets(at(f"{OPEN} rHg5 rRf5"), "g5")


def test_an_elephant_stays_in_its_camp_and_is_blocked_on_its_eye() -> None:
    state = at(f"{OPEN} rEj3 rSh4 rCk4")
    assert targets(state, "j3") == {"h5", "h1", "l1"}
    assert targets(at(f"{OPEN} rEh5"), "h5") == {"f3", "j3"}


def test_an_advisor_and_a_general_stay_in_the_palace() -> None:
    state = at("rGi3 rAk1 bGs9")
    assert targets(state, "i3") == {"j3", "i2"}
    assert targets(state, "k1") == {"j2"}


def test_a_cannon_captures_over_exactly_one_piece_of_any_owner() -> None:
    state = at(f"{OPEN} rCg3 yRg6 bRg9 gRg12")
    assert targets(state, "g3") & {"g6", "g9", "g12"} == {"g9"}


def test_lines_run_through_all_regions() -> None:
    reached = targets(at(f"{OPEN} rRj12"), "j12")
    assert {"a12", "s12", "j19", "j1"} <= reached


@pytest.mark.parametrize(("target", "in_teams"), [("g11", True), ("g12", False)])
def test_in_teams_cannons_hit_no_further_than_eight_points(target: str, in_teams: bool) -> None:
    pieces = f"{OPEN} rCg3 rVg7 bR{target}"
    assert f"g3x{target}" in moves(at(pieces))
    assert (f"g3x{target}" in moves(at(pieces, mode="teams"))) is in_teams
    assert "g3-s3" not in moves(at(pieces, mode="teams"))


def test_in_teams_a_distant_cannon_gives_no_check_and_goes_far_quietly() -> None:
    pieces = f"{OPEN} rSh4 bCi12 rEi5 rCg3"
    assert "h4-h5" in moves(at(pieces, mode="teams"))
    assert "h4-h5" not in moves(at(pieces))
    assert "g3-g19" in moves(at(pieces, mode="teams"))


def test_in_teams_allies_are_not_captured_and_give_no_check_but_block_and_screen() -> None:
    pieces = "rGj1 bGs9 yGk19 gGa9 yRj8 rCg3 yVg6 bRg9 rRf6"
    teams, free = at(pieces, mode="teams"), at(pieces)
    assert "g3xg9" in moves(teams)
    assert "f6-f7" in moves(teams)
    assert "f6-f7" not in moves(free)
    assert not {"g6", "h6"} & targets(teams, "f6")


def random_positions(seed: int, **options: str) -> list[Xiangqi4Position]:
    rng, state = random.Random(seed), Xiangqi4(**options).start()
    states = [state]
    while not state.is_terminal:
        state = state.apply(random_action(state, rng))
        states.append(state)
    return [state for state in states[:-1] if not state.is_chance][::7]


@pytest.mark.parametrize("options", [{}, {"mode": "teams"}, {"leap": "2x5"}])
def test_an_attack_is_a_capture_by_the_own_moves_of_a_piece(options: dict[str, str]) -> None:
    for state in random_positions(1, **options):
        match = state.battle
        for seat in (seat for seat in range(4) if match.is_living(seat)):
            hits = [
                match.board[code >> ORIGIN_SHIFT]
                for other in range(4)
                if match.is_living(other)
                for code in Battlefield.moves(match, other)
                if code & TARGET == match.generals[seat] and other != seat
            ]
            assert sorted(hits) == sorted(match.attackers(seat))


@pytest.mark.parametrize("options", [{}, {"mode": "teams"}, {"spoils": "last"}])
def test_what_limits_allow_is_what_trying_every_move_allows(options: dict[str, str]) -> None:
    for state in random_positions(2, **options):
        match = state.battle
        codes = sorted(match.moves(match.acting))
        tried = [code for code in codes if match.allows(match.acting, code)]
        assert match.legal_codes(match.acting) == tried
        assert [code for code in codes if match.is_legal(code)] == tried


@pytest.mark.parametrize("options", [{}, {"spoils": "last"}])
def test_a_move_alone_is_the_one_at_its_place_among_all(options: dict[str, str]) -> None:
    for state in random_positions(3, **options):
        alone = [state.legal_moves()[index] for index in range(len(state.legal_moves()))]
        assert [move.code for move in alone] == [move.code for move in state.legal_moves()]
        assert state.legal_moves()[-1] == alone[-1]
        with pytest.raises(IndexError):
            state.legal_moves()[len(alone)]
