"""The rules of Squadro step by step, without any table, and endgames solved by brute force."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from games.squadro.rules import DOTS_BACK, DOTS_OUT

Endgame = tuple[int, tuple[int, ...]]
"""The seat to move and the progress of every piece."""


def plain_move(progress: Sequence[int], piece: int) -> list[int]:
    """Where everything is after ``piece`` moved."""
    after = list(progress)
    track, others = piece % 5 + 1, range(5, 10) if piece < 5 else range(5)
    left = DOTS_OUT[piece] if progress[piece] < 6 else DOTS_BACK[piece]
    jumping = False
    while left or jumping:
        after[piece] += 1
        left -= 1
        along = min(after[piece], 12 - after[piece])
        met = [
            other
            for other in others
            if other % 5 + 1 == along and min(progress[other], 12 - progress[other]) == track
        ]
        for other in met:
            after[other] = 0 if progress[other] < 6 else 6
        if after[piece] in (6, 12) or (jumping and not met):
            break
        jumping = jumping or bool(met)
    return after


def solved(away: Mapping[int, int]) -> Mapping[Endgame, int]:
    """The values for who moves, 1, 0 or -1, of all endgames with ``away`` or fewer not home.

    It says from which edge on each may be found, 0 or 6: one beyond 6 is never sent back further.
    """
    replies = {each: [after for _, after in _moves(each)] for each in _endgames(away)}
    values: dict[Endgame, int] = {}
    while found := {
        each: value
        for each, after in replies.items()
        if each not in values and (value := _value(after, values))
    }:
        values |= found
    return dict.fromkeys(replies, 0) | values


def choices(values: Mapping[Endgame, int], endgame: Endgame) -> dict[int, int]:
    """What moving each piece is worth in ``endgame``, one of those that ``values`` tell."""
    return {piece: _worth(after, values) for piece, after in _moves(endgame)}


def _endgames(away: Mapping[int, int]) -> Iterator[Endgame]:
    for seat, *stages in product(range(2), *(range(first, 13) for first in away.values())):
        progress = [12] * 10
        for piece, stage in zip(away, stages, strict=True):
            progress[piece] = stage
        if not (_over(progress) or _collide(progress)):
            yield seat, tuple(progress)


def _over(progress: Sequence[int]) -> bool:
    return max(progress[:5].count(12), progress[5:].count(12)) > 3


def _collide(progress: Sequence[int]) -> bool:
    along = [min(each, 12 - each) for each in progress]
    return any(along[a] == b + 1 and along[5 + b] == a + 1 for a, b in product(range(5), repeat=2))


def _moves(endgame: Endgame) -> Iterator[tuple[int, Endgame]]:
    seat, progress = endgame
    for piece in range(5 * seat, 5 * seat + 5):
        if progress[piece] != 12:
            yield piece, (1 - seat, tuple(plain_move(progress, piece)))


def _worth(after: Endgame, values: Mapping[Endgame, int]) -> int:
    """What a move that leads to ``after`` is worth to who makes it, 0 where nothing is known."""
    seat, progress = after
    own = progress[5 - 5 * seat : 10 - 5 * seat]
    return 1 if own.count(12) == 4 else -values.get(after, 0)


def _value(after: Sequence[Endgame], values: Mapping[Endgame, int]) -> int:
    return max(_worth(each, values) for each in after)
