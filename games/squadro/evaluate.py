"""How well a seat stands: what its pieces and the enemies are worth together, and what the lead is.

The value of a position is a sum of weights: one for each of the 45 pairs of pieces and the 120
triples, by their progress, and one for the lead in moves, which leaves out the piece that may stay
behind. Pairs tell which piece threatens which; triples, what stands between them, and which enemy
cannot meet two threats. All weights are in favour of the ``mover``, the seat that has just moved.
There are others for either seat, and those of pairs are others for each number of pieces that
either seat has home.

``building/learn.c`` learns the weights from positions with exact values (logistic regression). A
sum of zero expects a draw.
"""

from collections.abc import Sequence
from functools import cache
from math import tanh

from games.squadro.weights import (
    LARGEST,
    PAIRS,
    TRIPLES,
    UNIT,
    pair_places,
    pair_weights,
    part_of,
    triple_places,
    triple_weights,
)

MOST = 0.999
"""A position that is not won yet is worth less than a win."""


def expected(total: int) -> float:
    """Return the score that the mover may expect, from -1 to 1, if the weights sum to ``total``."""
    return MOST * tanh(total / (2 * UNIT))


def evaluate(mover: int, progress: Sequence[int]) -> float:
    """Return the score that ``mover`` may expect in the position to which it has moved."""
    pairs, triples = pair_weights(mover, part_of(progress)), triple_weights(mover)
    total = sum([pairs[place] for place in pair_places(mover, progress)])
    return expected(total + sum([triples[place] for place in triple_places(progress)]))


@cache
def scores() -> list[float]:
    """Return what to expect of every total, which is the place in the list."""
    most = LARGEST * (len(PAIRS) + len(TRIPLES) + 1)
    return [expected(total) for total in (*range(most + 1), *range(-most, 0))]
