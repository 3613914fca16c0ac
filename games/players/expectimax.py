"""The search for games with dice: every throw counts by its probability.

A turn is everything that a seat throws and moves in a row. First the search plans its own turn to
the end. Then, for the moves that looked best, it also weighs what the next seats do with their
throws. Every side is expected to play what is best for itself.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from games.actions import Move
from games.budget import Budget, last_finished
from games.core import State
from games.players.player import Greedy

Values = tuple[float, ...]
"""How well each side stands."""


@dataclass(frozen=True, slots=True)
class Round:
    """How far a round looks: ``turns`` turns, for the best ``width`` moves of the last round.

    A line of throws that is less likely than ``least`` is not followed but judged as it stands.
    """

    turns: int
    width: int
    least: float


ROUNDS = (Round(1, 99, 0.02), Round(2, 6, 0.01))
"""A third turn, some sixty times as many positions as two, is out of reach of the slowest table."""


def expectimax(state: State, budget: Budget, rng: random.Random) -> tuple[Move, ...]:
    """Return every legal move of ``state``, the best first, as far as ``budget`` reaches."""
    return last_finished(_each_round(state, budget, rng))


def _each_round(state: State, budget: Budget, rng: random.Random) -> Iterator[tuple[Move, ...]]:
    ranked = Greedy().ranked(state, rng)
    yield ranked
    outlook = Outlook(state, budget)
    for each in ROUNDS:
        likely, rest = ranked[: each.width], ranked[each.width :]
        values = {move: outlook.value(move, each) for move in likely}
        ranked = (*sorted(likely, key=lambda move: -values[move]), *rest)
        yield ranked


class Outlook:
    """What the moves of ``state`` may lead to."""

    def __init__(self, state: State, budget: Budget) -> None:
        self._state = state
        self._team_of = tuple(seat.team for seat in state.game.seats)
        self._heads = tuple(self._team_of.index(team) for team in sorted(set(self._team_of)))
        self._budget = budget

    def value(self, move: Move, round_: Round) -> float:
        """Return how well the mover's side stands after ``move``, as far as ``round_`` looks."""
        state = self._state
        assert state.turn is not None, "a state in which a choice is awaited"
        after = state.apply(move)
        turns = round_.turns - (after.turn != state.turn)
        return self._values(after, turns, 1.0, round_.least)[self._team_of[state.turn]]

    def _values(self, state: State, turns: int, likely: float, least: float) -> Values:
        self._budget.spend()
        if turns == 0 or state.is_terminal or likely < least:
            return self._judged(state)
        if state.is_chance:
            return self._expected(state, turns, likely, least)
        return self._chosen(state, turns, likely, least)

    def _judged(self, state: State) -> Values:
        if len(self._heads) == 2:
            value = state.evaluate(self._heads[0])
            return value, -value
        return tuple(state.evaluate(head) for head in self._heads)

    def _expected(self, state: State, turns: int, likely: float, least: float) -> Values:
        sums = [0.0] * len(self._heads)
        for throw, chance in state.chance_outcomes():
            share = float(chance)
            is_followed = likely * share >= least
            following = state.apply(throw) if is_followed else state
            values = self._values(following, turns if is_followed else 0, likely * share, least)
            sums = [total + share * value for total, value in zip(sums, values, strict=True)]
        return tuple(sums)

    def _chosen(self, state: State, turns: int, likely: float, least: float) -> Values:
        assert state.turn is not None, "a state in which a choice is awaited"
        team = self._team_of[state.turn]
        best: Values = ()
        for move in state.legal_moves():
            after = state.apply(move)
            values = self._values(after, turns - (after.turn != state.turn), likely, least)
            if not best or values[team] > best[team]:
                best = values
        return best
