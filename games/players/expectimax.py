"""The search for games with dice: every throw counts by its probability.

A turn is everything that a seat throws and moves in a row. First the search plans its own turn to
the end. Then, for the moves that looked best, it also weighs what the next seats do with their
throws. Every side is expected to play what is best for itself.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.actions import Move
from games.budget import Budget, last_finished
from games.core import State
from games.players.player import Greedy

Values = tuple[float, ...]
"""How well each side stands."""
Known = dict[State, Values]
"""What was found for the positions of one turn between two throws."""


@dataclass(frozen=True, slots=True)
class Round:
    """How far a round looks: ``turns`` turns, for the best ``width`` moves of the last round.

    Behind each of them it follows only the ``plans`` moves of the same turn that look best at its
    end. A line of throws that is less likely than ``least`` is not followed but judged as it
    stands.
    """

    turns: int
    width: int
    plans: int
    least: float


ALL = 99
PLANNING = Round(1, ALL, ALL, 0.02)
ROUNDS = (PLANNING, Round(2, 6, 2, 0.01))
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
        values = outlook.values(likely, each)
        ranked = (*sorted(likely, key=lambda move: -values[move]), *rest)
        yield ranked


@dataclass(frozen=True, slots=True)
class Path:
    """How ``round`` came to a position: ``turns`` are still to be looked at.

    ``likely`` is the probability of the throws that lead there.
    """

    round: Round
    turns: int
    likely: float = 1.0

    @property
    def is_ours(self) -> bool:
        """Whether it is still the turn that the search began with."""
        return self.turns == self.round.turns

    @property
    def is_over(self) -> bool:
        """Whether the round looks no further."""
        return self.turns == 0 or self.likely < self.round.least

    def next_turn(self) -> "Path":
        """Return the path on to the next turn."""
        return Path(self.round, self.turns - 1, self.likely)

    def thrown(self, share: float) -> "Path":
        """Return the path on by a throw of this probability."""
        return Path(self.round, self.turns, self.likely * share)


class Outlook:
    """What the moves of ``state`` may lead to."""

    def __init__(self, state: State, budget: Budget) -> None:
        self._state = state
        self._team_of = tuple(seat.team for seat in state.game.seats)
        self._heads = tuple(self._team_of.index(team) for team in sorted(set(self._team_of)))
        self._budget = budget
        self._planned: Known = {}

    def values(self, moves: Iterable[Move], round_: Round) -> dict[Move, float]:
        """Return how well the mover's side stands after each of ``moves``, seen by ``round_``."""
        assert self._state.turn is not None, "a state in which a choice is awaited"
        team = self._team_of[self._state.turn]
        known = self._planned if round_ is PLANNING else {}
        path = Path(round_, round_.turns)
        return {move: self._after(self._state, move, path, known)[team] for move in moves}

    def _after(self, state: State, move: Move, path: Path, known: Known) -> Values:
        """Return what comes of ``move``; a turn comes to the same position in many orders."""
        after = state.apply(move)
        if after.turn != state.turn:
            return self._values(after, path.next_turn(), {})
        if after not in known:
            known[after] = self._values(after, path, known)
        return known[after]

    def _values(self, state: State, path: Path, known: Known) -> Values:
        self._budget.spend()
        if path.is_over or state.is_terminal:
            return self._judged(state)
        if state.is_chance:
            return self._expected(state, path)
        return self._chosen(state, path, known)

    def _judged(self, state: State) -> Values:
        if len(self._heads) == 2:
            value = state.evaluate(self._heads[0])
            return value, -value
        return tuple(state.evaluate(head) for head in self._heads)

    def _expected(self, state: State, path: Path) -> Values:
        sums = [0.0] * len(self._heads)
        for throw, chance in state.chance_outcomes():
            share = float(chance)
            thrown = path.thrown(share)
            following = state if thrown.is_over else state.apply(throw)
            values = self._values(following, thrown, {})
            sums = [total + share * value for total, value in zip(sums, values, strict=True)]
        return tuple(sums)

    def _chosen(self, state: State, path: Path, known: Known) -> Values:
        assert state.turn is not None, "a state in which a choice is awaited"
        team = self._team_of[state.turn]
        best: Values = ()
        for move in self._followed(state, team, path):
            values = self._after(state, move, path, known)
            if not best or values[team] > best[team]:
                best = values
        return best

    def _followed(self, state: State, team: int, path: Path) -> Sequence[Move]:
        """Return the moves of ``state`` that are followed: in our own turn only the best plans."""
        moves = state.legal_moves()
        if not path.is_ours or len(moves) <= path.round.plans:
            return moves
        planning = Path(PLANNING, PLANNING.turns)
        values = [self._after(state, move, planning, self._planned)[team] for move in moves]
        best = sorted(range(len(moves)), key=lambda number: -values[number])
        return [moves[number] for number in best[: path.round.plans]]
