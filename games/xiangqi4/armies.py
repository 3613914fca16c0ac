"""The armies: where pieces stand, where they can go, and who gets what of one that is mated."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.xiangqi4.rules import (
    CANNON,
    EMPTY,
    GENERAL,
    HORSE,
    KIND_OF,
    KINDS,
    NOBODY,
    ROOK,
    SEAT_OF,
    SEATS,
    SOLDIER,
    VETERAN,
    piece_of,
)
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.terrain import ORIGIN_SHIFT, set_of


class Army(NamedTuple):
    """The army of a seat that is removed, as it stood on the board: without a captured general.

    ``side`` and ``kinds`` are the sets of a battlefield before that.
    """

    seat: int
    points: list[int]
    pieces: bytes
    general: int
    side: int
    kinds: list[int]


class Armies:
    """The pieces of all seats on the board, changed in place.

    ``board`` has the piece on every point, ``armies`` the points of each seat, ``generals`` where
    each general stands (-1 without one), ``living`` a bit for every seat whose army lives.
    ``sides`` and ``kinds`` tell where the pieces of each seat and of each kind are, ``taken`` where
    any piece is, as sets (:mod:`games.xiangqi4.terrain`).
    """

    __slots__ = ("armies", "board", "generals", "kinds", "living", "movement", "sides", "taken")

    def __init__(self, movement: Movement) -> None:
        """Begin with an empty board."""
        self.movement = movement
        self.board = bytearray(movement.nowhere + 1)
        self.armies: list[list[int]] = []
        self.generals: list[int] = []
        self.sides: list[int] = []
        self.kinds: list[int] = []
        self.taken = self.living = 0

    def set_up(self, pieces: Mapping[int, int]) -> None:
        """Put ``pieces``, by point, on the empty board; seats live that have a general."""
        for point, piece in sorted(pieces.items()):
            self.board[point] = piece
        generals = {pieces[p]: p for p in pieces if KIND_OF[pieces[p]] == GENERAL}
        seats = range(len(self.movement.terrain.teams))
        self.armies = [[p for p in sorted(pieces) if SEAT_OF[pieces[p]] == s] for s in seats]
        self.generals = [generals.get(piece_of(seat, GENERAL), NOBODY) for seat in seats]
        self.living = sum(1 << seat for seat in seats if self.generals[seat] != NOBODY)
        self.sides = [set_of(army) for army in self.armies]
        self.taken = set_of(pieces)
        self.kinds = [set_of(p for p in pieces if KIND_OF[pieces[p]] == kind) for kind in KINDS]

    def copy_to(self, other: "Armies") -> None:
        """Make the armies of ``other`` equal to these."""
        other.board = self.board[:]
        other.armies = [army[:] for army in self.armies]
        other.generals = self.generals[:]
        other.sides = self.sides[:]
        other.kinds = self.kinds[:]
        other.taken, other.living = self.taken, self.living

    def occupied(self) -> list[tuple[int, int]]:
        """Return every point on which a piece stands, with the piece."""
        board = self.board
        return [(point, board[point]) for point in range(self.movement.nowhere) if board[point]]

    def is_living(self, seat: int) -> bool:
        """Return whether the army of ``seat`` is in play."""
        return bool(self.living >> seat & 1)

    def enemies(self, seat: int) -> int:
        """Return the set of the points on which an enemy of ``seat`` stands."""
        found = self.taken
        for friend in self.movement.friends[seat]:
            found ^= self.sides[friend]
        return found

    def open_to(self, seat: int) -> int:
        """Return the set of the points on which ``seat`` and its allies have no piece."""
        return self.movement.everywhere ^ self.taken ^ self.enemies(seat)

    def moves(self, seat: int) -> list[int]:
        """Return the moves of ``seat``'s pieces, whether they leave its general safe or not."""
        board, views = self.board, self.movement.ways[self.living].views
        taken, prey = self.taken, self.enemies(seat)
        found: list[int] = []
        for point in self.armies[seat]:
            view = views[board[point]][point]
            quiet, goals = view[taken & view.mask]
            found += quiet
            hits = goals & prey
            # this is members(), written out: with the call, all moves take twice as long
            while hits:
                lowest = hits & -hits
                found.append(point << ORIGIN_SHIFT | lowest.bit_length() - 1)
                hits ^= lowest
        return found

    def is_move(self, seat: int, code: int) -> bool:
        """Return whether ``code`` is a move of a piece of ``seat``, safe or not."""
        origin, piece = code >> ORIGIN_SHIFT, self.board[code >> ORIGIN_SHIFT]
        if SEAT_OF[piece] != seat:
            return False
        return bool((self.reach(piece, origin) & self.open_to(seat)) >> (code & TARGET) & 1)

    def reach(self, piece: int, point: int) -> int:
        """Return the set of the points that ``piece`` reaches from ``point``, whoever is there."""
        view = self.movement.ways[self.living].views[piece][point]
        return view[self.taken & view.mask][1]

    def move(self, code: int) -> int:
        """Make the move ``code``; what it captured leaves the board and is returned."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        piece, captured = board[origin], board[target]
        seat, kind = SEAT_OF[piece], KIND_OF[piece]
        army = self.armies[seat]
        army[army.index(origin)] = target
        if captured:
            self.armies[SEAT_OF[captured]].remove(target)
            self.sides[SEAT_OF[captured]] ^= 1 << target
            self.kinds[KIND_OF[captured]] ^= 1 << target
        self.taken = self.taken & ~(1 << origin) | 1 << target
        if kind == GENERAL:
            self.generals[seat] = target
        landed = self.movement.landed(piece, target) if kind == SOLDIER else piece
        self.sides[seat] ^= 1 << origin | 1 << target
        self.kinds[kind] ^= 1 << origin
        self.kinds[KIND_OF[landed]] |= 1 << target
        board[origin], board[target] = EMPTY, landed
        return captured

    def take_back(self, code: int, piece: int, captured: int) -> None:
        """Undo the move ``code``, which ``piece`` made and which captured ``captured``."""
        board, origin, target = self.board, code >> ORIGIN_SHIFT, code & TARGET
        seat, kind = SEAT_OF[piece], KIND_OF[piece]
        army = self.armies[seat]
        army[army.index(target)] = origin
        if kind == GENERAL:
            self.generals[seat] = origin
        self.sides[seat] ^= 1 << origin | 1 << target
        self.kinds[KIND_OF[board[target]]] ^= 1 << target
        self.kinds[kind] |= 1 << origin
        if captured:
            self.armies[SEAT_OF[captured]].append(target)
            self.sides[SEAT_OF[captured]] |= 1 << target
            self.kinds[KIND_OF[captured]] |= 1 << target
            self.taken |= 1 << origin
        else:
            self.taken ^= 1 << origin | 1 << target
        board[origin], board[target] = piece, captured

    def put(self, point: int, piece: int) -> None:
        """Put ``piece``, which is no general, on an empty point."""
        seat = SEAT_OF[piece]
        self.armies[seat].append(point)
        self.board[point] = piece
        self.sides[seat] |= 1 << point
        self.kinds[KIND_OF[piece]] |= 1 << point
        self.taken |= 1 << point

    def remove(self, seat: int) -> Army:
        """Take the whole army of ``seat`` off the board and return it."""
        board, points = self.board, self.armies[seat]
        pieces = bytes([board[point] for point in points])
        army = Army(seat, points, pieces, self.generals[seat], self.sides[seat], self.kinds)
        for point in points:
            board[point] = EMPTY
        self.kinds = [standing & ~army.side for standing in self.kinds]
        self.armies[seat] = []
        self.generals[seat] = NOBODY
        self.sides[seat] = 0
        self.taken ^= army.side
        self.living ^= 1 << seat
        return army

    def restore(self, army: Army) -> None:
        """Put ``army`` on the board again, as the last thing that was removed."""
        seat, board = army.seat, self.board
        for point, piece in zip(army.points, army.pieces, strict=True):
            board[point] = piece
        self.kinds = army.kinds
        self.armies[seat] = army.points
        self.generals[seat] = army.general
        self.sides[seat] = army.side
        self.taken |= army.side
        self.living |= 1 << seat


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
