"""What a piece can do from a point, remembered by which of the points that matter are occupied.

A set of points is one number, with a bit for each point. A view masks the occupied points by those
that the piece passes or reaches; what it can do then depends on nothing else, so it is worked out
once and looked up afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from games.xiangqi4.terrain import LeapMove, ShortMove

MOST_REMEMBERED = 32
"""How many sets of occupied points a view remembers before it forgets them all."""

Reach = tuple[tuple[int, ...], int]
"""The codes of going to empty points, and the occupied points on which the piece could capture."""
Line = tuple[tuple[int, ...], tuple[int, ...], int]
"""The points in one direction, the codes of going there, how many of them a cannon hits."""
Ray = tuple[int, bool, Mapping[int, tuple[int, ...]], int]
"""The same as sets: the points and whether they ascend, else they descend; by the first occupied
point the codes of going to those before it; the points that a cannon hits."""

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
    before = {1 << point: codes[:index] for index, point in enumerate(points)} | {0: codes}
    return set_of(points), points[0] < points[-1], before, set_of(points[:reach])


def _mask_of(rays: Iterable[Ray]) -> int:
    return sum(points for points, _, _, _ in rays)


# the first of the occupied points is found in place: a call for each ray would cost much time


def _drive(rays: Iterable[Ray], taken: int) -> Reach:
    quiet: list[int] = []
    hits = 0
    for points, ascend, before, _ in rays:
        ends = taken & points
        end = ends & -ends if ascend else 1 << ends.bit_length() >> 1
        quiet += before[end]
        hits |= end
    return tuple(quiet), hits


def _fire(rays: Iterable[Ray], taken: int) -> Reach:
    quiet: list[int] = []
    hits = 0
    for points, ascend, before, near in rays:
        ends = taken & points
        screen = ends & -ends if ascend else 1 << ends.bit_length() >> 1
        quiet += before[screen]
        ends ^= screen
        hits |= (ends & -ends if ascend else 1 << ends.bit_length() >> 1) & near
    return tuple(quiet), hits


def _walk(ways: Sequence[tuple[int, int, int]], taken: int) -> Reach:
    quiet = []
    hits = 0
    for code, target, passed in ways:
        if not taken & passed:
            if taken >> target & 1:
                hits |= 1 << target
            else:
                quiet.append(code)
    return tuple(quiet), hits
