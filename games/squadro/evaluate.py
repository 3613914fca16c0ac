"""How well a seat stands in Squadro, and what people can see that a move does for it.

The value of a position is a sum of weights: one for each of the 45 pairs of pieces and the 120
triples, by their progress, and one for the lead in moves, which leaves out the piece that may stay
behind. Pairs tell which piece threatens which; triples, what stands between them, and which enemy
cannot meet two threats. All weights are in favour of the ``mover``, the seat that has just moved.
There are others for either seat, and those of pairs are others for each number of pieces that
either seat has home.

``weights.table`` has a signed byte for each. First come, for either mover and each part of the
game, those of the pairs and of the lead; then, for either mover, those of the triples. The weights
of a group of pieces are by the progress of its pieces, the first one counting most.
``building/learn.c`` learns them from positions with exact values (logistic regression). A sum of
zero expects a draw.

The search of :mod:`games.squadro.search` values a position by the sum of what either seat is worth
by itself, and what its pieces are worth with those of the other seat. Of a seat that is looked up
by its digits, the progress of its five pieces, and worked out once for each way in which they can
stand. What some pieces are worth with each enemy, wherever that stands, is a row of 65 weights.
Rows are added up as one number, which has two bytes for each weight.
"""

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import tanh
from operator import add, getitem
from pathlib import Path

from games.course import first_or_last
from games.message import Message, msg
from games.squadro.moves import STAGES, TrackRun
from games.squadro.rules import (
    ALL_TURNS,
    FAR_EDGE,
    HOME,
    HOME_TO_WIN,
    NAMES,
    SEATS,
    TRACKS,
    TURNS_LEFT,
    turns_to_win,
)

FILE = "weights.table"
UNIT = 28
"""So many parts of a logit are one; a weight is a number of such parts."""
LARGEST = 128
"""The largest weight, which is a signed byte."""

Group = tuple[int, ...]
"""Two or three pieces."""
PAIRS: Sequence[Group] = tuple(combinations(range(len(NAMES)), 2))
TRIPLES: Sequence[Group] = tuple(combinations(range(len(NAMES)), 3))
BEGINS: Mapping[Group, int] = {
    group: STAGES ** len(group) * number
    for groups in (PAIRS, TRIPLES)
    for number, group in enumerate(groups)
}
"""Where the weights of a group begin."""

LEADS = len(PAIRS) * STAGES**2 + ALL_TURNS
"""Where the weight of no lead is; leads of the mover are behind it, those of the enemy before."""
PAIRS_SIZE = LEADS + ALL_TURNS + 1
"""How many weights of pairs and leads there are for each mover and part of the game."""
TRIPLES_SIZE = len(TRIPLES) * STAGES**3
"""How many weights of triples there are for each mover."""
PARTS = HOME_TO_WIN**2
"""Each seat has up to three pieces home while the game goes on."""


@cache
def pair_weights(mover: int, part: int) -> "array[int]":
    """Return the weights of pairs and leads if ``mover`` has just moved in ``part`` of the game."""
    return _weights(PAIRS_SIZE * (PARTS * mover + part), PAIRS_SIZE)


@cache
def triple_weights(mover: int) -> "array[int]":
    """Return the weights of triples if ``mover`` has just moved."""
    return _weights(len(SEATS) * PARTS * PAIRS_SIZE + TRIPLES_SIZE * mover, TRIPLES_SIZE)


def _weights(begin: int, many: int) -> "array[int]":
    return array("b", _file()[begin : begin + many])


@cache
def _file() -> bytes:
    return Path(__file__).with_name(FILE).read_bytes()


def part_of(progress: Sequence[int]) -> int:
    """Return the part of the game, which is how many pieces either seat has home.

    >>> part_of((0, 6, 12, 12, 0, 3, 3, 3, 12, 3)), part_of((0,) * 10)
    (9, 0)
    """
    return HOME_TO_WIN * progress[:TRACKS].count(HOME) + progress[TRACKS:].count(HOME)


def pair_places(mover: int, progress: Sequence[int]) -> list[int]:
    """Return where the weights of a position's pairs are, then that of its lead."""
    lead = turns_to_win(1 - mover, progress) - turns_to_win(mover, progress)
    found = [BEGINS[one, other] + STAGES * progress[one] + progress[other] for one, other in PAIRS]
    return [*found, LEADS + lead]


def triple_places(progress: Sequence[int]) -> list[int]:
    """Return where the weights of a position's triples are."""
    return [
        begin + STAGES * (STAGES * progress[one] + progress[two]) + progress[three]
        for begin, (one, two, three) in _TRIPLES_BEGIN
    ]


_TRIPLES_BEGIN = [(BEGINS[triple], triple) for triple in TRIPLES]


MOST = 0.999
"""A position that is not won yet is worth less than a win."""


def expected(total: int) -> float:
    """Return the score that the mover may expect, from -1 to 1, if the weights sum to ``total``."""
    return MOST * tanh(total / (2 * UNIT))


def value(mover: int, progress: Sequence[int]) -> float:
    """Return the score that ``mover`` may expect in the position to which it has moved."""
    pairs, triples = pair_weights(mover, part_of(progress)), triple_weights(mover)
    total = sum([pairs[place] for place in pair_places(mover, progress)])
    return expected(total + sum([triples[place] for place in triple_places(progress)]))


@cache
def scores() -> list[float]:
    """Return what to expect of every total, which is the place in the list."""
    most = LARGEST * (len(PAIRS) + len(TRIPLES) + 1)
    return [expected(total) for total in (*range(most + 1), *range(-most, 0))]


ROW = TRACKS * STAGES
BEGINNINGS = range(0, ROW, STAGES)
"""The place of an enemy in a row is where its track begins, plus its progress."""
FEW, MANY = STAGES**3, TRACKS - 3
"""The first three digits of a seat, and how many others there are, are looked up."""
TOGETHER = tuple(combinations(range(TRACKS), 2))
"""The pairs of a seat's tracks."""
ADDED = 2 * len(TOGETHER) + TRACKS
"""How many rows are added up in both seats together: two of pairs of tracks, one of tracks."""


Standing = tuple[int, int, "array[int]", tuple[int, ...]]
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


def unpacked(row: int) -> "array[int]":
    """Return the weights of rows that were added up, each too large by ``LARGEST`` for a row."""
    return array("H", row.to_bytes(2 * ROW, sys.byteorder))  # few of them are ever read


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


def progress_of_side(digits: int) -> tuple[int, ...]:
    """Return how far the pieces of a seat have come, by their digits in a code."""
    many, first = divmod(digits, FEW)
    return few_digits()[first] + few_digits()[many][:MANY]


@cache
def few_digits() -> list[tuple[int, ...]]:
    """Return the digits of every number of so few of them, the last one first."""
    each = range(STAGES)
    return [(low, middle, high) for high in each for middle in each for low in each]


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


TURNS_BACK = msg("reaches the far edge")
THREATENS = msg("threatens to jump over {place}")
LEADS_BY = msg("leads by {count} moves if nobody jumps")
PROOFS = {1: msg("exact: wins"), 0: msg("exact: draws"), -1: msg("exact: loses")}
"""What a table of the whole game says of a move, by what it is worth."""
SEVERAL = 2
"""A lead of a single move is not told: the other seat moves next."""


def jumped(runs: Iterable[TrackRun]) -> set[str]:
    """Return the places of all pieces over which ``runs`` jump."""
    return {victim.place for run in runs for victim in run.captures}


def achievement(
    run: TrackRun, before: Iterable[TrackRun], after: Iterable[TrackRun]
) -> Message | None:
    """Return what ``run`` reaches; or over which piece its seat could jump then, but not before.

    ``before`` and ``after`` are what the seat of ``run`` can move.
    """
    if run.end == FAR_EDGE:
        return Message.of(TURNS_BACK)
    known = jumped(before)
    new = [place for each in after for place in sorted(jumped((each,)) - known)]
    return Message.of(THREATENS, place=new[0]) if new else None


def headway(seat: int, before: Sequence[int], after: Sequence[int]) -> Message | None:
    """Return how far ``seat`` is ahead on the way to four pieces home, or which piece it moves."""
    lead = turns_to_win(1 - seat, after) - turns_to_win(seat, after)
    if lead >= SEVERAL:
        return Message.of(LEADS_BY, count=lead)
    own = slice(seat * TRACKS, (seat + 1) * TRACKS)
    (origin,) = (old for old, new in zip(before[own], after[own], strict=True) if new > old)
    return first_or_last([progress for progress in before[own] if progress < HOME], origin)
