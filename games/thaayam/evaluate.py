"""The value of a seat's pieces: how far they have come, less what captures may cost them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from games.thaayam.rules import (
    BORNE_OFF,
    CHANCES,
    CLOSING_THROWS,
    ENTRY,
    FORTRESS,
    IN_HAND,
    Group,
    Groups,
    Loss,
    Losses,
    ThaayamRules,
)

CACHED_LOSSES = CACHED_VALUES = 1024
NEGLIGIBLE = 1e-4
"""Series that are less likely, all together, are not continued."""
REACHABLE = (1 << FORTRESS) - 1
"""A bit for each sum of throws that is a distance on the course."""

COME_IN, ONE_SHORT, ARRIVED, TAKEN_OFF = 4, -4, 9, 49
STANDING = (
    0,
    *(progress + COME_IN for progress in range(ENTRY, FORTRESS - 1)),
    FORTRESS - 1 + ONE_SHORT,
    FORTRESS + ARRIVED,
    BORNE_OFF + TAKEN_OFF,
)
"""By progress, in squares, smoothed from a fit to 12,000 games (docs/players-machine.md).

Only a 1 brings a piece in, takes the last step into the fortress, and takes a piece off.
"""
SOON, LATER = 1.5, 0.65
"""How much a square in danger counts: from the seat that throws next, and from the others."""
PER_TURN = 4
"""How many squares a series of throws is worth: 2.5 in the mean, 1.6 times in a row."""
LOGIT = 0.021
"""How much a square raises the odds of winning, as a logarithm."""


@lru_cache(CACHED_VALUES)
def values(rules: ThaayamRules, groups: Groups, first: int) -> tuple[float, ...]:
    """Return what the pieces of each seat are worth, in squares; ``first`` is the next to throw.

    Throws are counted in squares. A piece out of shelter loses its squares if an enemy behind it
    throws exactly the distance; every enemy piece on the course counts as if it were alone.
    """
    return tuple(
        [
            _value(groups, seat, losses, first)
            for seat, losses in enumerate(rules.losses or _losses(rules))
        ]
    )


def with_tempo(rules: ThaayamRules, groups: Groups, first: int) -> list[float]:
    """Return the :func:`values`, and the squares that each seat runs before the last one throws."""
    seats = len(groups)
    return [
        value + PER_TURN * (seats - 1 - (seat - first) % seats) / seats
        for seat, value in enumerate(values(rules, groups, first))
    ]


def _value(groups: Groups, seat: int, losses: Losses, first: int) -> float:
    own = groups[seat]
    standing: float = sum([STANDING[progress] for progress in own])
    for other, loss in losses:
        standing -= (SOON if other == first else LATER) * loss(own, groups[other])
    return standing


def lead(counts: Sequence[float], seat: int) -> float:
    """Return how much more ``seat`` has than the best other seat."""
    return counts[seat] - max(count for each, count in enumerate(counts) if each != seat)


def _losses(rules: ThaayamRules) -> tuple[Losses, ...]:
    """Work out the losses of each seat to each hunter; they are kept with ``rules``."""
    seats = range(len(rules.meetings))
    rules.losses = tuple(
        tuple((other, _loss(_met(rules, seat, other))) for other in seats if other != seat)
        for seat in seats
    )
    return rules.losses


def _met(rules: ThaayamRules, seat: int, other: int) -> Group:
    """Return for each progress of ``seat`` that of ``other`` on the same square, 0 if none."""
    return tuple(dict(met).get(other, 0) for met in rules.meetings[seat])


@cache
def _loss(met: Group) -> Loss:
    """Return what a group loses on average to hunters that it meets as ``met`` tells."""

    @lru_cache(CACHED_LOSSES)
    def loss(own: Group, hunters: Group) -> float:
        return sum([progress * _hit(met[progress], hunters) for progress in own])

    return loss


def _hit(there: int, hunters: Group) -> float:
    """Return how likely a series of ``hunters`` hits what stands at their progress ``there``."""
    safe = 1.0
    for hunter in hunters:
        if IN_HAND < hunter < there:
            safe *= 1 - hit_chances()[there - hunter]
    return 1 - safe


@cache
def hit_chances() -> tuple[float, ...]:
    """Return for each distance how likely some throws of one series add up to it.

    >>> [round(chance, 2) for chance in hit_chances()[1:6]]
    [0.29, 0.63, 0.57, 0.23, 0.08]
    """
    chances = [0.0] * FORTRESS
    unfinished: dict[int, float] = {1: 1.0}
    while sum(unfinished.values()) > NEGLIGIBLE:
        longer: dict[int, float] = defaultdict(float)
        for value, sums, likely in _thrown_once_more(unfinished):
            if value in CLOSING_THROWS:
                for distance in _bits(sums):
                    chances[distance] += likely
            else:
                longer[sums] += likely
        unfinished = longer
    return tuple(chances)


def _thrown_once_more(unfinished: Mapping[int, float]) -> Iterator[tuple[int, int, float]]:
    """Yield each throw after each of the series, what some of its throws add up to, and how likely.

    Sums are bits: bit ``n`` stands for the sum ``n``.
    """
    for sums, likely in unfinished.items():
        for value, (_, chance) in CHANCES.items():
            yield value, (sums | sums << value) & REACHABLE, likely * float(chance)


def _bits(sums: int) -> Iterator[int]:
    return (each for each in range(FORTRESS) if sums >> each & 1)
