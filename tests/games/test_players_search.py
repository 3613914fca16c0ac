"""How the searcher looks ahead, what it may spend, and how it is stopped."""

import random
from collections.abc import Callable, Iterator

import pytest

import games
from games import players
from games.budget import Budget, Spent, last_finished
from games.core import Game, State
from games.players.alphabeta import alphabeta
from games.players.expectimax import expectimax
from games.players.levels import Searcher, search_for
from games.players.paranoid import paranoid
from tests import toy
from tests.games.tshupu_play import south


def thaayam(text: str) -> State:
    return games.load("thaayam", seats=2).state(text)


def after(asked: int) -> Callable[[], bool]:
    """A stop that is true from the ``asked``-th time on."""
    left = iter([False] * (asked - 1))
    return lambda: next(left, True)


def test_a_budget_ends_with_the_node_after_its_last() -> None:
    budget = Budget(3)
    budget.spend(2)
    budget.spend()
    with pytest.raises(Spent):
        budget.spend()


def test_a_budget_ends_when_it_is_stopped() -> None:
    budget = Budget(100, stop=after(2))
    budget.spend()
    with pytest.raises(Spent):
        budget.spend()


def test_the_last_finished_answer_counts() -> None:
    def answers(budget: Budget) -> Iterator[int]:
        for answer in range(10):
            yield answer
            budget.spend()

    assert last_finished(answers(Budget(4))) == 4
    assert last_finished(answers(Budget(0))) == 0


def test_the_search_is_the_one_that_suits_the_game() -> None:
    assert search_for(games.load("thaayam")) is expectimax
    assert search_for(toy.load("tongs")) is alphabeta
    assert search_for(games.load("xiangqi4")) is paranoid


def test_a_turn_is_planned_to_its_end() -> None:
    """Only both throws on one piece reach the piece at c3's side; one alone gains nothing."""
    text = "0 move 8,1,1,1/3,2,0,0 2,3 - -"
    ranked = expectimax(thaayam(text), Budget(3000), random.Random(1))
    first = thaayam(text).apply(ranked[0])
    second = expectimax(first, Budget(3000), random.Random(1))[0]
    assert "x" in f"{ranked[0]} {second}"


def test_throws_that_can_be_played_in_many_orders_are_planned_within_the_nodes() -> None:
    state = games.load("thaayam").state("0 move 9,7,5,2/16,8,3,0/20,6,0,0/11,4,1,0 1,2,4,4,8 - -")
    rounds = expectimax(state, Budget(1_000_000), random.Random(1))
    assert expectimax(state, Budget(state.game.SEARCH_NODES), random.Random(1)) == rounds


def test_a_win_is_taken_whatever_else_can_be_played() -> None:
    state = south("33,33,33,32", "1+4", "0,0,0,0/33,33,33,33/0,0,0,0", must_use="optional")
    for seed in range(4):
        ranked = expectimax(state, Budget(3000), random.Random(seed))
        assert [str(move) for move in ranked] == ["1:e5-off", "pass"]


@pytest.mark.parametrize("nodes", [0, 1, 40, 1000])
def test_any_budget_ranks_every_move_once(nodes: int) -> None:
    state = thaayam("0 move 14,9,4,0/16,8,3,0 1,2,4 - -")
    ranked = expectimax(state, Budget(nodes), random.Random(2))
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))


def test_a_search_that_is_stopped_at_once_answers_as_greedy_does() -> None:
    state = thaayam("0 move 14,9,4,0/16,8,3,0 1,2,4 - -")
    stopped = Searcher().ranked(state, random.Random(2), stop=lambda: True)
    assert stopped == players.load("greedy").ranked(state, random.Random(2))


def test_a_move_without_a_choice_is_not_searched() -> None:
    state = thaayam("0 move 24,0,0,0/0,0,0,0 2,3 - -")
    assert Searcher(share=0.0).ranked(state, random.Random(1)) == state.legal_moves()


def test_the_same_nodes_and_chance_find_the_same() -> None:
    game = games.load("tshupu")
    state = game.start().apply(game.throw((1, 3)))
    for share in (0.1, 0.5):
        found = [Searcher(share).ranked(state, random.Random(4)) for _ in range(2)]
        assert found[0] == found[1]


def test_each_of_more_than_two_sides_plays_for_itself() -> None:
    game: Game = games.load("thaayam")
    state = game.state("2 move 5,0,0,0/9,4,0,0/14,6,2,0/8,3,0,0 1,2 - -")
    ranked = expectimax(state, Budget(200), random.Random(1))
    assert set(ranked) == set(state.legal_moves())


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (
            games.load("thaayam", capture_throw=True, seats=2),
            "0 move 8,1,0,0/10,8,0,0 1,2 - -",
        ),
        (
            games.load("tshupu", doubles_again=True),
            "0 move 9,4,1,1/9,1,1,1/9,3,1,1/9,1,1,1 3+3",
        ),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_a_turn_that_may_go_on_for_ever_is_looked_at_as_far_as_is_likely(
    game: Game, text: str
) -> None:
    state = game.state(text)
    ranked = expectimax(state, Budget(1500), random.Random(1))
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))
