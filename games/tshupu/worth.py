"""What a seat's pieces are worth: how far they have come, less what the next throws may take."""

from collections.abc import Callable
from functools import cache, lru_cache

from games.tshupu.facts import BORNE_OFF, CENTRE, CROSS_CUTS, DIE, EVEN_PAIRS, IN_HAND, SEATS
from games.tshupu.race import Group, Groups, Race, Sight

WORTH = (
    *(0, 4, 4, 6, 7, 5, 7, 6, 6, 7, 13, 11, 11, 18, 13, 16),
    *(14, 22, 20, 21, 29, 24, 29, 30, 34, 36, 45, 40, 44, 43, 3, 45, 73, 100),
)
"""By progress, in hundredths of a piece borne off; fitted to the winners of 10,000 games.

How is said in docs/players-machine.md. Safe squares stand out; at progress 30 it takes two ones to
come in.
"""
SOON, LATER = 0.5, 0.15
"""What a square that may be lost counts, to the two seats that throw next and to the other two."""
LOGIT = 0.01
"""How much one hundredth of a piece raises the odds of winning, as a logarithm."""

CACHED_LOSSES = 1024
Losses = tuple[tuple[float, ...], ...]
Loss = Callable[[Group, Group], float]


def hit_chance(distance: int) -> float:
    """How likely one throw reaches ``distance``, by a die or by the sum.

    >>> hit_chance(4), hit_chance(2), hit_chance(11)
    (0.5625, 0.0625, 0.0)
    """
    hits = sum(distance in (one, other, one + other) for one, other in EVEN_PAIRS)
    return hits / len(EVEN_PAIRS)


CHANCES = tuple(hit_chance(distance) for distance in range(2 * max(DIE.faces) + 1))


class Worth:
    """The worth of pieces under the rules of ``race``; games share the tables."""

    def __init__(self, race: Race) -> None:
        self._losses: tuple[dict[int, Loss], ...] = tuple({} for _ in SEATS)
        for hunter in SEATS:
            for seat, sight in race.sights[hunter.index]:
                self._losses[seat][hunter.index] = _loss(sight)

    def of(self, groups: Groups, seat: int, first: int) -> float:
        """The worth of ``seat``'s pieces while ``first`` is the next to throw, in hundredths."""
        own = groups[seat]
        worth: float = sum([WORTH[progress] for progress in own])
        for hunter, loss in self._losses[seat].items():
            soon = (hunter - first) % len(SEATS) < len(SEATS) // 2
            worth -= (SOON if soon else LATER) * loss(own, groups[hunter])
        return worth


def _table(sight: Sight) -> Losses:
    """For each progress of a piece the squares that a hunter takes on average, by its progress."""
    return tuple(
        tuple(
            progress * sum(_chance(hunter, there) for there in range(CENTRE) if seen >> there & 1)
            for hunter in range(BORNE_OFF + 1)
        )
        for progress, seen in enumerate(sight)
    )


def _chance(hunter: int, there: int) -> float:
    """How likely a piece at progress ``hunter`` hits what stands at its progress ``there``."""
    distance = there - hunter
    can = IN_HAND < distance < len(CHANCES) and there not in CROSS_CUTS
    return CHANCES[distance] if can else 0.0


@cache
def _loss(sight: Sight) -> Loss:
    """What a group loses on average to hunters that meet it as ``sight`` tells."""
    table = _table(sight)

    @lru_cache(CACHED_LOSSES)
    def loss(own: Group, hunters: Group) -> float:
        return sum([table[progress][hunter] for progress in own for hunter in hunters])

    return loss
