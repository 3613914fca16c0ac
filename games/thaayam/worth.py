"""What a seat's pieces are worth: the squares they have run, less what they may lose to a kill."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from games.thaayam.facts import CHANCES, CLOSING_THROWS, FORTRESS, IN_HAND, Groups

if TYPE_CHECKING:
    from games.thaayam.game import Thaayam

NEGLIGIBLE = 1e-4
REACHABLE = (1 << FORTRESS) - 1


def worth(game: "Thaayam", groups: Groups, seat: int) -> float:
    """The squares that the pieces of ``seat`` have run, each piece's by the chance to keep them.

    Squares are what throws buy. A piece out of shelter loses its own when an enemy behind it
    throws just the distance; every enemy piece on the course is counted as if it were alone.
    """
    return sum(progress * _safety(game, groups, seat, progress) for progress in groups[seat])


def _safety(game: "Thaayam", groups: Groups, seat: int, progress: int) -> float:
    safety = 1.0
    for other, there in game.meetings[seat][progress]:
        for hunter in groups[other]:
            if IN_HAND < hunter < there:
                safety *= 1 - hit_chances()[there - hunter]
    return safety


@cache
def hit_chances() -> tuple[float, ...]:
    """By distance, how likely some throws of one series add up to it.

    >>> [round(chance, 2) for chance in hit_chances()[1:6]]
    [0.29, 0.63, 0.57, 0.23, 0.08]
    """
    chances = [0.0] * FORTRESS
    unfinished: dict[int, float] = {1: 1.0}
    while sum(unfinished.values()) > NEGLIGIBLE:
        longer: dict[int, float] = defaultdict(float)
        for sums, likely in unfinished.items():
            for value, (_, chance) in CHANCES.items():
                after = (sums | sums << value) & REACHABLE
                if value not in CLOSING_THROWS:
                    longer[after] += likely * float(chance)
                    continue
                for distance in _bits(after):
                    chances[distance] += likely * float(chance)
        unfinished = longer
    return tuple(chances)


def _bits(sums: int) -> Iterable[int]:
    return (each for each in range(FORTRESS) if sums >> each & 1)
