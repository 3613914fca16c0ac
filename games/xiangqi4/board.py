"""The cross of nineteen by nineteen points: camps, palaces, set-up, and the seats round it.

A point is a number, counted along the ranks from rank 1 upwards. Seats are turned into each other
by quarter turns, so everything is said for the south and turned.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from games.equipment import FILES, Board, Mark, Point, Seat, Side, rotated
from games.message import msg
from games.xiangqi4.pieces import LETTERS, SOLDIER, VETERAN, piece_of
from games.xiangqi4.terrain import Direction, sideways

SIZE = 19
CAMP_FILES, CAMP_RANKS = "fghijklmn", range(1, 6)
SOUTH_CAMP = tuple(f"{file}{rank}" for rank in CAMP_RANKS for file in CAMP_FILES)
SOUTH_PALACE = tuple(f"{file}{rank}" for rank in (1, 2, 3) for file in "ijk")
SOUTH_PALACE_CENTRE = "j2"
MIDDLE = tuple(f"{file}{rank}" for rank in range(6, 15) for file in CAMP_FILES)

BACK_RANK = "RHEAGAEHR"
SOUTH_SET_UP: Mapping[str, str] = {
    **{f"{file}1": letter for file, letter in zip(CAMP_FILES, BACK_RANK, strict=True)},
    **dict.fromkeys(("g3", "m3"), "C"),
    **dict.fromkeys(("f4", "h4", "j4", "l4", "n4"), "S"),
}

SIDES: tuple[Side, ...] = ("south", "east", "north", "west")
COLOURS = ("red", "black", "yellow", "green")
COLOUR_LETTERS = "rbyg"
SEATS = range(len(SIDES))
FORWARDS: tuple[Direction, ...] = ((0, 1), (-1, 0), (0, -1), (1, 0))


def _names() -> tuple[str, ...]:
    named = {rotated(name, SIZE, seat) for name in SOUTH_CAMP for seat in SEATS} | set(MIDDLE)
    every = (f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)
    return tuple(name for name in every if name in named)


NAMES = _names()
INDEX: Mapping[str, int] = {name: index for index, name in enumerate(NAMES)}
COORDINATES = tuple((FILES.index(name[0]), int(name[1:]) - 1) for name in NAMES)
RANKS = tuple(
    tuple(point for point, (_, y) in enumerate(COORDINATES) if y == rank)
    for rank in reversed(range(SIZE))
)


def _turned(names: Iterable[str], seat: int) -> tuple[int, ...]:
    return tuple(sorted(INDEX[rotated(name, SIZE, seat)] for name in names))


CAMPS = tuple(_turned(SOUTH_CAMP, seat) for seat in SEATS)
PALACES = tuple(_turned(SOUTH_PALACE, seat) for seat in SEATS)
CENTRE = frozenset(INDEX[name] for name in MIDDLE)
CAMP_OF: Mapping[int, int] = {point: seat for seat, camp in enumerate(CAMPS) for point in camp}
SET_UP: Mapping[int, int] = {
    INDEX[rotated(name, SIZE, seat)]: piece_of(seat, LETTERS.index(letter))
    for seat in SEATS
    for name, letter in SOUTH_SET_UP.items()
}
SET_UP_COUNTS = tuple(list(SOUTH_SET_UP.values()).count(letter) for letter in LETTERS[:VETERAN])


def soldier_ways(seat: int, kind: int, point: int, living: int) -> tuple[Direction, ...]:
    """Where a soldier or veteran of ``seat`` may step from ``point`` (seed, clause 1).

    ``living`` has a bit for each seat whose army lives: in its camp nobody else steps back.
    """
    camp = CAMP_OF.get(point)
    if camp is None or (camp != seat and not living >> camp & 1):
        return FORWARDS
    x, y = FORWARDS[camp]
    if camp != seat:
        return ((-x, -y), *sideways((x, y)))
    return ((x, y),) if kind == SOLDIER else ((x, y), *sideways((x, y)))


def region(point: int) -> str:
    """The side whose camp ``point`` is in, or ``middle``."""
    return SIDES[CAMP_OF[point]] if point in CAMP_OF else "middle"


def seats(*, teams: bool) -> tuple[Seat, ...]:
    """The seats in the order of play; with ``teams`` those opposite each other are allies."""
    return tuple(
        Seat(index, colour, side, index % 2 if teams else index, colour)
        for index, (colour, side) in enumerate(zip(COLOURS, SIDES, strict=True))
    )


@cache
def picture() -> Board:
    """The board as a screen draws it: every point, its region and the lines between neighbours."""
    centres = {rotated(SOUTH_PALACE_CENTRE, SIZE, seat) for seat in SEATS}
    palace = (Mark(msg("palace"), "cross"),)
    return Board(
        tuple(
            Point(name, x, y, palace if name in centres else (), region(index))
            for index, (name, (x, y)) in enumerate(zip(NAMES, COORDINATES, strict=True))
        ),
        _lines(),
    )


def _lines() -> tuple[tuple[str, str], ...]:
    at = {place: name for name, place in zip(NAMES, COORDINATES, strict=True)}
    return tuple(
        (name, at[x + dx, y + dy])
        for (x, y), name in at.items()
        for dx, dy in ((1, 0), (0, 1))
        if (x + dx, y + dy) in at
    )
