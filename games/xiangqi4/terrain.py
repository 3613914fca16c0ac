"""The ground on which armies move, where pieces can go on it, and how that is remembered.

Movement and check are built from a :class:`Terrain` alone, so the same code plays the cross for
four and the board of nine by ten points for two, by which it is tested.

A set of points is one number, with a bit for each point. A view masks the occupied points by those
that a piece passes or reaches; what it can do then depends on nothing else, so it is worked out
once and looked up afterwards.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

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


MOST_REMEMBERED = 32
"""How many sets of occupied points a view remembers before it forgets them all."""

Reach = tuple[tuple[int, ...], int]
"""The codes of going to empty points, and those points with the occupied ones that are reached."""
Goals = tuple[int, int]
"""A point, and the set of those to which its piece goes."""
Line = tuple[tuple[int, ...], tuple[int, ...], int]
"""The points in one direction, the codes of going there, how many of them a cannon hits."""
Ray = tuple[int, bool, Mapping[int, Reach], int]
"""The same as sets: the points and whether they ascend, else they descend; by the first occupied
point the codes of going to those before it, and these; the points that a cannon hits."""

Made = TypeVar("Made")
Seen = TypeVar("Seen")


class LazyTable(dict[int, Made]):
    """A table by numbers whose entries are made when they are first asked for."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[int], Made]) -> None:
        """Begin without any entry; ``make`` makes that of a number."""
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> Made:
        self[number] = made = self._make(number)
        return made


class PieceView(dict[int, Seen]):
    """What is seen from a point, by the occupied points among those of ``mask``."""

    __slots__ = ("_work_out", "mask")

    def __init__(self, mask: int, work_out: Callable[[int], Seen]) -> None:
        """Begin with nothing remembered; ``work_out`` tells what is seen by the occupied points."""
        super().__init__()
        self.mask = mask
        self._work_out = work_out

    def __missing__(self, taken: int) -> Seen:
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[taken] = seen = self._work_out(taken)
        return seen


PieceViews = LazyTable[PieceView[Seen]]
"""The views of a piece by its point."""


def set_of(points: Iterable[int]) -> int:
    """Return the set of ``points``.

    >>> list(members(set_of([5, 1, 3])))
    [1, 3, 5]
    """
    return sum(1 << point for point in set(points))


def members(points: int) -> Iterator[int]:
    """Yield the points of a set, ascending."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


def codes_of(goals: Iterable[Goals]) -> list[int]:
    """Return the codes of going to ``goals``, in their order."""
    return [code_of(point, target) for point, targets in goals for target in members(targets)]


def rook_view(rays: Sequence[Ray]) -> PieceView[Reach]:
    """Return the view of a rook: it goes as far as its rays are open, and captures what ends them.

    ``rays`` begin at its point.
    """
    return PieceView(_mask_of(rays), partial(_drive, rays))


def cannon_view(rays: Sequence[Ray]) -> PieceView[Reach]:
    """Return the view of a cannon: it goes as a rook does, and captures over exactly one piece."""
    return PieceView(_mask_of(rays), partial(_fire, rays))


def step_view(steps: Sequence[ShortMove], leaps: Sequence[LeapMove]) -> PieceView[Reach]:
    """Return the view of a piece with these ``steps`` and great ``leaps``, where they are free."""
    free = [(code, target, 1 << between) for code, target, between in steps]
    free += [(code, target, set_of(passed)) for code, target, passed in leaps]
    mask = 0
    for _, target, passed in free:
        mask |= passed | 1 << target
    return PieceView(mask, partial(_walk, free))


def rays_of(lines: Iterable[Line]) -> tuple[Ray, ...]:
    """Return ``lines`` as sets of points."""
    return tuple(_ray(*line) for line in lines if line[0])


def _ray(points: tuple[int, ...], codes: tuple[int, ...], reach: int) -> Ray:
    ends = {1 << point: index for index, point in enumerate(points)} | {0: len(points)}
    before = {end: (codes[:index], set_of(points[:index])) for end, index in ends.items()}
    return set_of(points), points[0] < points[-1], before, set_of(points[:reach])


def _mask_of(rays: Iterable[Ray]) -> int:
    return sum(points for points, _, _, _ in rays)


# the first of the occupied points is found in place: a call for each ray would cost much time


def _drive(rays: Iterable[Ray], taken: int) -> Reach:
    quiet: list[int] = []
    goals = 0
    for points, ascend, before, _ in rays:
        ends = taken & points
        end = ends & -ends if ascend else 1 << ends.bit_length() >> 1
        codes, free = before[end]
        quiet += codes
        goals |= free | end
    return tuple(quiet), goals


def _fire(rays: Iterable[Ray], taken: int) -> Reach:
    quiet: list[int] = []
    goals = 0
    for points, ascend, before, near in rays:
        ends = taken & points
        screen = ends & -ends if ascend else 1 << ends.bit_length() >> 1
        codes, free = before[screen]
        quiet += codes
        ends ^= screen
        goals |= free | (ends & -ends if ascend else 1 << ends.bit_length() >> 1) & near
    return tuple(quiet), goals


def _walk(ways: Sequence[tuple[int, int, int]], taken: int) -> Reach:
    quiet = []
    goals = 0
    for code, target, passed in ways:
        if not taken & passed:
            goals |= 1 << target
            if not taken >> target & 1:
                quiet.append(code)
    return tuple(quiet), goals
