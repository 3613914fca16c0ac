"""The value of a seat's pieces: how far they have come, less what the next throws may take."""

from functools import cache, lru_cache

from games.tshupu.rules import BORNE_OFF, CENTRE, CROSS_CUTS, DIE, EVEN_PAIRS, IN_HAND, SEATS
from games.tshupu.tables import Group, Groups, Loss, Race, Sight

VALUES = (
    *(0, 4, 4, 6, 7, 5, 7, 6, 6, 7, 13, 11, 11, 18, 13, 16),
    *(14, 22, 20, 21, 29, 24, 29, 30, 34, 36, 45, 40, 44, 43, 3, 45, 73, 100),
)
"""By progress, in hundredths of a piece borne off; fitted to the winners of 10,000 games.

docs/players-machine.md says how. Safe squares have high values; at progress 30 a piece needs two
ones to come in.
"""
SOON, LATER = 0.5, 0.15
"""How much a square in danger counts: from the two seats that throw next, and the other two."""
LOGIT = 0.01
"""How much one hundredth of a piece raises the odds of winning, as a logarithm."""

CACHED_LOSSES = 1024
Losses = tuple[tuple[float, ...], ...]


def hit_chance(distance: int) -> float:
    """Return how likely one throw reaches ``distance``, by a die or by the sum.

    >>> hit_chance(4), hit_chance(2), hit_chance(11)
    (0.5625, 0.0625, 0.0)
    """
    hits = sum(distance in (one, other, one + other) for one, other in EVEN_PAIRS)
    return hits / len(EVEN_PAIRS)


CHANCES = tuple(hit_chance(distance) for distance in range(2 * max(DIE.faces) + 1))


def value(race: Race, groups: Groups, seat: int, first: int) -> float:
    """Return what the pieces of ``seat`` are worth, in hundredths of a piece borne off.

    ``first`` is the seat that throws next.
    """
    own = groups[seat]
    losses = race.losses or _losses(race)
    found: float = sum([VALUES[progress] for progress in own])
    for hunter, loss in losses[seat].items():
        soon = (hunter - first) % len(SEATS) < len(SEATS) // 2
        found -= (SOON if soon else LATER) * loss(own, groups[hunter])
    return found


def _losses(race: Race) -> tuple[dict[int, Loss], ...]:
    """Work out the losses of each seat to each hunter; they are kept with ``race``."""
    race.losses = tuple({} for _ in SEATS)
    for hunter in SEATS:
        for seat, sight in race.sights[hunter.index]:
            race.losses[seat][hunter.index] = _loss(sight)
    return race.losses


def _table(sight: Sight) -> Losses:
    """Return for each progress of a piece what a hunter takes on average, by its progress."""
    return tuple(
        tuple(
            progress * sum(_chance(hunter, there) for there in range(CENTRE) if seen >> there & 1)
            for hunter in range(BORNE_OFF + 1)
        )
        for progress, seen in enumerate(sight)
    )


def _chance(hunter: int, there: int) -> float:
    """Return how likely a piece at ``hunter`` hits what stands at its progress ``there``."""
    distance = there - hunter
    can = IN_HAND < distance < len(CHANCES) and there not in CROSS_CUTS
    return CHANCES[distance] if can else 0.0


@cache
def _loss(sight: Sight) -> Loss:
    """Return what a group loses on average to hunters that meet it as ``sight`` tells."""
    table = _table(sight)

    @lru_cache(CACHED_LOSSES)
    def loss(own: Group, hunters: Group) -> float:
        return sum([table[progress][hunter] for progress in own for hunter in hunters])

    return loss
