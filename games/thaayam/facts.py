"""The facts of the game: squares, seats, lots and options, with the clauses they come from."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.actions import Throw
from games.course import Course
from games.equipment import Board, Die, Mark, Point, Side, square_name
from games.message import msg
from games.options import Option

SIZE = 5
OUTER_RING = "c1 d1 e1 e2 e3 e4 e5 d5 c5 b5 a5 a4 a3 a2 a1 b1".split()
INNER_RING = "b2 b3 b4 c4 d4 d3 d2 c2".split()
FORTRESS_SQUARE = "c3"
SOUTH_COURSE = (*OUTER_RING, *INNER_RING, FORTRESS_SQUARE)

IN_HAND, ENTRY, RING_END, FORTRESS, BORNE_OFF = 0, 1, 16, 25, 26
PALACES = (1, 5, 9, 13)
SHELTERS = frozenset((*PALACES, FORTRESS))
ON_COURSE = frozenset(range(ENTRY, FORTRESS + 1))
PIECES = 4

COLOURS: Mapping[Side, str] = {"south": "white", "west": "black", "north": "red", "east": "blue"}
SIDES: Mapping[int, tuple[Side, ...]] = {
    4: ("south", "west", "north", "east"),
    3: ("south", "west", "north"),
    2: ("south", "north"),
}

LOT = Die((0, 1))
LOTS = 4
ENTERING_THROW = 1
CLOSING_THROWS = (2, 3)
CHANCES = {
    value: (Throw(str(value), (1,) * white + (0,) * (LOTS - white)), Fraction(ways, 16))
    for value, white, ways in ((1, 1, 4), (2, 2, 6), (3, 3, 4), (4, 4, 1), (8, 0, 1))
}
OUTCOMES = tuple(CHANCES.values())
THROWS = tuple(throw for throw, _ in OUTCOMES)

TURN_GUARD = 5000
"""After so many turns the game is drawn (rule sheet)."""

OPTIONS = (
    Option("seats", msg("Players"), 4, (2, 3), msg("How many play.")),
    Option(
        "capture_throw",
        msg("Throw after kill"),
        False,
        (True,),
        msg("After a kill the seat throws once more at once."),
    ),
    Option(
        "capture_first",
        msg("Kill first"),
        False,
        (True,),
        msg("The inner ring is open only to a seat that has killed."),
    ),
    Option(
        "finish",
        msg("Last steps"),
        msg("exact"),
        (msg("overshoot"),),
        msg("Overshoot: a throw larger than needed enters the fortress too."),
    ),
)


Group = tuple[int, ...]
Groups = tuple[Group, ...]
Met = tuple[tuple[int, int], ...]
"""Seats, and a progress of each."""
Killed = tuple[tuple[int, int], ...]
"""Seats, and how many pieces of each are killed."""


def board() -> Board:
    """Five by five squares with the palaces and the fortress marked (seed, preface)."""
    palace, fortress = Mark(msg("palace"), "cross"), Mark(msg("fortress"), "frame")
    marks = {SOUTH_COURSE[p - 1]: (palace,) for p in PALACES} | {FORTRESS_SQUARE: (fortress,)}
    squares = [(square_name(x, y), x, y) for y in range(SIZE) for x in range(SIZE)]
    return Board(tuple(Point(name, x, y, marks.get(name, ())) for name, x, y in squares))


def meetings(courses: Sequence[Course], seat: int) -> tuple[Met, ...]:
    """For each progress of ``seat`` the (other seat, its progress) that are the same square.

    Empty in hand, off the board and on shelters, where nobody is killed (seed clause 8).
    """
    return tuple(
        tuple(
            (other, course.progresses(courses[seat].squares[progress])[0])
            for other, course in enumerate(courses)
            if other != seat and progress in range(ENTRY, FORTRESS) and progress not in SHELTERS
        )
        for progress in range(BORNE_OFF + 1)
    )


def counting(series: Sequence[int], group: Sequence[int]) -> Sequence[int]:
    """What counts of ``series``: all, or from its first 1 on if no piece is on the course.

    >>> counting((8, 1, 2), (0, 0, 0, 0)), counting((8, 2), (4, 0, 0, 0)), counting((2,), (26, 0))
    ((1, 2), (8, 2), ())
    """
    if not ON_COURSE.isdisjoint(group):
        return series
    voids = series.index(ENTERING_THROW) if ENTERING_THROW in series else len(series)
    return series[voids:]


def is_home(group: Group) -> bool:
    """True when all pieces of ``group``, furthest first, are off the board."""
    return group[-1] == BORNE_OFF
