"""How the race games judge a position, and what players see in danger."""

import pytest

import games
from games.core import Danger, State
from games.thaayam.evaluate import hit_chances
from games.tshupu.evaluate import VALUES, hit_chance
from tests.games.outlook import Effort, Outlook
from tests.games.squadro_play import at as squadro_at
from tests.games.tshupu_play import south

AHEAD = "1 throw 20,1,1,1/1,1,1,1/1,1,1,1/1,1,1,1 -"


def duel(text: str) -> State:
    return games.load("thaayam", seats=2).state(text)


@pytest.mark.parametrize(
    "state", [duel("0 throw 11,4,0,0/9,8,1,0 - - -"), games.load("tshupu").state(AHEAD)]
)
def test_what_one_side_is_ahead_the_other_is_behind(state: State) -> None:
    assert state.evaluate(0) == pytest.approx(-state.evaluate(1))
    assert state.material(0) == pytest.approx(-state.material(1))


def test_a_piece_counts_less_by_the_chance_that_it_is_captured() -> None:
    sheltered = duel("1 throw 13,0,0,0/4,0,0,0 - - -").evaluate(0)
    out = [duel(f"1 throw 11,0,0,0/{behind},0,0,0 - - -").evaluate(0) for behind in (2, 1)]
    likelier, less = hit_chances()[1], hit_chances()[2]
    assert likelier < less
    assert sheltered > out[0] > out[1]


def test_the_seat_that_throws_next_is_the_greater_danger() -> None:
    soon = duel("1 throw 11,0,0,0/1,0,0,0 - - -").evaluate(0)
    later = duel("0 throw 11,0,0,0/1,0,0,0 - - -").evaluate(0)
    assert soon < later


def chances(state: State, seat: int, *places: str) -> Danger:
    found = state.danger(seat, places)
    assert found is not None
    return found


def test_a_partner_is_no_danger() -> None:
    game = games.load("tshupu")
    alone = game.state("1 throw 0,0,0,0/33,33,33,0/9,0,0,0/33,33,33,32 -")
    assert chances(alone, 0, "e1") == (0, 0)
    assert chances(alone, 2, "e1", "i5") == (0, 0)


def test_a_throw_reaches_a_distance_by_a_die_or_by_both() -> None:
    assert [round(16 * hit_chance(each)) for each in range(1, 8)] == [7, 1, 7, 9, 2, 8, 4]


def test_what_can_be_captured_next_is_in_danger_by_the_chance_of_the_throws() -> None:
    text = "1 throw 12,0,0,0/15,15,15,15/33,33,33,0/33,33,33,32 -"
    state = games.load("tshupu").state(text)
    assert chances(state, 0, "f7", "e9").least == pytest.approx(hit_chance(4))


def test_a_seat_that_throws_later_is_a_danger_too() -> None:
    game = games.load("thaayam")
    soon, later = "0,0,0,0", "11,9,9,9"
    state = game.state(f"1 throw 7,5,5,5/{soon}/{later}/{soon} - - -")
    assert chances(state, 0, "e4").least == pytest.approx(0)
    state = game.state("1 throw 11,5,5,5/26,26,26,25/26,26,26,25/3,3,3,3 - - -")
    assert chances(state, 0, "a5").least > 0.1


def test_a_series_that_adds_up_is_a_danger() -> None:
    found = chances(duel("1 throw 11,0,0,0/1,1,1,1 - - -"), 0, "a5")
    assert found.least == found.most == pytest.approx(hit_chances()[2], abs=1e-4)


@pytest.mark.parametrize("closing", ["played", "void"])
def test_a_throw_that_counts_for_nothing_is_no_danger(closing: str) -> None:
    state = games.load("thaayam", seats=2, closing=closing).state("1 throw 11,0,0,0/1,1,1,1 - - -")
    found, truly = chances(state, 0, "a5"), Outlook(0, ["a5"], Effort(1e-3, None)).chance(state)
    assert truly.least - 1e-6 <= found.least <= truly.most + 1e-6
    assert (found.least < 0.3) == (closing == "void")


def test_where_only_the_last_stop_captures_danger_has_no_lower_bound() -> None:
    state = games.load("thaayam", seats=2, captures="last").state("1 throw 11,0,0,0/1,1,1,1 - - -")
    found, played = (
        chances(state, 0, "a5"),
        chances(duel("1 throw 11,0,0,0/1,1,1,1 - - -"), 0, "a5"),
    )
    truly = Outlook(0, ["a5"], Effort(1e-2, None)).chance(state)
    assert found == Danger(0, played.most)
    assert truly.least <= found.most


def test_without_dice_danger_is_certain() -> None:
    state = squadro_at("1 2,12,3,3,7/1,2,2,7,11")
    assert {chances(state, 0, piece.place) for piece in state.pieces()} == {(0, 0), (1, 1)}


def test_a_piece_in_the_middle_column_of_its_arm_counts_least_where_two_ones_are_needed() -> None:
    assert VALUES[30] < min(VALUES[29], VALUES[31])
    assert south("30,1,1,1", "1+4").evaluate(0) < south("29,1,1,1", "1+4").evaluate(0)
