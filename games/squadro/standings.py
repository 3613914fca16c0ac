"""What the pieces of a seat are worth, worked out once for each way in which they can stand.

The search of :mod:`games.squadro.search` values a position by the sum of what either seat is worth
by itself, and what its pieces are worth with those of the other seat. Of a seat that is looked up
by its digits, the progress of its five pieces.

What some pieces are worth with each enemy, wherever that stands, is a row of 65 weights. Rows are
added up as one number, which has two bytes for each weight.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from operator import add, getitem

from games.squadro.moves import STAGES
from games.squadro.rules import ALL_TURNS, TRACKS, TURNS_LEFT
from games.squadro.weights import BEGINS, LARGEST, LEADS, Group, pair_weights, triple_weights

ROW = TRACKS * STAGES
BEGINNINGS = range(0, ROW, STAGES)
"""The place of an enemy in a row is where its track begins, plus its progress."""
POWERS = [STAGES**track for track in range(TRACKS)]
TOGETHER = tuple(combinations(range(TRACKS), 2))
"""The pairs of a seat's tracks."""
ADDED = 2 * len(TOGETHER) + TRACKS
"""How many rows are added up in both seats together: two of pairs of tracks, one of tracks."""


Standing = tuple[int, int, list[int], tuple[int, ...]]
"""What pieces are worth that stand in some way.

How many moves they need to win, what they are worth by themselves, what with each enemy, and their
own places in the rows of enemies.
"""


class Columns(dict[int, int]):
    """The packed rows of some pieces of a seat, by their progress as digits of base 13."""

    def __init__(self, own: Group, weights: "array[int]") -> None:
        """Begin without any; they are worked out when they are first asked for."""
        super().__init__()
        self._weights = weights
        self._many = len(own)
        enemies = range(TRACKS) if own[0] >= TRACKS else range(TRACKS, 2 * TRACKS)
        self._lines = [_line(own, enemy) for enemy in enemies]

    def __missing__(self, digits: int) -> int:
        own = [digits // STAGES**place % STAGES for place in reversed(range(self._many))]
        self[digits] = found = packed(
            weight for begin, *strides in self._lines for weight in self._of(begin, own, strides)
        )
        return found

    def _of(self, begin: int, own: Sequence[int], strides: Sequence[int]) -> Iterable[int]:
        *others, stride = strides
        first = begin + sum(p * each for p, each in zip(own, others, strict=True))
        return self._weights[first : first + stride * STAGES : stride]


def _line(own: Group, enemy: int) -> tuple[int, ...]:
    """Return where the weights of a group begin, and how far apart those of each piece are."""
    group = tuple(sorted((*own, enemy)))
    apart = (STAGES ** (len(own) - group.index(piece)) for piece in (*own, enemy))
    return (BEGINS[group], *apart)


def packed(weights: Iterable[int]) -> int:
    """Return a row as one number, in which no weight is negative."""
    return int.from_bytes(array("H", [each + LARGEST for each in weights]), sys.byteorder)


def unpacked(row: int) -> list[int]:
    """Return the weights of rows that were added up, each too large by ``LARGEST`` for a row."""
    return array("H", row.to_bytes(2 * ROW, sys.byteorder)).tolist()


class Side(dict[int, Standing]):
    """How the pieces of ``seat`` stand, by their digits, worked out when first asked for.

    Pairs of pieces of both seats are counted in the rows of the seat that has not just moved.
    """

    def __init__(self, seat: int, mover: int, part: int) -> None:
        """Begin without any."""
        super().__init__()
        first, pairs = seat * TRACKS, pair_weights(mover, part)
        self._turns = TURNS_LEFT[first : first + TRACKS]
        self._pairs = [_of_group(pairs, (first + one, first + two)) for one, two in TOGETHER]
        self._triples = own_triples(seat, mover)
        self._two_columns = two_columns(seat, mover)
        self._columns = [] if seat == mover else columns(seat, mover, part)

    def __missing__(self, digits: int) -> Standing:
        own = progress_of_side(digits)
        two = [STAGES * p + q for p, q in combinations(own, 2)]
        total = sum(map(getitem, self._pairs, two))
        total += sum([weights[STAGES * two[pair] + own[k]] for weights, pair, k in self._triples])
        row = sum(map(getitem, self._two_columns, two)) + sum(map(getitem, self._columns, own))
        turns = list(map(getitem, self._turns, own))
        places = tuple(map(add, BEGINNINGS, own))
        self[digits] = found = sum(turns) - max(turns), total, unpacked(row), places
        return found


def progress_of_side(digits: int) -> list[int]:
    """Return how far the pieces of a seat have come, by their digits in a code."""
    return [digits // each % STAGES for each in POWERS]


@cache
def columns(seat: int, mover: int, part: int) -> list[Columns]:
    """Return the rows of each piece of ``seat``."""
    pieces = range(seat * TRACKS, (seat + 1) * TRACKS)
    return [Columns((piece,), pair_weights(mover, part)) for piece in pieces]


@cache
def two_columns(seat: int, mover: int) -> list[Columns]:
    """Return the rows of each two pieces of ``seat``."""
    first = seat * TRACKS
    weights = triple_weights(mover)
    return [Columns((first + one, first + two), weights) for one, two in TOGETHER]


def leads(mover: int, part: int) -> list[int]:
    """Return the weight of each lead of ``mover``, which is the place in the list.

    It makes up for the rows, in each of which a position has five weights that are too large.
    """
    weights, too_large = pair_weights(mover, part), TRACKS * ADDED * LARGEST
    all_leads = (*range(ALL_TURNS + 1), *range(-ALL_TURNS, 0))
    return [weights[LEADS + lead] - too_large for lead in all_leads]


@cache
def own_triples(seat: int, mover: int) -> list[tuple["array[int]", int, int]]:
    """Return the weights of each three pieces of ``seat``.

    With them are the number of the pair of the first two and the track of the third.
    """
    first, weights = seat * TRACKS, triple_weights(mover)
    return [
        (_of_group(weights, (first + i, first + j, first + k)), TOGETHER.index((i, j)), k)
        for i, j, k in combinations(range(TRACKS), 3)
    ]


def _of_group(weights: "array[int]", group: Group) -> "array[int]":
    return weights[BEGINS[group] : BEGINS[group] + STAGES ** len(group)]
