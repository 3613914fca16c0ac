"""The ground on which armies move, and where the pieces that step, not slide, can go on it.

Movement and check are built from a :class:`Terrain` alone, so the same code plays the cross for
four and the board of nine by ten points for two, by which it is tested.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from games.xiangqi4.rules import (
    ADVISOR,
    DIAGONAL,
    ELEPHANT,
    GENERAL,
    HORSE,
    KIND_OF,
    SEAT_OF,
    SOLDIER,
    STRAIGHT,
    VETERAN,
    Direction,
    sideways,
)

SoldierWays = Callable[[int, int, int, int], Iterable[Direction]]

ORIGIN_SHIFT = 9
"""A code is a move as one number: origin and target, nine bits each."""

ShortMove = tuple[int, int, int]
"""The code of going there, the target, the point that must be empty."""
LeapMove = tuple[int, int, tuple[int, ...]]
"""The code of going there, the target, the points that must be empty."""
Way = tuple[int | None, int | None]
"""A target and the point between, None where the board has no such point."""
Stepper = Callable[["Terrain", int, int, int], Iterator[Way]]


@dataclass(frozen=True)
class Terrain:
    """The facts of a board and its armies, with every point by its index.

    ``points`` are coordinates; ``palaces`` and ``camps`` belong to the seats in their order, and
    seats with one number in ``teams`` are allies. ``soldier_ways(seat, kind, point, living)``
    tells the steps of soldiers and veterans, ``doubles`` the points from which a veteran may go
    two. A soldier that comes to one of ``promotes`` becomes a veteran. ``leap`` is the way of a
    great leap as (forward, sideways) from one of ``leaps_from``, its end last. A cannon captures
    as far as ``reach`` points. With ``flying`` generals attack along an open line.
    """

    points: tuple[tuple[int, int], ...]
    palaces: tuple[Collection[int], ...]
    camps: tuple[Collection[int], ...]
    teams: tuple[int, ...]
    soldier_ways: SoldierWays
    reach: int
    promotes: Collection[int] = ()
    doubles: Collection[int] = ()
    leaps_from: Collection[int] = ()
    leap: tuple[tuple[int, int], ...] = ()
    flying: bool = False
    _at: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        at = {place: index for index, place in enumerate(self.points)}
        object.__setattr__(self, "_at", at)

    def beside(self, point: int, way: Direction, times: int = 1) -> int | None:
        """Return the point ``times`` steps of ``way`` from ``point``, None if there is none."""
        x, y = self.points[point]
        return self._at.get((x + times * way[0], y + times * way[1]))

    def ray(self, point: int, way: Direction) -> Iterator[int]:
        """Yield the points from ``point`` in the direction ``way``, to the edge of the board."""
        following = self.beside(point, way)
        while following is not None:
            yield following
            following = self.beside(following, way)

    def is_enemy(self, seat: int, piece: int) -> bool:
        """Return whether ``piece`` belongs to a seat that is no ally of ``seat``."""
        other = SEAT_OF[piece]
        return 0 <= other < len(self.teams) and self.teams[other] != self.teams[seat]


def code_of(origin: int, target: int) -> int:
    """Return the move from ``origin`` to ``target`` as one number."""
    return origin << ORIGIN_SHIFT | target


def steps(terrain: Terrain, piece: int, point: int, living: int) -> tuple[ShortMove, ...]:
    """Return the steps of ``piece`` from ``point`` while the seats in ``living`` have armies.

    Where nothing is passed, the point that must be empty is the one after the last.
    """
    stepper = STEPPERS.get(KIND_OF[piece])
    ways = stepper(terrain, piece, point, living) if stepper else ()
    return tuple(
        (code_of(point, target), target, between)
        for target, between in ways
        if target is not None and between is not None
    )


def leaps(terrain: Terrain, point: int) -> tuple[LeapMove, ...]:
    """Return the great leaps of a horse from ``point``."""
    return tuple(_leaps(terrain, point)) if point in terrain.leaps_from else ()


def _leaps(terrain: Terrain, point: int) -> Iterator[LeapMove]:
    for ahead_x, ahead_y in STRAIGHT:
        for aside_x, aside_y in sideways((ahead_x, ahead_y)):
            ways = ((a * ahead_x + b * aside_x, a * ahead_y + b * aside_y) for a, b in terrain.leap)
            points = [p for way in ways if (p := terrain.beside(point, way)) is not None]
            if len(points) == len(terrain.leap):
                *passed, target = points
                yield code_of(point, target), target, tuple(passed)


def _horse(terrain: Terrain, piece: int, point: int, living: int) -> Iterator[Way]:
    for x, y in STRAIGHT:
        for aside_x, aside_y in sideways((x, y)):
            target = terrain.beside(point, (2 * x + aside_x, 2 * y + aside_y))
            yield target, terrain.beside(point, (x, y))


def _elephant(terrain: Terrain, piece: int, point: int, living: int) -> Iterator[Way]:
    camp = terrain.camps[SEAT_OF[piece]]
    for way in DIAGONAL:
        target = terrain.beside(point, way, 2)
        yield target if target in camp else None, terrain.beside(point, way)


def _advisor(terrain: Terrain, piece: int, point: int, living: int) -> Iterator[Way]:
    yield from _in_palace(terrain, piece, point, DIAGONAL)


def _general(terrain: Terrain, piece: int, point: int, living: int) -> Iterator[Way]:
    yield from _in_palace(terrain, piece, point, STRAIGHT)


def _in_palace(
    terrain: Terrain, piece: int, point: int, ways: tuple[Direction, ...]
) -> Iterator[Way]:
    palace = terrain.palaces[SEAT_OF[piece]]
    for way in ways:
        target = terrain.beside(point, way)
        yield target if target in palace else None, len(terrain.points)


def _soldier(terrain: Terrain, piece: int, point: int, living: int) -> Iterator[Way]:
    for way in terrain.soldier_ways(SEAT_OF[piece], KIND_OF[piece], point, living):
        yield terrain.beside(point, way), len(terrain.points)


def _veteran(terrain: Terrain, piece: int, point: int, living: int) -> Iterator[Way]:
    yield from _soldier(terrain, piece, point, living)
    if point not in terrain.doubles:
        return
    for way in terrain.soldier_ways(SEAT_OF[piece], VETERAN, point, living):
        middle = terrain.beside(point, way)
        if middle is not None and way in terrain.soldier_ways(
            SEAT_OF[piece], VETERAN, middle, living
        ):
            yield terrain.beside(middle, way), middle


STEPPERS: Mapping[int, Stepper] = {
    HORSE: _horse,
    ELEPHANT: _elephant,
    ADVISOR: _advisor,
    GENERAL: _general,
    SOLDIER: _soldier,
    VETERAN: _veteran,
}
