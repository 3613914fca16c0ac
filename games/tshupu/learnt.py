"""How well a team stands, by weights that were learnt from games of the program with itself.

The value of a position is a sum of weights: one for each pair of the sixteen pieces, by the
progress of both and by whose they are, counted from the seat that throws next. So pairs show which
piece threatens which and how soon, which two of a seat or a team stand well together, and who is
ahead. ``building/learn.c`` learns the weights. A weight is a number of ``UNIT`` parts of a logit,
in favour of the team that throws next; a sum of zero expects a draw.
"""

from array import array
from functools import cache, lru_cache
from importlib import resources
from math import tanh

from games.tshupu.rules import BORNE_OFF, SEATS
from games.tshupu.tables import Group, Groups

FILE = "pairs.table"
UNIT = 2048
CACHED_PAIRS = 4096
CACHED_COLUMNS = 1024
CACHED_STANDINGS = 64
STAGES = BORNE_OFF + 1
CELLS = STAGES * STAGES
ALONE = tuple((seat.index, seat.index) for seat in SEATS)
APART = ((0, 1), (0, 3), (2, 1), (2, 3), (0, 2), (1, 3))
"""Pairs of seats, counted from the one that throws next."""
KINDS = (*ALONE, *APART)

Rows = tuple[tuple[int, ...], ...]


@cache
def weights() -> tuple[Rows, ...]:
    """Return the weights of each of KINDS: a row for the progress of the first of two pieces."""
    found = array("h", resources.files(__package__).joinpath(FILE).read_bytes())
    starts = range(0, len(KINDS) * CELLS, STAGES)
    rows = [tuple(found[start : start + STAGES]) for start in starts]
    return tuple(tuple(rows[kind * STAGES : (kind + 1) * STAGES]) for kind, _ in enumerate(KINDS))


def total(groups: Groups, first: int) -> int:
    """Return the weights of a position, for the team of ``first``, the seat that throws next."""
    here = groups[first:] + groups[:first]
    together = [_apart(kind, here[one], here[other]) for kind, (one, other) in enumerate(APART)]
    return sum(together) + sum([_alone(seat, group) for seat, group in enumerate(here)])


def expected(weight: float) -> float:
    """Return the score, from -1 to 1, that a sum of weights expects."""
    return tanh(weight / (2 * UNIT))


class Standing:
    """What the pieces of ``seat`` are worth where the ``groups`` of the other seats stand.

    ``first`` throws next; :meth:`total` is that of the whole position, for the team of ``first``.
    """

    def __init__(self, groups: Groups, seat: int, first: int) -> None:
        count = len(groups)
        self._own = own = (seat - first) % count
        others = [((each - first) % count, groups[each]) for each in range(count) if each != seat]
        columns = [_column(own, other, group) for other, group in others]
        self._met: list[int] = [sum(each) for each in zip(*columns, strict=True)]
        self._rest = total(groups, first) - self._share(groups[seat])

    def total(self, group: Group) -> int:
        """Return the weights of the position in which the seat has ``group``."""
        return self._rest + self._share(group)

    def _share(self, group: Group) -> int:
        met = self._met
        one, two, three, four = group
        met_by_all: int = met[one] + met[two] + met[three] + met[four]
        return met_by_all + _alone(self._own, group)


@lru_cache(CACHED_STANDINGS)
def standing(groups: Groups, seat: int, first: int) -> Standing:
    """Return the :class:`Standing` of ``seat``; its own group in ``groups`` does not matter."""
    return Standing(groups, seat, first)


@lru_cache(CACHED_COLUMNS)
def _column(own: int, other: int, group: Group) -> tuple[int, ...]:
    """Return what each progress of a piece of ``own`` is worth beside the ``group`` of ``other``.

    The seats are counted from the one that throws next.
    """
    if (own, other) in KINDS:
        rows = weights()[KINDS.index((own, other))]
        return tuple([sum([row[progress] for progress in group]) for row in rows])
    rows = weights()[KINDS.index((other, own))]
    return tuple([sum(each) for each in zip(*[rows[progress] for progress in group], strict=True)])


@lru_cache(CACHED_PAIRS)
def _apart(kind: int, one: Group, other: Group) -> int:
    """Return the weights of the pieces of two seats, which are the pair ``kind`` of APART."""
    rows = weights()[len(ALONE) + kind]
    return sum([row[progress] for row in map(rows.__getitem__, one) for progress in other])


@lru_cache(CACHED_PAIRS)
def _alone(seat: int, group: Group) -> int:
    rows = weights()[seat]
    return sum([rows[p][q] for place, p in enumerate(group) for q in group[place + 1 :]])
