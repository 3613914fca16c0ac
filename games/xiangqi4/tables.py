"""Where pieces can go, apart from check: the tables of a terrain, made once, and their moves."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from games.options import OptionValue
from games.xiangqi4.rules import (
    CAMPS,
    CANNON,
    CENTRE,
    COORDINATES,
    EVERY_PIECE,
    HORSE,
    KIND_OF,
    NAMES,
    PALACES,
    ROOK,
    SEAT_OF,
    SIZE,
    SOLDIER,
    STRAIGHT,
    VETERAN,
    piece_of,
    soldier_ways,
)
from games.xiangqi4.terrain import (
    ORIGIN_SHIFT,
    LazyTable,
    LeapMove,
    Line,
    PieceView,
    PieceViews,
    Reach,
    ShortMove,
    Terrain,
    cannon_view,
    code_of,
    leaps,
    rays_of,
    rook_view,
    set_of,
    step_view,
    steps,
)

TARGET = (1 << ORIGIN_SHIFT) - 1

FREE_TEAMS, ALLIES = (0, 1, 2, 3), (0, 1, 0, 1)
CANNON_REACH_OF_ALLIES = 8
CACHED_MOVEMENTS = 2
"""About 18 MB each, when all armies have died in turn; options make eight different ones."""
LEAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "2x4": ((1, 0), (1, 1), (2, 1), (3, 1), (4, 2)),
    "2x5": ((1, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 2)),
}
"""The points of a great leap, forward and sideways, its end last (seed, clause 2)."""

Hits = Mapping[int, Sequence[tuple[int, frozenset[int]]]]
"""By origin the points that must be empty, and the enemies that attack from there."""
Steps = LazyTable[tuple[ShortMove, ...]]
"""The steps of a piece by its point."""
Stepping = tuple[tuple[ShortMove, ...], tuple[LeapMove, ...]]
"""The steps and great leaps of a piece from a point."""
Between = Mapping[int, tuple[int, bool]]
"""By point on the lines of another: the points between, and whether a cannon reaches so far."""
LONGEST_STEP = 2
"""How far a step leads at most, in the number of columns or of rows."""


class Ways(NamedTuple):
    """What pieces do while certain armies live.

    By piece and point the ``steps``, and the ``views`` of all that the piece does; by point of a
    palace the ``hits``, steps and leaps onto it, and the set of the points that they come ``near``
    from.
    """

    steps: Sequence[Steps]
    views: Sequence[PieceViews[Reach]]
    hits: LazyTable[Hits]
    near: LazyTable[int]


class Movement:
    """The tables of a terrain, made once, what takes long only when it is first asked for.

    By point: ``lines`` and ``leaps``, and for those of palaces what is ``between`` them and the
    points of their lines, which are ``sights``. By the bits of the seats whose armies live,
    ``ways`` tell what pieces do. By seat and piece, ``prey`` can be captured; by seat,
    ``friends`` are the seats of its side, itself included, ``enemies`` all others. All points are
    ``everywhere``, a set.
    """

    def __init__(self, terrain: Terrain) -> None:
        seats = range(len(terrain.teams))
        self.terrain = terrain
        self.nowhere = len(terrain.points)
        self.everywhere = set_of(range(self.nowhere))
        self.lines = tuple(tuple(_lines(terrain, point)) for point in range(self.nowhere))
        self.leaps = tuple(leaps(terrain, point) for point in range(self.nowhere))
        self.prey = tuple(
            (False, *(terrain.is_enemy(seat, piece) for piece in EVERY_PIECE)) for seat in seats
        )
        self.enemies = tuple(
            tuple(other for other in seats if terrain.teams[other] != terrain.teams[seat])
            for seat in seats
        )
        self.friends = tuple(
            tuple(other for other in seats if terrain.teams[other] == terrain.teams[seat])
            for seat in seats
        )
        self.owner = {p: seat for seat, palace in enumerate(terrain.palaces) for p in palace}
        self._origins = LazyTable(self._origins_of)
        self.between = {point: _between(self.lines[point]) for point in self.owner}
        self.sights = {point: set_of(self.between[point]) for point in self.owner}
        # most steps are the same for another army, and when an army has gone out
        self._known: dict[tuple[ShortMove, ...], tuple[ShortMove, ...]] = {}
        horses = LazyTable(partial(self._steps_from, piece_of(0, HORSE), 0))
        self._lasting = [
            horses if KIND_OF[piece] == HORSE else self._steps_of(piece, 0)
            for piece in (0, *EVERY_PIECE)
        ]
        # pieces that move alike from a point, whosever they are, look through one view
        rays = LazyTable(lambda point: rays_of(self.lines[point]))
        self._sliding = {
            ROOK: LazyTable(lambda point: rook_view(rays[point])),
            CANNON: LazyTable(lambda point: cannon_view(rays[point])),
        }
        self._stepping: dict[Stepping, PieceView[Reach]] = {}
        self._lasting_views = [self._views_of(p, self._lasting) for p in (0, *EVERY_PIECE)]
        self.ways = LazyTable(self._ways_of)

    def landed(self, piece: int, point: int) -> int:
        """Return what ``piece`` becomes at ``point``: a soldier may become a veteran."""
        if KIND_OF[piece] == SOLDIER and point in self.terrain.promotes:
            return piece_of(SEAT_OF[piece], VETERAN)
        return piece

    def reaches(self, piece: int, origin: int, target: int, living: int) -> bool:
        """Return whether ``piece`` goes from ``origin`` to ``target`` if nothing is in its way."""
        return target in self._targets(piece, origin, living)

    def passed(self, piece: int, origin: int, target: int, living: int) -> tuple[int, ...]:
        """Return the points between ``origin`` and ``target`` on the way of ``piece``."""
        return self._targets(piece, origin, living)[target]

    def _targets(self, piece: int, origin: int, living: int) -> dict[int, tuple[int, ...]]:
        if KIND_OF[piece] in (ROOK, CANNON):
            rays = (ray for ray, _, _ in self.lines[origin])
            return {end: ray[:index] for ray in rays for index, end in enumerate(ray)}
        stepped = {
            end: () if between == self.nowhere else (between,)
            for _, end, between in self.ways[living].steps[piece][origin]
        }
        leapt = self.leaps[origin] if KIND_OF[piece] == HORSE else ()
        return stepped | {end: passed for _, end, passed in leapt}

    def _ways_of(self, living: int) -> Ways:
        steps, views = self._lasting.copy(), self._lasting_views.copy()
        for piece in EVERY_PIECE:
            if KIND_OF[piece] >= SOLDIER:
                steps[piece] = self._steps_of(piece, living)
                views[piece] = self._views_of(piece, steps)
        hits = LazyTable(partial(self._hits, steps))
        return Ways(steps, views, hits, LazyTable(lambda point: set_of(hits[point])))

    def _views_of(self, piece: int, steps: Sequence[Steps]) -> PieceViews[Reach]:
        if KIND_OF[piece] in self._sliding:
            return self._sliding[KIND_OF[piece]]
        return LazyTable(partial(self._step_view, piece, steps[piece]))

    def _step_view(self, piece: int, steps: Steps, point: int) -> PieceView[Reach]:
        ways = steps[point], self.leaps[point] if KIND_OF[piece] == HORSE else ()
        return self._stepping.setdefault(ways, step_view(*ways))

    def _steps_of(self, piece: int, living: int) -> Steps:
        if not 0 <= SEAT_OF[piece] < len(self.terrain.teams):
            return LazyTable(lambda point: ())
        return LazyTable(partial(self._steps_from, piece, living))

    def _steps_from(self, piece: int, living: int, point: int) -> tuple[ShortMove, ...]:
        found = steps(self.terrain, piece, point, living)
        return self._known.setdefault(found, found)

    def _hits(self, steps: Sequence[Steps], point: int) -> Hits:
        """Return the steps and leaps of enemies onto ``point``, a point of a palace.

        Horses and soldiers alone come so far: the other kinds stay in a camp. Soldiers step along
        lines, and no horse ends on the line where it began.
        """
        prey, (x, y), found = self.prey[self.owner[point]], self.terrain.points[point], {}
        enemies = [piece for piece in EVERY_PIECE if prey[piece]]
        horses = [piece for piece in enemies if KIND_OF[piece] == HORSE]
        soldiers = [piece for piece in enemies if KIND_OF[piece] in (SOLDIER, VETERAN)]
        for origin in self._origins[point]:
            right, up = self.terrain.points[origin]
            ways: dict[int, set[int]] = {}
            for piece in soldiers if x == right or y == up else horses:
                for passed in self._passed_to(point, piece, origin, steps[piece][origin]):
                    ways.setdefault(passed, set()).add(piece)
            if ways:
                found[origin] = tuple((passed, frozenset(by)) for passed, by in ways.items())
        return found

    def _origins_of(self, point: int) -> Sequence[int]:
        """Return the points from which a step or a leap may lead to ``point``."""
        x, y = self.terrain.points[point]
        near = range(-LONGEST_STEP, LONGEST_STEP + 1)
        places = {(x + right, y + up) for right in near for up in near}
        return [
            origin
            for origin, place in enumerate(self.terrain.points)
            if place in places or any(target == point for _, target, _ in self.leaps[origin])
        ]

    def _passed_to(
        self, point: int, piece: int, origin: int, ways: Sequence[ShortMove]
    ) -> Iterator[int]:
        """Yield the points that must be empty when ``piece`` comes to ``point``, way by way."""
        for _, target, between in ways:
            if target == point:
                yield 1 << between
        if KIND_OF[piece] == HORSE:
            for _, target, passed in self.leaps[origin]:
                if target == point:
                    yield set_of(passed)


def movement(options: Mapping[str, OptionValue]) -> Movement:
    """Return the tables of movement that ``options`` make, which equal options share."""
    return _movement(
        teams=options["mode"] == "teams",
        leap=str(options["leap"]),
        doubles_in_the_middle=options["two_steps"] == "middle",
    )


@lru_cache(CACHED_MOVEMENTS)
def _movement(*, teams: bool, leap: str, doubles_in_the_middle: bool) -> Movement:
    return Movement(
        Terrain(
            points=COORDINATES,
            palaces=PALACES,
            camps=CAMPS,
            teams=ALLIES if teams else FREE_TEAMS,
            soldier_ways=soldier_ways,
            reach=CANNON_REACH_OF_ALLIES if teams else SIZE,
            promotes=CENTRE,
            doubles=CENTRE if doubles_in_the_middle else range(len(NAMES)),
            leaps_from=CENTRE,
            leap=LEAPS[leap],
        )
    )


def _lines(terrain: Terrain, point: int) -> Iterator[Line]:
    for way in STRAIGHT:
        ray = tuple(terrain.ray(point, way))
        codes = tuple(code_of(point, target) for target in ray)
        yield ray, codes, min(len(ray), terrain.reach)


def _between(lines: Sequence[Line]) -> Between:
    """Return what is between a point and each point of its ``lines``."""
    return {
        point: (set_of(ray[:index]), index < reach)
        for ray, _, reach in lines
        for index, point in enumerate(ray)
    }
