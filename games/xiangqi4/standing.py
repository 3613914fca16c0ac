"""What a piece is worth to a search by where it stands, in hundredths of a soldier.

To its value come small sums for standing well, so that armies come out where nothing can be
captured: a horse by the points it could go to on an empty board, rooks and cannons off their back
edge, veterans nearer to the middle, from where they reach every camp.
"""

from collections.abc import Callable, Mapping

from games.equipment import rotated
from games.xiangqi4.board import CAMP_FILES, COORDINATES, INDEX, SEATS, SIZE
from games.xiangqi4.movement import Movement
from games.xiangqi4.pieces import (
    CANNON,
    EVERY_PIECE,
    GENERAL,
    HORSE,
    KIND_OF,
    ROOK,
    SEAT_OF,
    VETERAN,
)
from games.xiangqi4.worth import IN_RESERVE, VALUES

HUNDREDTHS = 100
WHOLE = 6_000
"""More than all other pieces of an army together: what its general is worth."""
PER_TARGET, DEVELOPED, PER_STEP = 4, 10, 3
CENTRE = SIZE // 2
BACK_EDGES = tuple(
    frozenset(INDEX[rotated(f"{file}1", SIZE, seat)] for file in CAMP_FILES) for seat in SEATS
)
MOST_QUIET = 220
"""More than any quiet move gains: a soldier that becomes a veteran gains most."""

Rows = tuple[tuple[int, ...], ...]


def balances(movement: Movement, signs: tuple[int, ...]) -> Rows:
    """What pieces add to a balance, made once: they are kept with ``movement``, as long as it is.

    By piece and point it has come to; ``signs`` by seat, 1 or -1.
    """
    if signs not in movement.balances:
        movement.balances[signs] = _balances(movement, signs)
    return movement.balances[signs]


def _balances(movement: Movement, signs: tuple[int, ...]) -> Rows:
    nothing = (0,) * (movement.nowhere + 1)
    rows = [
        tuple(
            signs[SEAT_OF[piece]] * _standing(movement, movement.landed(piece, point), point)
            for point in range(movement.nowhere)
        )
        for piece in EVERY_PIECE
    ]
    return (nothing, *rows)


def in_reserve(kind: int) -> int:
    """What a piece of ``kind`` adds while it lies in reserve."""
    return round(IN_RESERVE * VALUES[kind] * HUNDREDTHS)


def _standing(movement: Movement, piece: int, point: int) -> int:
    kind = KIND_OF[piece]
    if kind == GENERAL:
        return WHOLE
    place = PLACES.get(kind)
    bonus = place(movement, piece, point) if place else 0
    return round(VALUES[kind] * HUNDREDTHS) + bonus


def _freedom(movement: Movement, piece: int, point: int) -> int:
    steps = movement.ways(0).steps[piece][point]
    return PER_TARGET * (len(steps) + len(movement.leaps[point]))


def _development(movement: Movement, piece: int, point: int) -> int:
    return 0 if point in BACK_EDGES[SEAT_OF[piece]] else DEVELOPED


def _nearness(movement: Movement, piece: int, point: int) -> int:
    x, y = COORDINATES[point]
    return PER_STEP * (CENTRE - max(abs(x - CENTRE), abs(y - CENTRE)))


PLACES: Mapping[int, Callable[[Movement, int, int], int]] = {
    HORSE: _freedom,
    ROOK: _development,
    CANNON: _development,
    VETERAN: _nearness,
}
"""What is added to the value of a piece of some kind for the point where it stands."""
