"""The rules of T'shu-p'u as data: board, course, seats, dice, options."""

import re
from functools import cache
from itertools import combinations_with_replacement

from games.actions import Chance, Throw
from games.course import Course
from games.equipment import Board, Die, Mark, Point, Seat, square_name
from games.message import msg
from games.options import ONE_HOME, REPEAT_THROW, Handicap, Option, OptionValue, seat_options

SIZE = 9
ARM = range(3, 6)
CENTRE_POINT = "e5"
SOUTH_COURSE = (
    "e1 f1 f2 f3 g4 h4 i4 i5 i6 h6 g6 f7 f8 f9 e9 d9 d8 d7 c6 b6 a6 a5 a4 b4 c4 d3 d2 d1"
    f" e1 e2 e3 {CENTRE_POINT}"
).split()

IN_HAND, START, HOME_START, CENTRE, BORNE_OFF = 0, 1, 29, 32, 33
"""Progress: 28 squares round the edge, then by the own start once more to the centre."""
CROSS_CUTS = (3, 6, 10, 13, 17, 20, 24, 27)
HALFWAY = 16
"""The square in front of the partner's start."""
STARTS = (1, 8, 15, 22, 29)
PIECES = 4
HOMEWARD = "'"
"""Marks a piece that stands on its own start once it has come round."""

SEATS = (
    Seat(0, "yellow", "south", 0, "yellow"),
    Seat(1, "green", "west", 1, "green"),
    Seat(2, "black", "north", 0, "black"),
    Seat(3, "red", "east", 1, "red"),
)
TEAM_HEADS = (0, 1)
"""The first seat of each team."""
COURSES = tuple(Course.of(seat.side, SOUTH_COURSE, SIZE) for seat in SEATS)
FOLLOWERS, PARTNERS = (1, 2, 3, 0), (2, 3, 0, 1)
"""By seat: who is next in the order of play, and who sits opposite."""

Dice = tuple[int, ...]
"""One die, or two with the smaller first."""
DIE = Die((1, 3, 4, 6))
BEARS_OFF = 1
"""The die that takes a piece off the centre (clause 11)."""
PAIRS: tuple[Dice, ...] = tuple(combinations_with_replacement(DIE.faces, 2))
"""What two dice that are alike can show, the smaller first."""
EVEN_PAIRS: tuple[Dice, ...] = tuple(
    (min(one, other), max(one, other)) for one in DIE.faces for other in DIE.faces
)
"""The same as they come up, each of the sixteen as likely as any other."""


def dice_text(dice: Dice) -> str:
    """Write one die, a throw or a sum of dice.

    >>> dice_text((3,)), dice_text((3, 4))
    ('3', '3+4')
    """
    return "+".join(map(str, dice))


THROWS = {dice: Throw(dice_text(dice), dice) for dice in PAIRS}
DICE_OF = {throw.text: dice for dice, throw in THROWS.items()}
OUTCOMES = tuple(
    (throw, Chance(EVEN_PAIRS.count(dice), len(EVEN_PAIRS))) for dice, throw in THROWS.items()
)

THROW_TEXT = re.compile("|".join(map(re.escape, DICE_OF)))
PART_TEXT = re.compile(r"([1346](?:\+[1346])?):([a-i][1-9]'?|hand)-([a-i][1-9]'?|off)x?")
MOVE_TEXT = re.compile(f"pass|{PART_TEXT.pattern}(?:,{PART_TEXT.pattern})?")

TURN_GUARD = 5000
"""After so many turns the game is drawn (rule sheet)."""

RULE_OPTIONS = (
    Option(
        "must_use",
        msg("Whole throw"),
        "max",
        ("optional",),
        msg(
            "Required: use as much of the throw as you can. Optional: you may leave one die or both"
            " unused."
        ),
        (msg("required"), msg("optional")),
    ),
    Option(
        "crosscuts",
        msg("Cross-cuts"),
        "barred",
        ("shared",),
        msg(
            "Not shared: you cannot stop on a cross-cut where an enemy stands. Shared: you can, and"
            " no piece is captured there."
        ),
        (msg("not shared"), msg("shared")),
    ),
    Option(
        "safe_start",
        msg("Safe starts"),
        False,
        (True,),
        msg(
            "Yes: no piece is captured on a start. No: a throw of 3 and 4 can capture four pieces"
            " in the first turn."
        ),
    ),
    Option(
        "doubles_again",
        msg("Double throws again"),
        False,
        (True,),
        msg("Yes: after a double you throw again and take another turn."),
    ),
    Option(
        "bear_off",
        msg("Bearing off"),
        "any",
        ("all_home",),
        msg(
            "When you may take pieces off the board: at any time, or only if all your others are in"
            " the centre or off."
        ),
        (msg("any time"), msg("if all home")),
    ),
    Option(
        "finished",
        msg("When done"),
        "partner",
        ("skip",),
        msg(
            "When all your pieces are off: you help your partner by moving your partner's pieces,"
            " or you sit out."
        ),
        (msg("help partner"), msg("sit out")),
    ),
)

HANDICAPS = (
    Handicap(
        "one_halfway",
        msg("1 piece halfway"),
        (HALFWAY, *(START,) * (PIECES - 1)),
        elo=47,
        margin=46,
    ),
    Handicap("one_home", ONE_HOME, (BORNE_OFF, *(START,) * (PIECES - 1)), elo=169, margin=37),
    Handicap("repeat", REPEAT_THROW, (START,) * PIECES, elo=109, margin=44, repeats=True),
)
OPTIONS = (*RULE_OPTIONS, *seat_options(HANDICAPS, [seat.colour for seat in SEATS]))


@cache
def board(safe_start: OptionValue) -> Board:
    """Return the cross of 36 squares about its centre; starts are marked where they are safe."""
    cross, safe = (Mark(msg("cross-cut"), "cross"),), (Mark(msg("safe start"), "dot"),)
    south = COURSES[0].squares
    marks = dict.fromkeys((south[progress] for progress in CROSS_CUTS), cross)
    if safe_start:
        marks |= dict.fromkeys((south[progress] for progress in STARTS), safe)
    return Board(
        tuple(
            Point(name, x, y, marks.get(name, ()), size=3 if name == CENTRE_POINT else 1)
            for y in range(SIZE)
            for x in range(SIZE)
            if (name := square_name(x, y)) == CENTRE_POINT or (x in ARM) != (y in ARM)
        )
    )
