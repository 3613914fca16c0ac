"""The weights of Squadro's evaluation: which of them count in a position, and where they are.

``weights.table`` has a signed byte for each. First come, for either mover and each part of the
game, those of the pairs and of the lead; then, for either mover, those of the triples. The weights
of a group of pieces are by the progress of its pieces, the first one counting most.
"""

from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import combinations

from games.squadro.moves import STAGES
from games.squadro.rules import ALL_TURNS, HOME, HOME_TO_WIN, NAMES, SEATS, TRACKS, turns_to_win

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
    return resources.files(__package__).joinpath(FILE).read_bytes()


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
