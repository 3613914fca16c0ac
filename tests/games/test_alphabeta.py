"""Alpha-beta: against plain minimax, against the rules' own end, and within its budget."""

import random
from collections.abc import Mapping

import pytest

from games.budget import Budget
from games.core import State
from games.players.alphabeta import AlphaBeta, Branch, alphabeta
from games.squadro.game import Squadro
from tests.toy import Tongs

DEEP = 4


class Made:
    """A tree that is made up by chance: three ways from every node, over after DEEP plies."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def branches(self, node: str) -> list[Branch[str]]:
        return [self._branch(node + way) for way in "abc"]

    def _branch(self, node: str) -> Branch[str]:
        worth = random.Random(f"{self._seed} {node}").uniform(-0.9, 0.9)
        return worth, node, node if len(node) < DEEP else None

    def minimax(self, branch: Branch[str]) -> float:
        """What ``branch`` is worth to who takes it when everything is looked at."""
        worth, _, node = branch
        if node is None:
            return worth
        return -max(self.minimax(each) for each in self.branches(node))


class Written:
    """A tree written down: the branches of every node."""

    def __init__(self, nodes: Mapping[str, list[Branch[str]]]) -> None:
        self._nodes = nodes

    def branches(self, node: str) -> list[Branch[str]]:
        return self._nodes[node]


TRAP = Written(
    {
        "start": [(0.8, "tempting", "tempting"), (-0.5, "patient", "patient")],
        "tempting": [(-0.9, "quiet", "quiet"), (1.0, "end", None)],
        "patient": [(0.1, "more", "more")],
        "more": [(0.2, "patient", "patient")],
        "quiet": [(0.2, "patient", "patient")],
    }
)


def names(found: list[Branch[str]]) -> list[object]:
    return [key for _, key, _ in found]


@pytest.mark.parametrize("seed", range(20))
def test_it_likes_best_what_minimax_likes_best(seed: int) -> None:
    tree = Made(seed)
    found = AlphaBeta(tree, Budget(2000)).ranked(tree.branches(""))
    assert found[0] == max(tree.branches(""), key=tree.minimax)


def test_a_move_that_lets_the_other_side_win_goes_behind() -> None:
    found = AlphaBeta(TRAP, Budget(50)).ranked(TRAP.branches("start"))
    assert names(found) == ["patient", "tempting"]


def test_without_nodes_the_values_of_the_moves_decide() -> None:
    found = AlphaBeta(TRAP, Budget(0)).ranked(TRAP.branches("start"))
    assert names(found) == ["tempting", "patient"]


def test_who_is_stopped_answers_with_what_was_found() -> None:
    asked = iter([False] * 3 + [True] * 50)
    found = AlphaBeta(TRAP, Budget(50, lambda: next(asked))).ranked(TRAP.branches("start"))
    assert names(found) == ["patient", "tempting"]


def test_a_position_that_counts_as_drawn_is_better_than_a_bad_one() -> None:
    tree = Written(
        {
            "start": [(-0.3, "bad", "bad"), (-0.6, "back", "back")],
            "bad": [(0.3, "bad too", "start")],
            "back": [(0.9, "gone", "gone")],
        }
    )
    found = AlphaBeta(tree, Budget(3), drawn=["back"]).ranked(tree.branches("start"))
    assert names(found) == ["back", "bad"]


@pytest.mark.parametrize("state", [Squadro().start(), Tongs().start()], ids=str)
def test_every_legal_move_is_ranked_once_and_alike_every_time(state: State) -> None:
    first, second = (alphabeta(state, Budget(40), random.Random(3)) for _ in range(2))
    assert first == second
    assert sorted(map(str, first)) == sorted(map(str, state.legal_moves()))


def test_it_wins_at_tongs_where_a_stone_is_to_be_taken() -> None:
    state = Tongs(goal=1).state("0 01.............. 4/4 0/0 2")
    best = alphabeta(state, Budget(100), random.Random(1))[0]
    outcome = state.apply(best).outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
