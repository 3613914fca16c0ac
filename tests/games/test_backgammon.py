"""The rules of Backgammon, clause by clause."""

import random

import pytest

from games.actions import carry_out
from games.backgammon import evaluate
from games.backgammon.evaluate import MatchStakes
from games.backgammon.game import Backgammon, BackgammonPosition
from games.backgammon.rules import OUTCOMES, THROWN, WonGame, setting_up, start_group
from games.core import random_action
from games.equipment import Piece
from games.message import IllegalMove, WrongPieces
from games.why_not import why_not
from tests.games.playing import moves, play

GAME = Backgammon()


def at(text: str, match: int = 1) -> BackgammonPosition:
    return Backgammon(match=match).state(text)


def refused(text: str, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        at(text).parse(move)
    return str(error.value)


def test_the_board_is_set_up_with_167_points_to_go_for_each() -> None:
    state = GAME.start()
    assert [evaluate.pips(group) for group in state.groups] == [167, 167]
    assert {p.place: p.count for p in state.pieces() if p.seat == 1} == {
        "1": 2,
        "12": 5,
        "17": 3,
        "19": 5,
    }


def test_a_game_opens_with_two_different_numbers() -> None:
    state = GAME.start(1)
    again = state.apply(GAME.throw((4, 4)))
    assert again == state
    after = again.apply(GAME.throw((2, 5)))
    assert (after.turn, after.dice) == (1, (5, 2))


def test_throws_have_their_chances() -> None:
    chances = {throw.text: chance.fraction * 36 for throw, chance in OUTCOMES}
    assert chances["6-6"] == 1
    assert chances["6-5"] == 2
    assert len(chances) == len(THROWN) == 21


def test_a_double_is_played_four_times() -> None:
    state = at("1 throw 6:2 24:2,6:2 - 0-0")
    assert state.apply(GAME.throw((3, 3))).dice == (3, 3, 3, 3)


def test_a_point_with_two_enemies_is_blocked_and_one_with_a_single_one_is_not() -> None:
    assert moves(at("0 move 13:1 15:2 3 0-0")) == ["pass"]
    assert moves(at("0 move 13:1 15:1 3 0-0")) == ["13-10x"]


def test_what_is_hit_goes_to_the_bar_and_comes_in_before_others_move() -> None:
    state = play(at("0 move 13:1,6:2 15:1,6:2 3 0-0"), "13-10x")
    assert [p.place for p in state.pieces() if p.seat == 1] == ["19", "bar", "off"]
    assert moves(play(state, "6-5")) == ["bar-5"]
    assert moves(play(state, "6-6")) == ["pass"]


def test_both_dice_must_be_played_if_that_is_possible() -> None:
    text = "0 move 8:1,7:1 24:2 6,1 0-0"
    assert moves(at(text)) == ["8-2", "7-6"]
    assert "both dice must be played" in refused(text, "8-7")


def test_the_larger_die_is_played_if_only_one_can_be() -> None:
    only = "0 move 14:1 22:2 6,5 0-0"
    assert moves(at(only)) == ["14-8"]
    assert "must be the larger: 6" in refused(only, "14-9")


def test_nobody_is_borne_off_while_a_piece_is_not_at_home() -> None:
    assert moves(at("0 move 7:1,3:1 6:2 3 0-0")) == ["7-4"]
    assert "1 are not" in refused("0 move 7:1,3:1 6:2 3 0-0", "3-off")


def test_a_larger_number_bears_off_only_the_farthest_piece() -> None:
    assert moves(at("0 move 4:1,2:1 6:2 6 0-0")) == ["6:4-off"]
    assert moves(at("0 move 4:1,2:1 6:2 3 0-0")) == ["4-1"]
    assert "that is on 4" in refused("0 move 4:1,2:1 6:2 3 0-0", "3:2-off")


def test_black_goes_the_other_way_round() -> None:
    assert moves(at("1 move 6:2 bar:1,24:1 2,1 0-0")) == ["bar-2", "bar-1"]
    assert moves(at("1 move 6:2 3:1 3 0-0")) == ["22-off"]
    assert refused("1 move 6:2 6:1 3 0-0", "19-16") == "black cannot move that way round"


@pytest.mark.parametrize(
    ("black", "reason", "points"),
    [("6:14", "single", 1), ("18:1,6:14", "gammon", 2), ("bar:1,6:14", "backgammon", 3)],
)
def test_a_win_counts_by_what_the_loser_has_left(black: str, reason: str, points: int) -> None:
    state = play(at(f"0 move 1:1 {black} 4 0-0"), "4:1-off")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), reason)
    assert state.score == (points, 0)


def test_a_match_goes_on_until_somebody_has_its_points() -> None:
    state = play(at("0 move 1:1 6:15 4 1-2", match=5), "4:1-off")
    assert (state.turn, state.phase, state.score) == (1, "opening", (3, 2))
    throw = next(throw for throw, _ in state.chance_outcomes() if throw.text == "6-4")
    after = state.apply(throw)
    assert carry_out(state.pieces(), throw.steps) == after.pieces()
    assert after.groups == (start_group(), start_group())
    assert state.apply(GAME.throw((2, 2))).chance_outcomes() == OUTCOMES
    over = play(at("0 move 1:1 18:1,6:14 4 3-2", match=5), "4:1-off")
    outcome = over.outcome()
    assert outcome is not None
    assert (outcome.reason, str(outcome.message)) == ("match", "white has 5 of 5 points")


def test_whole_matches_come_to_their_end() -> None:
    game, rng = Backgammon(match=7), random.Random(3)
    for _ in range(3):
        state: BackgammonPosition = game.start()
        while state.turn is not None:
            state = state.apply(random_action(state, rng))
        assert max(state.score) >= 7
        assert game.state(str(state)) == state


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 throw 6:16 6:2 - 0-0", "pieces"),
        ("0 throw 6:8,24:2 6:2 - 0-0", "from bar and 24 down"),
        ("0 throw 19:1 6:2 - 0-0", "no point with pieces of both seats"),
        ("0 move 6:2 6:2 3,4 0-0", "the larger first"),
        ("0 move 6:2 6:2 - 0-0", "dice just when a move is awaited"),
        ("0 throw 6:2 - - 0-0", "pieces of both seats"),
        ("- over 6:2 6:2 - 1-0", "all pieces of a seat off"),
        ("- over - 6:2 - 0-1", "points of the last win"),
        ("0 throw 6:2 6:2 - 1-0", "just when a seat has 1 points"),
        ("0 opening 6:2 6:2 - 0-0", "all pieces at the start"),
        ("2 throw 6:2 6:2 - 0-0", "turn"),
        ("0 thrown 6:2 6:2 - 0-0", "phase opening, throw, move or over"),
        (
            "0 throw bar:1,6:2,5:2,4:2,3:2,2:2,1:2 bar:1,6:2,5:2,4:2,3:2,2:2,1:2 - 0-0",
            "a seat that can move some day",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        at(text)


def test_pieces_that_were_found_on_the_board_are_taken_over() -> None:
    state = at("0 move 6:2 6:2 3,1 0-0")
    pieces = carry_out(state.pieces(), ())
    assert state.with_pieces(pieces) == state
    met = (Piece(0, "piece", "19"), Piece(1, "piece", "19"))
    with pytest.raises(WrongPieces, match="cannot both stand there: 19"):
        state.with_pieces(met)


def test_reasons_against_a_place() -> None:
    state = at("0 move bar:1,13:1,6:2 20:2,6:2 6,3 0-0")
    assert str(why_not(state, "13", "7")) == "no other piece may move while one is on the bar"
    assert str(why_not(state, "bar", "19")) == "no piece can stop on 19: black has 2 there"
    assert why_not(state, "bar", "22") is None


def test_danger_is_how_many_of_36_throws_hit() -> None:
    # a direct shot of six points: 11 throws, and 5-1, 4-2, 3-3, 2-2
    state = at("1 throw 7:1 24:1,1:1 - 0-0")
    danger = state.danger(0, {"7"})
    assert danger is not None
    assert round(36 * danger.least) == 17


def test_what_people_see_of_moves() -> None:
    state = at("0 move 13:2,8:1,5:1 24:2,6:2 3,1 0-0")
    move = next(move for move in state.legal_moves() if move.text == "8-5")
    assert str(state.achievement(move)) == "makes point 5"
    last = next(move for move in state.legal_moves() if move.text == "5-4")
    assert str(state.headway(last)) == "moves its foremost piece"


def test_the_value_of_a_position_is_that_of_the_other_seat_turned_round() -> None:
    state = play(GAME.start(), "6-4")
    for each in (GAME.start(), state, at("0 throw 6:2 24:2 - 0-0"), at("1 throw 2:1 3:1 - 2-2", 3)):
        assert each.evaluate(0) == pytest.approx(-each.evaluate(1))


def test_the_better_position_is_worth_more() -> None:
    ahead, behind = at("0 throw 1:2 20:5 - 0-0"), at("0 throw bar:3,24:5 2:2 - 0-0")
    assert ahead.evaluate(0) > 0.7 > -0.7 > behind.evaluate(0)


def test_a_score_tells_what_a_match_is_worth() -> None:
    assert evaluate.at_score(1, 1) == 0.5
    assert evaluate.at_score(2, 1) < evaluate.at_score(3, 2) < 0.35
    won = WonGame(winner=1, points=2, reason="")
    assert evaluate.decided(won, 1, MatchStakes((2, 1), 5)) == evaluate.at_score(2, 3)
    assert evaluate.decided(won, 0, MatchStakes((2, 1), 5)) == evaluate.at_score(3, 2)
    assert evaluate.decided(won, 1, MatchStakes((4, 3), 5)) == 1.0
    leads = at("0 opening 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 - 4-0", match=5)
    assert leads.evaluate(0) > 0.6


def test_the_board_has_four_quarters_of_six_points_and_the_homes_are_at_one_side() -> None:
    points = [point for point in GAME.board.points if point.name.isdecimal()]
    homes = [int(point.name) for point in points if point.region == "home"]
    assert [int(point.name) for point in points] == [*range(1, 25)]
    assert homes == [*range(1, 7), *range(19, 25)]


def test_for_another_game_what_is_off_is_put_on_and_the_rest_moves() -> None:
    ended = start_group()
    left = tuple(count - (point == 24) for point, count in enumerate(ended))
    off = (left[0] + 1, *left[1:])
    assert [(step.verb, step.target) for step in setting_up((off, ended), (ended, ended))] == [
        ("put_on", "24")
    ]
    away = (*left[:23], left[23] + 1, *left[24:])
    assert [(step.verb, step.origin) for step in setting_up((away, ended), (ended, ended))] == [
        ("move", "23")
    ]
