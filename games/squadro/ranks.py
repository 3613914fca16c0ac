"""How the table of endgames numbers its positions.

A seat's pieces have a rank: first those with three pieces away from home, then those with two; by
which they are (as a mask of tracks), then by their progress as digits of base 12. The ranks of
both seats number a position.
"""

from collections.abc import Sequence

from games.squadro.tracks import HOME, HOME_TO_WIN, TRACKS

MOST_AWAY = 3
LEAST_AWAY = TRACKS - HOME_TO_WIN + 1
"""How many pieces are away while the game goes on; with more than three there is no table."""

MASKS = tuple(
    mask
    for away in range(MOST_AWAY, LEAST_AWAY - 1, -1)
    for mask in range(1 << TRACKS)
    if mask.bit_count() == away
)
"""Which tracks have a piece away, bit by bit, in the order of the ranks."""


def _firsts() -> dict[int, int]:
    firsts, rank = {}, 0
    for mask in MASKS:
        firsts[mask] = rank
        rank += HOME ** mask.bit_count()
    return firsts


FIRSTS = _firsts()
"""The first rank of every mask."""
RANKS = sum(HOME ** mask.bit_count() for mask in MASKS)


def rank(progress: Sequence[int]) -> int | None:
    """The rank of a seat's five pieces at ``progress``, None if it has none.

    >>> rank((12, 0, 0, 2, 12)), rank((12, 12, 12, 11, 11)), rank((12, 0, 0, 0, 0))
    (5186, 18719, None)
    """
    away = [track for track, each in enumerate(progress) if each != HOME]
    first = FIRSTS.get(sum(1 << track for track in away))
    if first is None:
        return None
    digits = 0
    for track in away:
        digits = digits * HOME + progress[track]
    return first + digits
