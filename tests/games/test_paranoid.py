"""The search where several sides choose: it is a minimax that leaves out what cannot matter."""

import random

import pytest

import games
from games.actions import Move
from games.budget import Budget
from games.core import State, random_action
from games.players.paranoid import BOUND, CAPTURES, WON, Search, StateLine, paranoid, valued
from tests import toy
from tests.deep import deeply
from tests.tug import Tug

TAKING = toy.load("tongs").state("0 01.............. 4/4 0/0 2")
"""A stone on c1 takes b1 between two."""


def walked(seed: int, turns: int) -> State:
    """A state of the toy after so many random moves."""
    rng = random.Random(seed)
    state = toy.load("tongs", goal=2).start()
    for _ in range(turns):
        state = state.apply(random_action(state, rng))
    return state


def plain(line: StateLine, depth: int) -> int:
    """What the search says of ``line`` to the side to act, with nothing left out."""
    standing = line.balance if line.is_ours else -line.balance
    if line.is_over or depth == -CAPTURES:
        return standing
    best = standing if depth <= 0 else -BOUND
    for _, move in line.moves() if depth > 0 else line.captures(-BOUND):
        line.make(move)
        best = max(best, -plain(line, depth - 1))
        line.unmake()
    return best


@pytest.mark.parametrize("seed", [0, *deeply(1, 2, 3)])
@pytest.mark.parametrize("depth", [0, 1, *deeply(2)])
def test_nothing_that_matters_is_left_out(seed: int, depth: int) -> None:
    state = walked(seed, turns=8)
    assert state.turn is not None
    line = StateLine(state, state.turn)
    assert Search[Move](Budget(10**6)).value(line, depth, -BOUND) == plain(line, depth)


def valued_to(state: State, depth: int) -> tuple[dict[Move, int], int]:
    """What each move is worth at this depth, and the nodes that this and all rounds before take."""
    assert state.turn is not None
    lines = {move: StateLine(state.apply(move), state.turn) for move in state.legal_moves()}
    budget, values = Budget(10**6), {}
    search = Search[Move](budget if depth else Budget(10**6))
    for each in range(1 if depth else 0, depth + 1):
        values = {move: search.value(line, each, -BOUND) for move, line in lines.items()}
    return values, 10**6 - budget.left


@pytest.mark.parametrize("text", ["0 d1", "1 c1", "1 e1"])
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_all_moves_are_valued_as_deep_as_the_nodes_last(text: str, depth: int) -> None:
    values, nodes = valued_to(Tug().state(text), depth)
    assert valued(StateLine, Tug().state(text), Budget(nodes)) == values


def test_no_node_is_spent_on_replies_that_cannot_all_be_looked_at() -> None:
    state, spare = Tug().state("0 d1"), 7
    values, nodes = valued_to(state, 1)
    budget = Budget(nodes + spare)
    assert valued(StateLine, state, budget) == values
    assert budget.left == spare


@pytest.mark.parametrize("nodes", [0, 1, 20, 80])
def test_every_legal_move_is_ranked_once_whatever_the_budget(nodes: int) -> None:
    state = walked(1, turns=7)
    ranked = paranoid(state, Budget(nodes), random.Random(1))
    assert sorted(map(str, ranked)) == sorted(map(str, state.legal_moves()))


def test_the_same_nodes_and_chance_bring_the_same_ranking() -> None:
    state = walked(2, turns=7)
    ranked = [paranoid(state, Budget(60), random.Random(3)) for _ in range(2)]
    assert ranked[0] == ranked[1]


def test_moves_that_are_as_good_are_ranked_by_chance() -> None:
    start = toy.load("tongs").start()
    best = {paranoid(start, Budget(0), random.Random(seed))[0].text for seed in range(20)}
    assert len(best) > 3


def test_what_wins_at_once_comes_first() -> None:
    state = toy.load("tongs", goal=1).state(str(TAKING))
    assert paranoid(state, Budget(60), random.Random(1))[0].text == "@c1xb1"


def test_a_search_that_is_stopped_answers_with_what_it_knows() -> None:
    ranked = paranoid(TAKING, Budget(10**6, stop=lambda: True), random.Random(1))
    assert ranked[0].text == "@c1xb1"
    assert len(ranked) == len(TAKING.legal_moves())


def test_a_sooner_win_has_a_higher_value() -> None:
    line = StateLine(toy.load("tongs", goal=1).state(str(TAKING)), 0)
    ((_, winning),) = line.captures(-BOUND)
    line.make(winning)
    assert line.is_over
    assert 0 < line.balance < WON
    line.unmake()
    assert not line.is_over


def test_a_line_ends_where_chance_comes() -> None:
    assert StateLine(games.load("tshupu").start(), 0).is_over
