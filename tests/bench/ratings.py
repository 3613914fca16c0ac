"""How strong players are beside each other, on Elo's scale.

The model is that of Bradley and Terry; with several sides, that of Plackett and Luce. A player that
is 400 points better than each of its opponents wins ten times as often as any one of them.

    >>> rng = random.Random(1)
    >>> encounters = [Encounter("a", "b", 2, (1.0,) * 75 + (0.0,) * 25)]
    >>> {name: round(each.elo) for name, each in ratings(encounters, rng).items()}
    {'a': 90, 'b': -90}
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean, median
from typing import Final

SCALE: Final = 400 / log(10)
"""Points of Elo for a factor of e in the chances (A. Elo, The Rating of Chessplayers, 1978)."""
RESAMPLES: Final = 200
"""How often the games are drawn again to find the intervals (bootstrap)."""
PRECISION: Final = 0.01
"""Points by which a round of the fit may still change a rating when it ends."""
STRIDE: Final = 200.0
"""Points by which a rating changes at most in a round, because the first rounds overshoot."""

Elo = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Encounter:
    """The ``shares`` of the point that ``player`` won, one a game, from ``other`` at all others.

    There are ``sides`` sides, one of which is the player's.
    """

    player: str
    other: str
    sides: int
    shares: tuple[float, ...]

    def resampled(self, rng: random.Random) -> "Encounter":
        """Return as many games drawn from these, each as often as chance will have it.

        A game that is shared fairly may be among them: of a few games that one player won, nobody
        knows how seldom it loses.
        """
        fair = 1 / self.sides
        weights = (*(1.0 for _ in self.shares), fair, 1 - fair)
        shares = tuple(rng.choices((*self.shares, 1.0, 0.0), weights, k=len(self.shares)))
        return Encounter(self.player, self.other, self.sides, shares)

    def expected(self, elo: Elo) -> float:
        """Return the share that the player wins of each game by the ratings ``elo``."""
        odds = 10 ** ((elo[self.other] - elo[self.player]) / 400)
        return 1 / (1 + (self.sides - 1) * odds)


@dataclass(frozen=True, slots=True)
class Rating:
    """The ``elo`` of a player, and the ends of the interval that holds it with 95 %.

    All three are of the ratings by games that were drawn again: their median and their quantiles.
    """

    elo: float
    low: float
    high: float


def ratings(encounters: Sequence[Encounter], rng: random.Random) -> dict[str, Rating]:
    """Return the rating of every player in ``encounters``; their mean is 0.

    Each encounter counts as one game more, which both players share fairly: who won every game
    would be infinitely strong otherwise.
    """
    again = [fitted([each.resampled(rng) for each in encounters]) for _ in range(RESAMPLES)]
    return {name: _rating([each[name] for each in again]) for name in again[0]}


def _rating(again: Sequence[float]) -> Rating:
    ordered = sorted(again)
    tail = len(ordered) // 40
    return Rating(median(ordered), ordered[tail], ordered[-1 - tail])


def fitted(encounters: Sequence[Encounter]) -> dict[str, float]:
    """Return the ratings under which the results in ``encounters`` are likeliest; the mean is 0."""
    elo = dict.fromkeys((name for each in encounters for name in (each.player, each.other)), 0.0)
    change = STRIDE
    while change > PRECISION:
        steps = {name: _step(name, encounters, elo) for name in elo}
        elo = {name: value + steps[name] / 2 for name, value in elo.items()}
        change = max(map(abs, steps.values()))
    middle = fmean(elo.values())
    return {name: value - middle for name, value in elo.items()}


def _step(name: str, encounters: Sequence[Encounter], elo: Elo) -> float:
    """Return by how much Newton's method changes the rating of ``name``."""
    surplus = curvature = 0.0
    for each in encounters:
        if name in (each.player, each.other):
            expected, games = each.expected(elo), len(each.shares) + 1
            won = sum(each.shares) + 1 / each.sides
            surplus += (won - games * expected) * (1 if name == each.player else -1)
            curvature += games * expected * (1 - expected)
    return max(-STRIDE, min(STRIDE, SCALE * surplus / curvature))
