"""The check of what searches find: it looks at every reply, through the grammar alone."""

import random
from functools import cache

import pytest

import games
from games import valuation
from games.budget import Spent
from games.core import Game, State, random_action
from games.valuation import enumerated, final, prospects, replied
from tests.games.race import files


def late(game: Game, seed: int, before: int) -> State:
    """A position of a random game, so many actions ``before`` its end."""
    rng, state = random.Random(seed), game.start(0)
    passed = [state]
    while not state.is_terminal:
        state = state.apply(random_action(state, rng))
        passed.append(state)
    return passed[-1 - before]


@cache
def exactly(state: State, seat: int) -> float:
    """What ``seat`` gets from ``state`` if both sides play as well as can be."""
    outcome = state.outcome()
    if outcome is not None:
        return final(outcome, state.game.seats)[seat]
    choose = max if state.turn == seat else min
    return choose(exactly(state.apply(move), seat) for move in state.legal_moves())


@pytest.mark.parametrize("seed", [2, 4, 5])
def test_what_is_certain_is_found_exactly(seed: int) -> None:
    state = late(games.load("squadro"), seed, 3)
    assert state.turn is not None
    found = replied(state, 20_000)
    assert {*found} == {*state.legal_moves()}
    truly = {move: exactly(state.apply(move), state.turn) for move in found}
    assert {move: found[move] for move in truly if truly[move] in {0, 1}} == truly


def test_without_positions_to_look_at_each_move_is_worth_what_it_leads_to() -> None:
    state = games.load("xiangqi4").start(0)
    found = replied(state, 0)
    assert {*found} == {*state.legal_moves()}
    assert all(0 < share < 1 for share in found.values())


def test_nothing_is_asked_of_the_search_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    state = late(games.load("squadro"), 2, 3)
    found = replied(state, 50)

    def asked(*_: object) -> None:
        raise AssertionError("the search of the game was asked")

    for name in ("prospects", "outlook", "search"):
        monkeypatch.setattr(type(state.game), name, asked)
    assert replied(state, 50) == found


def test_throws_that_move_nobody_and_give_another_one_are_no_endless_look_ahead() -> None:
    stuck = games.load("ludo", seats=2).state("0 move 57,57,56,53/0,0,0,0 3 - again")
    assert set(map(str, prospects(stuck, 500))) == {"3:h3-h6"}
    (after,) = (stuck.apply(move) for move in stuck.legal_moves())
    moves = after.apply(after.parse("6")).legal_moves()
    assert [str(move) for move in moves] == ["pass"]


def test_a_throw_that_is_played_in_two_parts_and_gives_another_one_is_no_endless_look_ahead() -> (
    None
):
    state = files.load("pachisi").state("0 move 30,9,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1,10 - again")
    found = {str(move): shares[0] for move, shares in prospects(state, 200).items()}
    assert set(found) == {"1:hand-j8", "10:k1-n9", "10:o11-k18", "pass"}
    assert min(found, key=found.__getitem__) == "pass"


def test_a_throw_that_may_be_left_before_the_last_step_of_a_game_is_no_endless_look_ahead() -> None:
    text = "3 move 83,46,0,0/84,84,83,23/84,84,38,0/84,84,84,84 1,10 - again"
    state = files.load("pachisi").state(text)
    found = {str(move): shares[3] for move, shares in prospects(state, 10).items()}
    assert set(found) == {"1:l10'-j10", "10:k18-i12", "pass"}
    assert all(share > 0.8 for share in found.values())


def test_what_cannot_be_enumerated_is_enumerated_less_finely_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = games.load("ludo", seats=2).state("0 move 30,9,0,0/12,0,0,0 3 - -")
    fine = enumerated(state)
    monkeypatch.setattr(valuation, "ENUMERATED", 60)
    coarse = enumerated(state)
    assert set(coarse) == set(fine)
    assert coarse != fine
    monkeypatch.setattr(valuation, "ENUMERATED", 5)
    with pytest.raises(Spent):
        enumerated(state)
