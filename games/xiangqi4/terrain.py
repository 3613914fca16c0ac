"""On what ground an army moves: points, palaces, camps and the rules that differ between boards.

Movement and check are built from a :class:`Terrain` alone, so the same code plays the cross for
four and the board of nine by ten points for two, by which it is proved.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field

from games.xiangqi4.pieces import SEAT_OF

Direction = tuple[int, int]
SoldierWays = Callable[[int, int, int, int], Iterable[Direction]]

STRAIGHT: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def sideways(direction: Direction) -> tuple[Direction, Direction]:
    """The two directions perpendicular to ``direction``.

    >>> sideways((0, 1))
    ((-1, 0), (1, 0))
    """
    x, y = direction
    return (-y, x), (y, -x)


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
        """The point ``times`` steps of ``way`` from ``point``, or None where the board has none."""
        x, y = self.points[point]
        return self._at.get((x + times * way[0], y + times * way[1]))

    def ray(self, point: int, way: Direction) -> Iterator[int]:
        """The points from ``point`` in the direction ``way``, to the edge of the board."""
        following = self.beside(point, way)
        while following is not None:
            yield following
            following = self.beside(following, way)

    def is_enemy(self, seat: int, piece: int) -> bool:
        """Whether ``piece`` belongs to a seat that is no ally of ``seat``."""
        other = SEAT_OF[piece]
        return 0 <= other < len(self.teams) and self.teams[other] != self.teams[seat]
