"""The pieces that step, not slide: where each goes and which one point must be empty for it."""

from collections.abc import Callable, Iterator, Mapping

from games.xiangqi4.pieces import (
    ADVISOR,
    ELEPHANT,
    GENERAL,
    HORSE,
    KIND_OF,
    SEAT_OF,
    SOLDIER,
    VETERAN,
)
from games.xiangqi4.terrain import DIAGONAL, STRAIGHT, Direction, Terrain, sideways

ORIGIN_SHIFT = 9
"""A code is a move as one number: origin and target, nine bits each."""

Step = tuple[int, int, int]
"""The code of going there, the target, the point that must be empty."""
Leap = tuple[int, int, tuple[int, ...]]
"""The code of going there, the target, the points that must be empty."""
Way = tuple[int | None, int | None]
"""A target and the point between, None where the board has no such point."""
Stepper = Callable[[Terrain, int, int, int], Iterator[Way]]


def code_of(origin: int, target: int) -> int:
    """The move from ``origin`` to ``target`` as one number."""
    return origin << ORIGIN_SHIFT | target


def steps(terrain: Terrain, piece: int, point: int, living: int) -> tuple[Step, ...]:
    """The steps of ``piece`` from ``point`` while the seats in the mask ``living`` have armies.

    Where nothing is passed, the point that must be empty is the one after the last.
    """
    stepper = STEPPERS.get(KIND_OF[piece])
    ways = stepper(terrain, piece, point, living) if stepper else ()
    return tuple(
        (code_of(point, target), target, between)
        for target, between in ways
        if target is not None and between is not None
    )


def leaps(terrain: Terrain, point: int) -> tuple[Leap, ...]:
    """The great leaps of a horse from ``point``."""
    return tuple(_leaps(terrain, point)) if point in terrain.leaps_from else ()


def _leaps(terrain: Terrain, point: int) -> Iterator[Leap]:
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
