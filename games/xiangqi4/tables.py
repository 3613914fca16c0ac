"""Where pieces can go, apart from check: the tables of a terrain, made once, and their moves."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from games.options import OptionValue
from games.xiangqi4.rules import (
    CAMPS,
    CANNON,
    CENTRE,
    COORDINATES,
    EVERY_PIECE,
    GENERAL,
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
    LeapMove,
    ShortMove,
    Terrain,
    code_of,
    leaps,
    steps,
)

TARGET = (1 << ORIGIN_SHIFT) - 1

FREE_TEAMS, ALLIES = (0, 1, 2, 3), (0, 1, 0, 1)
CANNON_REACH_OF_ALLIES = 8
CACHED_MOVEMENTS = 2
"""Up to 25 MB each, when all armies have died in turn; options make eight different ones."""
LEAPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "2x4": ((1, 0), (1, 1), (2, 1), (3, 1), (4, 2)),
    "2x5": ((1, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 2)),
}
"""The points of a great leap, forward and sideways, its end last (seed, clause 2)."""

Board = bytearray
"""The piece on every point, and after the last one a point that is always empty."""
Line = tuple[tuple[int, ...], tuple[int, ...], int]
"""The points in one direction, the codes of going there, how many of them a cannon hits."""
Hit = tuple[int, int, frozenset[int]]
"""An origin, the point that must be empty, the enemies that attack from there."""
LeapHit = tuple[int, tuple[int, ...]]
"""An origin and the points that must be empty."""
Steps = tuple[tuple[ShortMove, ...], ...]
AddMoves = Callable[[Board, Sequence[Line], Sequence[bool], list[int]], None]
"""Adds the codes of going along lines, with the prey at their ends, to a list."""


class Ways:
    """What pieces step while certain armies live: by piece and point, and onto palace points."""

    __slots__ = ("hits", "steps")

    def __init__(self, steps: Sequence[Steps], hits: dict[int, tuple[Hit, ...]]) -> None:
        self.steps = steps
        self.hits = hits


class Movement:
    """The tables of a terrain, and the moves that they give.

    By point: ``lines`` and ``leaps``, and ``leap_hits`` for those of palaces. By seat and piece:
    ``prey`` can be captured, ``goal`` is prey or empty. By seat: the enemies that attack on an
    open line (``openers``), over a screen (``gunners``), either (``aiming``) and by a leap
    (``riders``). ``balances`` are what :func:`~games.xiangqi4.evaluate.balances` has worked out.
    """

    def __init__(self, terrain: Terrain) -> None:
        seats = range(len(terrain.teams))
        self.terrain = terrain
        self.nowhere = len(terrain.points)
        self.lines = tuple(tuple(_lines(terrain, point)) for point in range(self.nowhere))
        self.leaps = tuple(leaps(terrain, point) for point in range(self.nowhere))
        self.prey = tuple(
            (False, *(terrain.is_enemy(seat, piece) for piece in EVERY_PIECE)) for seat in seats
        )
        self.goal = tuple((True, *prey[1:]) for prey in self.prey)
        self.openers = self._enemies((ROOK, GENERAL) if terrain.flying else (ROOK,))
        self.gunners = self._enemies((CANNON,))
        self.aiming = tuple(map(frozenset.union, self.openers, self.gunners))
        self.riders = self._enemies((HORSE,))
        self.owner = {p: seat for seat, palace in enumerate(terrain.palaces) for p in palace}
        self.leap_hits = {point: tuple(self._leap_hits(point)) for point in self.owner}
        self._none: Steps = ((),) * self.nowhere
        # most steps are the same for another army, and when an army has gone out
        self._known: dict[tuple[ShortMove, ...], tuple[ShortMove, ...]] = {}
        self._lasting = [self._steps_of(piece, 0) for piece in (0, *EVERY_PIECE)]
        self._ways: dict[int, Ways] = {}
        self.balances: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}

    def ways(self, living: int) -> Ways:
        """Return the steps while the seats whose bits are set in ``living`` have their armies."""
        if living not in self._ways:
            steps = [
                self._steps_of(piece, living) if KIND_OF[piece] >= SOLDIER else lasting
                for piece, lasting in enumerate(self._lasting)
            ]
            self._ways[living] = Ways(steps, self._hits(steps))
        return self._ways[living]

    def moves(self, board: Board, army: Sequence[int], living: int) -> list[int]:
        """Return the codes of all moves of one seat's pieces, on the points of ``army``."""
        return self._codes(board, army, living, self.goal, (_drive, _fire))

    def captures(self, board: Board, army: Sequence[int], living: int) -> list[int]:
        """Return those of the moves that capture."""
        return self._codes(board, army, living, self.prey, (_ram, _shoot))

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

    def _codes(
        self,
        board: Board,
        army: Sequence[int],
        living: int,
        goals: Sequence[Sequence[bool]],
        runs: tuple[AddMoves, AddMoves],
    ) -> list[int]:
        """Return the codes of going to ``goals``; ``runs`` add those of rooks and cannons."""
        found: list[int] = []
        seat = SEAT_OF[board[army[0]]]
        prey, goal, steps = self.prey[seat], goals[seat], self.ways(living).steps
        drive, fire = runs
        for point in army:
            piece = board[point]
            kind = KIND_OF[piece]
            if kind == ROOK:
                drive(board, self.lines[point], prey, found)
            elif kind == CANNON:
                fire(board, self.lines[point], prey, found)
            else:
                _step(board, steps[piece][point], goal, found)
                if kind == HORSE:
                    _leap(board, self.leaps[point], goal, found)
        return found

    def _targets(self, piece: int, origin: int, living: int) -> dict[int, tuple[int, ...]]:
        if KIND_OF[piece] in (ROOK, CANNON):
            rays = (ray for ray, _, _ in self.lines[origin])
            return {end: ray[:index] for ray in rays for index, end in enumerate(ray)}
        stepped = {
            end: () if between == self.nowhere else (between,)
            for _, end, between in self.ways(living).steps[piece][origin]
        }
        leapt = self.leaps[origin] if KIND_OF[piece] == HORSE else ()
        return stepped | {end: passed for _, end, passed in leapt}

    def _enemies(self, kinds: Collection[int]) -> tuple[frozenset[int], ...]:
        return tuple(
            frozenset(each for each in EVERY_PIECE if prey[each] and KIND_OF[each] in kinds)
            for prey in self.prey
        )

    def _steps_of(self, piece: int, living: int) -> Steps:
        if not 0 <= SEAT_OF[piece] < len(self.terrain.teams):
            return self._none
        found = (steps(self.terrain, piece, point, living) for point in range(self.nowhere))
        return tuple(self._known.setdefault(each, each) for each in found)

    def _hits(self, steps: Sequence[Steps]) -> dict[int, tuple[Hit, ...]]:
        """Return the steps onto points of palaces, by target and then by origin."""
        found: dict[int, dict[tuple[int, int], set[int]]] = {point: {} for point in self.owner}
        for piece, by_point in enumerate(steps):
            for origin, ways in enumerate(by_point):
                for _, target, between in ways:
                    if target in found and self.prey[self.owner[target]][piece]:
                        found[target].setdefault((origin, between), set()).add(piece)
        return {
            point: tuple((*way, frozenset(pieces)) for way, pieces in ways.items())
            for point, ways in found.items()
        }

    def _leap_hits(self, point: int) -> Iterator[LeapHit]:
        for origin, found in enumerate(self.leaps):
            for _, target, passed in found:
                if target == point:
                    yield origin, passed


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


def _drive(board: Board, lines: Sequence[Line], prey: Sequence[bool], found: list[int]) -> None:
    """Add what a rook does: it goes as far as its lines are open, and captures what ends them."""
    for ray, codes, _ in lines:
        free = 0
        for point in ray:
            if board[point]:
                if prey[board[point]]:
                    found.append(codes[free])
                break
            free += 1
        found += codes[:free]


def _fire(board: Board, lines: Sequence[Line], prey: Sequence[bool], found: list[int]) -> None:
    """Add what a cannon does: it goes as a rook does, and captures over exactly one piece."""
    for ray, codes, reach in lines:
        free = 0
        for point in ray:
            if board[point]:
                break
            free += 1
        found += codes[:free]
        for index in range(free + 1, reach):
            if board[ray[index]]:
                if prey[board[ray[index]]]:
                    found.append(codes[index])
                break


def _ram(board: Board, lines: Sequence[Line], prey: Sequence[bool], found: list[int]) -> None:
    """Add only the captures of :func:`_drive`."""
    for ray, codes, _ in lines:
        for point, code in zip(ray, codes, strict=True):
            if board[point]:
                if prey[board[point]]:
                    found.append(code)
                break


def _shoot(board: Board, lines: Sequence[Line], prey: Sequence[bool], found: list[int]) -> None:
    """Add only the captures of :func:`_fire`."""
    for ray, codes, reach in lines:
        screens = 0
        for point, code in zip(ray[:reach], codes, strict=False):
            if board[point]:
                if screens:
                    if prey[board[point]]:
                        found.append(code)
                    break
                screens = 1


def _step(board: Board, steps: Sequence[ShortMove], goal: Sequence[bool], found: list[int]) -> None:
    """Add the ``steps`` that end on a ``goal`` and are not blocked."""
    for code, target, between in steps:
        if goal[board[target]] and not board[between]:
            found.append(code)


def _leap(board: Board, leaps: Sequence[LeapMove], goal: Sequence[bool], found: list[int]) -> None:
    """Add the great ``leaps`` of a horse that end on a ``goal`` and are not blocked."""
    for code, target, passed in leaps:
        if goal[board[target]] and not any(map(board.__getitem__, passed)):
            found.append(code)
