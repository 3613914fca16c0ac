"""What Thaayam's moves are worth: by the positions that a turn comes to, in any order."""

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import pytest

import games
from games.actions import PASS, Move
from games.core import State, random_action
from games.options import OptionValue
from games.players import load
from games.review import ReviewPoint, assess
from games.thaayam.game import Thaayam, ThaayamPosition
from games.thaayam.search import Pieces, TurnSearch, every_kept
from games.valuation import best_of, enumerated, prospects

NAMED = (
    ("1 move 25,20,20,15/25,12,11,0 1,1,2,8 - -", "8:e2-c2"),
    ("1 move 22,16,15,1/22,20,0,0 1,1,1,3,4,8 - -", "1:hand-c5"),
)
"""Positions in which the order of a list decided what was called an error: a best move of each."""

PER_GAME = 8
"""So many choices of a game are looked at."""


def choices(seats: int, seed: int, throws: int = 2) -> Iterator[ThaayamPosition]:
    """Positions of games between weak players, with so many and more throws to play."""
    rng, game = random.Random(seed), Thaayam(seats=seats)
    kinds = [load(name) for name in ("greedy", "random")]
    while True:
        state, players = game.start(rng.randrange(seats)), [rng.choice(kinds) for _ in range(seats)]
        found: list[ThaayamPosition] = []
        while state.turn is not None:
            if len(state.kept) >= throws and len(state.legal_moves()) > 1:
                found.append(state)
            chooser = players[state.turn]
            is_thrown = state.is_chance
            state = state.apply(
                random_action(state, rng) if is_thrown else chooser.choose(state, rng)
            )
        yield from rng.sample(found, min(PER_GAME, len(found)))


def ends(state: ThaayamPosition) -> set[ThaayamPosition]:
    """All positions in which the turn may end, found through the grammar."""
    found, seen, waiting = set[ThaayamPosition](), {state}, [state]
    while waiting:
        here = waiting.pop()
        for move in here.legal_moves():
            after = here.apply(move)
            if after.turn != state.turn:
                found.add(after)
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def given_away(state: State, values: Mapping[Move, tuple[float, ...]]) -> dict[Move, float]:
    """What each move gives away of the point."""
    assert state.turn is not None, "a choice"
    seat = state.turn
    most = max(shares[seat] for shares in values.values())
    return {move: most - shares[seat] for move, shares in values.items()}


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
    _agree(islice(choices(seats, seed=2), 1))


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_search_finds_the_same_in_many_positions(seats: int) -> None:
    _agree(islice(choices(seats, seed=3), 200))


def _agree(states: Iterable[State]) -> None:
    for state in states:
        found, otherwise = prospects(state), given_away(state, enumerated(state))
        for move, lost in given_away(state, found).items():
            assert lost == pytest.approx(otherwise[move], abs=state.game.DOUBT)


def reaching(state: ThaayamPosition, best_end: State) -> dict[Move, bool]:
    """Whether the turn can come to ``best_end`` after each move."""
    return {
        move: best_end == after or (after.turn == state.turn and best_end in ends(after))
        for move in state.legal_moves()
        for after in [state.apply(move)]
    }


def line_of(state: State) -> State:
    """The position to which the review's own best moves lead at the end of the turn."""
    turn = state.turn
    while state.turn == turn and not state.is_terminal:
        state = state.apply(best_of(prospects(state), state))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_move_is_an_error_after_which_the_turn_can_end_where_the_best_line_ends(
    seats: int,
) -> None:
    for state in islice(choices(seats, seed=1), 4):
        lost = given_away(state, prospects(state))
        for move, reaches in reaching(state, line_of(state)).items():
            assert not reaches or lost[move] <= state.game.DOUBT


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
    search, state = TurnSearch(game.rules, game.tables), game.start()
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
