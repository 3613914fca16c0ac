"""What pieces are worth to a search, by where they stand.

Small sums for standing well are added to the values of :mod:`games.xiangqi4.evaluate`, in
hundredths of a soldier, so that armies come out and close in on a general where nothing can be
captured: a horse by the points it could go to on an empty board, rooks and cannons off their back
edge and on lines through an enemy's palace, horses and veterans nearer to one.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from games.equipment import rotated
from games.players.line import Priced
from games.xiangqi4.evaluate import BACK_EDGES, HUNDREDTHS, VALUES
from games.xiangqi4.rules import (
    CANNON,
    COORDINATES,
    EVERY_PIECE,
    GENERAL,
    HORSE,
    INDEX,
    KIND_OF,
    KINDS,
    PALACES,
    ROOK,
    SEAT_OF,
    SEATS,
    SIZE,
    SOUTH_PALACE_CENTRE,
    VETERAN,
    piece_of,
)
from games.xiangqi4.tables import TARGET, Movement
from games.xiangqi4.views import LazyTable, PieceView, PieceViews, Reach

WHOLE = 6_000
"""More than all other pieces of an army together: what its general is worth."""
PER_TARGET, DEVELOPED, PER_STEP, AIMING = 4, 10, 4, 6
CACHED_WEIGHTS = 4
PALACE_CENTRES = tuple(
    COORDINATES[INDEX[rotated(SOUTH_PALACE_CENTRE, SIZE, seat)]] for seat in SEATS
)

Rows = Sequence[Sequence[int]]
"""A number for each piece on each point."""
PricedReach = tuple[Sequence[Priced[int]], int]
"""The moves to empty points with what they gain, and the points on which a piece could capture."""


class Weights:
    """What pieces are worth on each point, and what moves gain by that.

    By piece and point, a move from there that captures nothing gains at most what is in ``rises``;
    no quiet move loses more than ``deepest``. ``most`` are kinds with what the capture of such a
    piece may gain, the most valuable first.
    """

    def __init__(self, movement: Movement, living: int) -> None:
        points = range(movement.nowhere)
        self._movement = movement
        standing = partial(_standing, movement, living)
        self._rows = [[0 for _ in points]] + [
            [standing(movement.landed(piece, point), point) for point in points]
            for piece in EVERY_PIECE
        ]
        self.rises = [[max(row) - value for value in row] for row in self._rows]
        rise = max(map(max, self.rises))
        self.deepest = -rise
        values = {kind: max(self._rows[piece_of(0, kind)]) + rise for kind in KINDS}
        self.most = sorted(values.items(), key=lambda each: -each[1])
        self._signed: dict[tuple[int, ...], Rows] = {}
        self._views: dict[int, Sequence[PieceViews[PricedReach]]] = {}

    def signed(self, signs: tuple[int, ...]) -> Rows:
        """Return what pieces add to a balance by piece and point; ``signs`` by seat, 1 or -1."""
        if signs not in self._signed:
            self._signed[signs] = tuple(
                (*(signs[SEAT_OF[piece]] * value for value in row), 0)
                for piece, row in enumerate(self._rows)
            )
        return self._signed[signs]

    def views(self, living: int) -> Sequence[PieceViews[PricedReach]]:
        """Return the views of all pieces while the seats in ``living`` have armies."""
        if living not in self._views:
            views = self._movement.ways[living].views
            self._views[living] = [
                LazyTable(partial(_priced, row, plain))
                for row, plain in zip(self._rows, views, strict=True)
            ]
        return self._views[living]


@lru_cache(CACHED_WEIGHTS)
def weights(movement: Movement, living: int) -> Weights:
    """Return the weights while the seats whose bits are set in ``living`` have their armies."""
    return Weights(movement, living)


def _priced(row: Sequence[int], views: PieceViews[Reach], point: int) -> PieceView[PricedReach]:
    """Return the view from ``point`` with what quiet moves gain by the values in ``row``."""
    view = views[point]

    def work_out(taken: int) -> PricedReach:
        quiet, hits = view[taken]
        return [(row[code & TARGET] - row[point], code) for code in quiet], hits

    return PieceView(view.mask, work_out)


def _standing(movement: Movement, living: int, piece: int, point: int) -> int:
    kind, seat = KIND_OF[piece], SEAT_OF[piece]
    if kind == GENERAL:
        return WHOLE
    enemies = [each for each in movement.enemies[seat] if living >> each & 1]
    place = PLACES.get(kind)
    bonus = place(movement, piece, point, enemies) if place else 0
    return round(VALUES[kind] * HUNDREDTHS) + bonus


def _horse(movement: Movement, piece: int, point: int, enemies: Sequence[int]) -> int:
    steps = movement.ways[0].steps[piece][point]
    freedom = len(steps) + len(movement.leaps[point])
    return PER_TARGET * freedom + _nearness(movement, piece, point, enemies)


def _slider(movement: Movement, piece: int, point: int, enemies: Sequence[int]) -> int:
    out = 0 if point in BACK_EDGES[SEAT_OF[piece]] else DEVELOPED
    aimed = sum(_is_on_line(point, PALACES[enemy]) for enemy in enemies)
    return out + AIMING * aimed


def _is_on_line(point: int, palace: Sequence[int]) -> bool:
    x, y = COORDINATES[point]
    return any(x == COORDINATES[each][0] or y == COORDINATES[each][1] for each in palace)


def _nearness(movement: Movement, piece: int, point: int, enemies: Sequence[int]) -> int:
    """Return what it counts that the palace of an enemy is near: one at the far edge is 0."""
    x, y = COORDINATES[point]
    centres = [PALACE_CENTRES[enemy] for enemy in enemies]
    nearest = min((max(abs(x - cx), abs(y - cy)) for cx, cy in centres), default=0)
    return PER_STEP * (SIZE - 1 - nearest)


PLACES: Mapping[int, Callable[[Movement, int, int, Sequence[int]], int]] = {
    HORSE: _horse,
    ROOK: _slider,
    CANNON: _slider,
    VETERAN: _nearness,
}
"""What is added to the value of a piece of some kind for the point where it stands."""
