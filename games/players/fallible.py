"""A player that errs as people do: it overlooks things, and likes what it can see at once.

How well it plays is a number from 0 to 1, its ``strength``. Each game says in ``CARE`` how much
care that takes, so that equal steps of strength are equal steps of Elo, and in ``HASTE`` how large
a loss goes unnoticed without any care.

- With more than half of the care it thinks ahead in some of its moves, as the best player does.
- Else it glances: it judges each move by the position after it, and takes one of the best of them,
  the less likely the more it loses.
- At a glance it may overlook danger: then it only counts what stands on the board. If it does not,
  it also looks at the captures that its favourite moves allow.
- It never misses a win in one move, never loses at once if it can help it, and never plays a move
  that loses much more by its own judgement than another.
"""

import random
from collections.abc import Mapping
from itertools import pairwise
from math import atanh, log
from typing import Final

from games.actions import Move
from games.budget import Budget, Stop, never
from games.core import Game, State
from games.players.player import Player
from games.players.searcher import Searcher, search

LEAST_SIGHT: Final = 0.3
"""How often somebody without any care looks out for danger."""
FAVOURITES: Final = 4
"""How many moves are compared by the captures that they allow."""
LIMIT: Final = 3.0
"""A move that loses more than so many times what goes unnoticed on average is never played."""
HABIT: Final = 1.0
"""How much less the last move by first impression is liked than the first, in the same unit."""
CERTAIN: Final = 0.9999
"""Expected scores beyond this one are told apart no more: their logits are infinite."""

NEVER: Final = 100.0
"""More than any difference of values."""

Values = Mapping[Move, float]


class Fallible(Player):
    """Plays with ``strength``, from 0 for a first game to 1 for the strongest player."""

    def __init__(self, strength: float) -> None:
        self.strength = strength

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in the order in which it likes them this time."""
        return with_care(state, care_of(state.game, self.strength), rng, stop)


class Following(Player):
    """Plays with about ``strength``: less while it leads, more while it is behind."""

    def __init__(self, strength: float) -> None:
        self._strength = strength

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves as a player does who is as strong as this position asks for."""
        assert state.turn is not None, "a state in which a choice comes next"
        wanted = self._strength - YIELDS * state.evaluate(state.turn)
        return Fallible(min(1.0, max(0.0, wanted))).ranked(state, rng, stop)


YIELDS: Final = 0.4
"""How much strength a player that follows the others gives up when it is sure to win."""


class Careful(Player):
    """Plays with so much ``care``, from 0 to 1, whatever the game says; to fit the levels."""

    def __init__(self, care: float) -> None:
        self._care = care

    def ranked(self, state: State, rng: random.Random, stop: Stop = never) -> tuple[Move, ...]:
        """Return the moves in the order in which it likes them this time."""
        return with_care(state, self._care, rng, stop)


def care_of(game: Game, strength: float) -> float:
    """Return how much care a player of this ``strength``, from 0 to 1, takes in ``game``."""
    marks = (0.0, *game.care, 1.0)
    steps = len(marks) - 1
    step = min(int(strength * steps), steps - 1)
    low, high = tuple(pairwise(marks))[step]
    return low + (high - low) * (strength * steps - step)


def with_care(
    state: State, care: float, rng: random.Random, stop: Stop = never
) -> tuple[Move, ...]:
    """Return every legal move, as a player that takes so much ``care`` likes them this time."""
    if len(moves := state.legal_moves()) == 1:
        return tuple(moves)
    if rng.random() < 2 * care - 1:
        return Searcher().ranked(state, rng, stop)
    return _at_a_glance(state, care, rng)


def _at_a_glance(state: State, care: float, rng: random.Random) -> tuple[Move, ...]:
    assert state.turn is not None, "a state in which a choice comes next"
    unnoticed = state.game.HASTE * max(0.0, 1 - 2 * care)
    sees_danger = rng.random() < max(LEAST_SIGHT, min(1.0, 2 * care))
    order = search(state, Budget(0), rng)
    after = {move: state.apply(move) for move in order}
    judged = {move: _logit(after[move].evaluate(state.turn)) for move in order}
    values = judged if sees_danger else _counted(after, judged, state.turn)
    appeal = _appeal(values, unnoticed, rng)
    if sees_danger:
        for move in sorted(appeal, key=lambda move: -appeal[move])[:FAVOURITES]:
            appeal[move] -= _exposed(after[move], judged[move], state.turn)
    ends = {move: _end(after[move], state.turn) for move in order}
    return tuple(sorted(order, key=lambda move: (-ends[move], -appeal[move])))


def _counted(after: Mapping[Move, State], judged: Values, seat: int | None) -> Values:
    """Return the moves by what stands on the board after them, in the unit of ``judged``."""
    assert seat is not None, "a state in which a choice comes next"
    counts = {move: state.material(seat) for move, state in after.items()}
    span = max(counts.values()) - min(counts.values())
    unit = (max(judged.values()) - min(judged.values())) / span if span else 0.0
    return {move: unit * count for move, count in counts.items()}


def _appeal(values: Values, unnoticed: float, rng: random.Random) -> dict[Move, float]:
    """Return how much each move appeals; ``values`` are in the order of the first impression.

    The chance that a move appeals most falls exponentially with what it loses (Gumbel's noise).
    A move that loses more than LIMIT times what goes ``unnoticed`` appeals less than all others.
    """
    least = max(values.values()) - LIMIT * unnoticed
    found = {}
    for place, (move, value) in enumerate(values.items()):
        noise = -log(-log(1 - rng.random()))
        habit = HABIT * place / len(values)
        found[move] = value + unnoticed * (noise - habit) - (value < least) * NEVER
    return found


def _exposed(state: State, value: float, seat: int) -> float:
    """Return what ``seat``, which stands at ``value``, loses to the worst capture by who is next.

    Nothing, where who is next belongs to its side or has to throw first.
    """
    seats = state.game.seats
    if state.turn is None or state.is_chance or seats[state.turn].team == seats[seat].team:
        return 0.0
    captures = [move for move in state.legal_moves() if move.captures]
    return max([0.0, *(value - _logit(state.apply(move).evaluate(seat)) for move in captures)])


def _end(state: State, seat: int | None) -> float:
    """Return 1 if ``state`` is won for ``seat``, -1 if it is lost, and 0 otherwise."""
    outcome = state.outcome()
    return 0.0 if outcome is None or seat is None else outcome.score(seat)


def _logit(score: float) -> float:
    """Return the logarithm of the odds that go with an expected ``score`` from -1 to 1, halved."""
    return atanh(max(-CERTAIN, min(CERTAIN, score)))
