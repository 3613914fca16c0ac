"""How the army of a mated seat is shared out among those who mated it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from games.xiangqi4.rules import CANNON, HORSE, KIND_OF, ROOK, SEATS, SOLDIER, VETERAN

SPOILS = (ROOK, HORSE, CANNON, SOLDIER)
"""The kinds that cross rivers, in the order in which they are written; veterans are soldiers."""

Reserves = Mapping[tuple[int, int, int], int]
"""How many pieces a seat holds: by holder, kind and the seat whose army they come from."""
Counts = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Lot:
    """A piece to be drawn for: its ``kind``, whose army it was of, and who may win it."""

    kind: int
    origin: int
    claimants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shares:
    """What everybody won: ``booked`` counts pieces by seat and kind, ``lots`` are still open."""

    booked: Mapping[tuple[int, int], int]
    lots: tuple[Lot, ...] = ()


NOTHING = Shares({})


def spoil_kind(piece: int) -> int:
    """Return the kind as which ``piece`` is won: a veteran is a soldier."""
    return SOLDIER if KIND_OF[piece] == VETERAN else KIND_OF[piece]


def spoils_of(pieces: Collection[int]) -> Counts:
    """Return how many of each kind that crosses rivers are among ``pieces``."""
    kinds = [spoil_kind(piece) for piece in pieces]
    return {kind: kinds.count(kind) for kind in SPOILS if kind in kinds}


def _equal(counts: Counts, loser: int, owners: tuple[int, ...]) -> Shares:
    """Give everybody the same of every kind; the remainder is discarded."""
    even = {kind: count // len(owners) for kind, count in counts.items()}
    return Shares({(owner, kind): n for owner in owners for kind, n in even.items() if n})


def _lot(counts: Counts, loser: int, owners: tuple[int, ...]) -> Shares:
    """Give everybody the same of every kind; lots are drawn for the remainder."""
    lots = tuple(
        Lot(kind, loser, owners)
        for kind, count in counts.items()
        for _ in range(count % len(owners))
    )
    return Shares(_equal(counts, loser, owners).booked, lots)


def _last(counts: Counts, loser: int, owners: tuple[int, ...]) -> Shares:
    """Give everything to the seat nearest before the loser in the order of turns."""
    nearest = min(owners, key=lambda owner: (loser - owner) % len(SEATS))
    return Shares({(nearest, kind): count for kind, count in counts.items()})


def _none(counts: Counts, loser: int, owners: tuple[int, ...]) -> Shares:
    return NOTHING


SHARING: Mapping[str, Callable[[Counts, int, tuple[int, ...]], Shares]] = {
    "mate": _last,
    "equal": _equal,
    "lot": _lot,
    "last": _last,
    "none": _none,
}


def share(way: str, pieces: Collection[int], loser: int, owners: Collection[int]) -> Shares:
    """Share ``pieces`` of ``loser`` among the seats ``owners``, in one of the ways of SHARING.

    Without owners, as after a stalemate, nobody wins anything.

    >>> share("equal", (1, 1, 2), 0, {1, 2}).booked
    {(1, 0): 1, (2, 0): 1}
    """
    if not owners:
        return NOTHING
    return SHARING[way](spoils_of(pieces), loser, tuple(sorted(owners)))


def with_shares(reserves: Reserves, shares: Shares, origin: int) -> Reserves:
    """Return the reserves after what ``shares`` books, all of it from the army of ``origin``."""
    booked = {(seat, kind, origin): n for (seat, kind), n in shares.booked.items()}
    return dict(reserves) | {key: n + reserves.get(key, 0) for key, n in booked.items()}


def less_one(reserves: Reserves, key: tuple[int, int, int]) -> Reserves:
    """Return the reserves after one piece of ``key`` has left them."""
    return {each: n - (each == key) for each, n in reserves.items() if n - (each == key)}


def held_by(reserves: Reserves, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the kind and the origin of everything that ``seat`` holds."""
    for holder, kind, origin in sorted(reserves):
        if holder == seat:
            yield kind, origin
