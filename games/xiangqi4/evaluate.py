"""What pieces are worth: to a state, and by where they stand to a search.

A state counts only what is on the board or in reserve. A search adds small sums for standing well,
in hundredths of a soldier, so that armies come out where nothing can be captured: a horse by the
points it could go to on an empty board, rooks and cannons off their back edge, veterans nearer to
the middle, from where they reach every camp.
"""

from collections.abc import Callable, Mapping

from games.equipment import rotated
from games.xiangqi4.battle import Battle
from games.xiangqi4.rules import (
    ADVISOR,
    CAMP_FILES,
    CANNON,
    COORDINATES,
    ELEPHANT,
    EVERY_PIECE,
    GENERAL,
    HORSE,
    INDEX,
    KIND_OF,
    ROOK,
    SEAT_OF,
    SEATS,
    SET_UP_COUNTS,
    SIZE,
    SOLDIER,
    VETERAN,
)
from games.xiangqi4.tables import Movement

VALUES = {
    ROOK: 9.0,
    HORSE: 5.0,
    CANNON: 4.5,
    ELEPHANT: 2.0,
    ADVISOR: 2.0,
    GENERAL: 4.0,
    SOLDIER: 1.0,
    VETERAN: 2.5,
}
"""In soldiers; a horse counts more than on the small board because it leaps."""
IN_RESERVE = 0.5
WHOLE_ARMY = sum(VALUES[kind] * count for kind, count in enumerate(SET_UP_COUNTS))

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


def army_value(battle: Battle, seat: int) -> float:
    """Return the value of an army: its pieces, those in reserve by half; 1 is a whole army."""
    on_board = sum(VALUES[KIND_OF[battle.board[point]]] for point in battle.armies[seat])
    held = sum(
        VALUES[kind] * count
        for (holder, kind, _), count in battle.reserves.items()
        if holder == seat
    )
    return (on_board + IN_RESERVE * held) / WHOLE_ARMY


def balances(movement: Movement, signs: tuple[int, ...]) -> Rows:
    """Return what pieces add to a balance; it is made once and kept with ``movement``.

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
    """Return what a piece of ``kind`` adds while it lies in reserve."""
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
