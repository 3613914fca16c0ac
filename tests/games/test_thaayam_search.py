"""What Thaayam's moves are worth: by the positions that a turn comes to, in any order."""

import random
from collections.abc import Iterable
from itertools import islice

import pytest

import games
from games.actions import PASS
from games.core import Game, State, random_action
from games.options import OptionValue
from games.review import ReviewPoint, assess
from games.thaayam.game import Thaayam
from games.thaayam.search import Pieces, TurnSearch, every_kept
from games.tshupu.game import Tshupu
from games.valuation import enumerated, prospects
from tests.games.errors import choices, ends, given_away, line_of, measure, reaching

NAMED = (
    ("1 move 25,20,20,15/25,12,11,0 1,1,2,8 - -", "8:e2-c2"),
    ("1 move 22,16,15,1/22,20,0,0 1,1,1,3,4,8 - -", "1:hand-c5"),
)
"""Positions in which the order of a list decided what was called an error: a best move of each."""


@pytest.mark.parametrize(("text", "best"), NAMED)
def test_a_move_is_as_good_as_the_best_position_that_its_turn_comes_to(
    text: str, best: str
) -> None:
    state = Thaayam(seats=2).state(text)
    lost = given_away(state, prospects(state))
    move = next(each for each in lost if each.text == best)
    assert lost[move] == 0
    assert assess(ReviewPoint(1, "move", state, move)).best == ""


def test_an_error_is_told_with_what_it_lost_at_least() -> None:
    state = Thaayam(seats=2).state(NAMED[0][0])
    found = assess(ReviewPoint(1, "move", state, state.legal_moves()[-1]))
    assert (found.best, found.doubt) == ("1:e2-e3", state.game.DOUBT)
    assert found.change[1] == pytest.approx(-0.112, abs=0.01)


@pytest.mark.parametrize("seats", [2, 4])
def test_another_search_finds_the_same(seats: int) -> None:
    _agree(islice(choices(Thaayam(seats=seats), seed=2), 1))


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_search_finds_the_same_in_many_positions(seats: int) -> None:
    _agree(islice(choices(Thaayam(seats=seats), seed=3), 200))


def _agree(states: Iterable[State]) -> None:
    for state in states:
        found, otherwise = prospects(state), given_away(state, enumerated(state))
        for move, lost in given_away(state, found).items():
            assert lost == pytest.approx(otherwise[move], abs=state.game.DOUBT)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_move_is_an_error_after_which_the_turn_can_end_where_the_best_line_ends(
    seats: int,
) -> None:
    for state in islice(choices(Thaayam(seats=seats), seed=1), 4):
        lost = given_away(state, prospects(state))
        for move, reaches in reaching(state, line_of(state)).items():
            assert not reaches or lost[move] <= state.game.DOUBT


@pytest.mark.deep
@pytest.mark.parametrize("game", [Thaayam(seats=2), Thaayam(seats=4), Tshupu()], ids=repr)
def test_hardly_a_best_move_is_called_an_error_and_most_bad_ones_are_named(game: Game) -> None:
    found = measure(game, 600, seed=9)
    assert found.reaching_called == 0
    assert found.best_called <= found.best / 200
    assert found.bad_named >= 0.97 * found.bad


def test_what_counts_of_a_series_has_all_chances() -> None:
    rules, unclosed = Thaayam().rules, Thaayam(closing="void").rules
    for waits in (False, True):
        kept = every_kept(rules, waits_for_one=waits, length=2)
        assert sum(likely for _, likely in kept) == pytest.approx(1)
    assert () not in dict(every_kept(rules, waits_for_one=False, length=2))
    assert dict(every_kept(rules, waits_for_one=True, length=0)) == {(): 1.0}
    assert dict(every_kept(unclosed, waits_for_one=False, length=0)) == {(): 1.0}


@pytest.mark.parametrize(
    "options",
    [{}, {"captures": "last"}, {"captures": "last", "capture_first": True}, {"closing": "void"}],
)
def test_a_turn_ends_where_the_grammar_ends_it(options: dict[str, OptionValue]) -> None:
    game, rng, compared = Thaayam(seats=3, **options), random.Random(5), 0
    search, state = TurnSearch(game.rules), game.start()
    while compared < 40:
        if state.is_terminal:
            state = game.start()
        if len(state.kept) > 1 and not state.is_chance and state.turn is not None:
            by_grammar = {(end.groups, end.capturers) for end in ends(state)}
            here = Pieces(state.groups, state.capturers), state.kept
            assert {tuple(end) for end in search.ends(state.turn, here)} == by_grammar
            compared += 1
        state = state.apply(random_action(state, rng))


def test_a_won_turn_is_worth_the_whole_point() -> None:
    state = games.load("thaayam", seats=2).state("0 move 26,26,26,25/9,0,0,0 1 - -")
    assert prospects(state)[state.legal_moves()[0]] == (1.0, 0.0)


def test_a_pass_does_nothing_that_people_could_see_wherever_it_is_asked_about() -> None:
    state = Thaayam(seats=2).state("0 move 1,0,0,0/0,0,0,0 2,4 - -")
    assert state.achievement(PASS) is None is state.headway(PASS)
    for other in (Thaayam().start(), Thaayam(seats=2).state("0 move 0,0,0,0/0,0,0,0 - - -")):
        assert other.achievement(PASS) is None is other.headway(PASS)
