"""How well a seat stands: what two pieces are worth together, and what the lead is worth.

The value of a position is a sum of weights: one for each of the 45 pairs of pieces, by the progress
of both, and one for the lead in moves, which leaves out the piece that may stay behind. Pairs tell
which piece threatens which, and which two stand well side by side. All weights are in favour of the
``mover``, the seat that has just moved; there are others for either seat, and for each number of
pieces that either seat has home.

``building/learn.c`` learns the weights from positions with exact values (logistic regression). A
weight is a number of ``UNIT`` parts of a logit; a sum of zero expects a draw.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import combinations
from math import tanh

from games.squadro.moves import STAGES
from games.squadro.rules import ALL_TURNS, HOME, HOME_TO_WIN, NAMES, TRACKS, turns_to_win

FILE = "pairs.table"
UNIT = 20
PAIRS = tuple(combinations(range(len(NAMES)), 2))
NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}
CELLS = STAGES * STAGES
"""The weights of a pair."""
LEADS = len(PAIRS) * CELLS + ALL_TURNS
"""Where the weight of no lead is; leads of the mover are behind it, those of the enemy before."""
SIZE = len(PAIRS) * CELLS + 2 * ALL_TURNS + 1
"""How many weights there are for each mover and part of the game."""
PARTS = HOME_TO_WIN**2
"""Each seat has up to three pieces home while the game goes on."""
LARGEST = 128
"""The largest weight, which is a signed byte."""
MOST = 0.999
"""A position that is not won yet is worth less than a win."""


@cache
def weights(mover: int, part: int) -> list[int]:
    """Return the weights for positions of ``part`` in which ``mover`` has just moved."""
    begin = SIZE * (PARTS * mover + part)
    return _every_weight()[begin : begin + SIZE].tolist()


@cache
def _every_weight() -> "array[int]":
    return array("b", resources.files(__package__).joinpath(FILE).read_bytes())


def part_of(progress: Sequence[int]) -> int:
    """Return the part of the game, which is how many pieces either seat has home.

    >>> part_of((0, 6, 12, 12, 0, 3, 3, 3, 12, 3)), part_of((0,) * 10)
    (9, 0)
    """
    return HOME_TO_WIN * progress[:TRACKS].count(HOME) + progress[TRACKS:].count(HOME)


def places(mover: int, progress: Sequence[int]) -> list[int]:
    """Return where the weights of a position are: those of its pairs, then that of the lead."""
    lead = turns_to_win(1 - mover, progress) - turns_to_win(mover, progress)
    found = [
        CELLS * pair + STAGES * progress[one] + progress[other]
        for pair, (one, other) in enumerate(PAIRS)
    ]
    return [*found, LEADS + lead]


def expected(total: int) -> float:
    """Return the score that the mover may expect, from -1 to 1, if the weights sum to ``total``."""
    return MOST * tanh(total / (2 * UNIT))


def evaluate(mover: int, progress: Sequence[int]) -> float:
    """Return the score that ``mover`` may expect in the position to which it has moved."""
    here = weights(mover, part_of(progress))
    return expected(sum([here[place] for place in places(mover, progress)]))


@cache
def scores() -> list[float]:
    """Return what to expect of every total, which is the place in the list."""
    most = LARGEST * (len(PAIRS) + 1)
    return [expected(total) for total in (*range(most + 1), *range(-most, 0))]


def leads(mover: int, part: int) -> list[int]:
    """Return the weight of each lead of ``mover``, which is the place in the list."""
    here = weights(mover, part)
    return [here[LEADS + lead] for lead in (*range(ALL_TURNS + 1), *range(-ALL_TURNS, 0))]


class Alone(dict[int, tuple[int, int]]):
    """What the pieces of ``seat`` are worth by themselves, by the digits of their progress.

    That is how many moves they need to win, and the sum of the weights of their pairs. It is worked
    out when it is first asked for.
    """

    def __init__(self, seat: int, mover: int, part: int) -> None:
        """Begin without any."""
        super().__init__()
        self._seat = seat
        self._weights = weights(mover, part)
        self._pairs = [
            (one % TRACKS, other % TRACKS, CELLS * pair)
            for pair, (one, other) in enumerate(PAIRS)
            if one // TRACKS == other // TRACKS == seat
        ]

    def __missing__(self, digits: int) -> tuple[int, int]:
        own, here = progress_of_side(digits), self._weights
        total = sum([here[at + STAGES * own[one] + own[two]] for one, two, at in self._pairs])
        self[digits] = found = turns_to_win(self._seat, own * 2), total
        return found


class Against(dict[int, list[int]]):
    """What the pieces of ``seat`` are worth against each enemy, by the digits of their progress.

    An enemy's place in a list is its track times 13, plus its progress.
    """

    def __init__(self, seat: int, mover: int, part: int) -> None:
        """Begin without any."""
        super().__init__()
        self._columns = columns(seat, mover, part)

    def __missing__(self, digits: int) -> list[int]:
        own = progress_of_side(digits)
        met = [column[each] for column, each in zip(self._columns, own, strict=True)]
        self[digits] = found = [sum(each) for each in zip(*met, strict=True)]
        return found


def progress_of_side(digits: int) -> list[int]:
    """Return how far the pieces of a seat have come, by their digits in a code."""
    return [digits // STAGES**track % STAGES for track in range(TRACKS)]


@cache
def columns(seat: int, mover: int, part: int) -> list[list[list[int]]]:
    """Return the weights of each piece of ``seat``, at each progress, against each enemy's."""
    here, stages = weights(mover, part), range(STAGES)
    own, enemies = _pieces(seat), _pieces(1 - seat)
    return [
        [[here[_place(one, p, other, q)] for other in enemies for q in stages] for p in stages]
        for one in own
    ]


def _pieces(seat: int) -> range:
    return range(seat * TRACKS, (seat + 1) * TRACKS)


def _place(one: int, p: int, other: int, q: int) -> int:
    """Return where the weight of two pieces at progress ``p`` and ``q`` is."""
    if one < other:
        return CELLS * NUMBERS[one, other] + STAGES * p + q
    return CELLS * NUMBERS[other, one] + STAGES * q + p
