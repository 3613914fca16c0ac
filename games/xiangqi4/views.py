"""What a piece can do from a point, remembered by which of the points that matter are occupied.

A set of points is one number, with a bit for each point. A view masks the occupied points by those
that the piece passes or reaches; what it can do then depends on nothing else, so it is worked out
once and looked up afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from games.xiangqi4.terrain import LeapMove, ShortMove

MOST_REMEMBERED = 32
"""How many sets of occupied points a view remembers before it forgets them all."""

Reach = tuple[tuple[int, ...], int]
"""The codes of going to empty points, and the occupied points on which the piece could capture."""
Line = tuple[tuple[int, ...], tuple[int, ...], int]
"""The points in one direction, the codes of going there, how many of them a cannon hits."""
Ray = tuple[int, bool, tuple[int, ...], tuple[int, ...], int]
"""The same, after the set of the points and whether they ascend; else they descend."""


Seen = TypeVar("Seen")


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


class PieceViews(dict[int, PieceView[Seen]]):
    """The views of a piece by its point, made when they are first asked for."""

    __slots__ = ("_view_from",)

    def __init__(self, view_from: Callable[[int], PieceView[Seen]]) -> None:
        """Begin without any view; ``view_from`` makes that from a point."""
        super().__init__()
        self._view_from = view_from

    def __missing__(self, point: int) -> PieceView[Seen]:
        self[point] = view = self._view_from(point)
        return view


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


def rook_view(lines: Sequence[Line]) -> PieceView[Reach]:
    """Return the view of a rook: it goes as far as its lines are open, and captures what ends them.

    ``lines`` begin at its point.
    """
    return PieceView(_mask_of(lines), partial(_drive, _rays(lines)))


def cannon_view(lines: Sequence[Line]) -> PieceView[Reach]:
    """Return the view of a cannon: it goes as a rook does, and captures over exactly one piece."""
    return PieceView(_mask_of(lines), partial(_fire, _rays(lines)))


def step_view(steps: Sequence[ShortMove], leaps: Sequence[LeapMove]) -> PieceView[Reach]:
    """Return the view of a piece with these ``steps`` and great ``leaps``, where they are free."""
    free = [(code, target, 1 << between) for code, target, between in steps]
    free += [(code, target, set_of(passed)) for code, target, passed in leaps]
    mask = 0
    for _, target, passed in free:
        mask |= passed | 1 << target
    return PieceView(mask, partial(_walk, free))


def _mask_of(lines: Sequence[Line]) -> int:
    return set_of(point for ray, _, _ in lines for point in ray)


def _rays(lines: Iterable[Line]) -> tuple[Ray, ...]:
    return tuple((set_of(line[0]), line[0][0] < line[0][-1], *line) for line in lines if line[0])


def _drive(rays: Sequence[Ray], taken: int) -> Reach:
    quiet: list[int] = []
    hits = 0
    for points, ascend, ray, codes, _ in rays:
        ends = taken & points
        if not ends:
            quiet += codes
            continue
        end = (ends & -ends if ascend else ends).bit_length() - 1
        quiet += codes[: ray.index(end)]
        hits |= 1 << end
    return tuple(quiet), hits


def _fire(rays: Sequence[Ray], taken: int) -> Reach:
    quiet: list[int] = []
    hits = 0
    for points, ascend, ray, codes, reach in rays:
        ends = taken & points
        if not ends:
            quiet += codes
            continue
        screen = (ends & -ends if ascend else ends).bit_length() - 1
        quiet += codes[: ray.index(screen)]
        ends ^= 1 << screen
        if ends:
            end = (ends & -ends if ascend else ends).bit_length() - 1
            if ray.index(end) < reach:
                hits |= 1 << end
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
