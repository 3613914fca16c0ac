"""The rules of Squadro: tracks, dots, where a piece is at which progress, and options.

Pieces are numbered from 0: A1 to A5, then B1 to B5. Progress is 0 on the start line, 1 to 5 on the
crossings on the way out, 6 on the far edge, 7 to 11 on the crossings homeward and 12 at home.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from games.equipment import OFF, Board, Boundary, Look, Mark, Piece, Point, Seat, Theme, square_name
from games.message import msg
from games.options import TWO_HOME, Handicap, Option, OptionValue, seat_options

TRACKS = 5
START, FAR_EDGE, HOME = 0, 6, 12
SEATS = (Seat(0, "A", "south", 0, "white"), Seat(1, "B", "west", 1, "black"))
NAMES = tuple(f"{seat.name}{track}" for seat in SEATS for track in range(1, TRACKS + 1))
DOTS_OUT = (3, 1, 2, 1, 3, 1, 3, 2, 3, 1)
DOTS_BACK = (1, 3, 2, 3, 1, 3, 1, 2, 1, 3)
HOME_TO_WIN = 4
OCCURRENCES = 3
"""How often a position occurs until the game is drawn by that."""
LIMIT = 1000
"""After so many plies the game is drawn (rule sheet; the seed sets no limit)."""
MOVE_TEXT = re.compile(r"([AB][1-5]):([0-9]|1[0-2])-([0-9]|1[0-2])(?:x(?:[AB][1-5])+)?")
FACING_OUT, FACING_BACK = ("north", "east"), ("south", "west")


RULE_OPTIONS = (
    Option(
        "repetition",
        msg("Repetition"),
        "draw",
        ("ban", "none"),
        msg(
            "When a position occurs again. Draw: the third time ends the game. Forbidden: no move"
            " may repeat a position. Allowed: any number of times."
        ),
        (msg("draw"), msg("forbidden"), msg("allowed")),
    ),
)

HANDICAPS = (
    Handicap(
        "one_turned",
        msg("1 piece turned"),
        (FAR_EDGE, START, START, START, START),
        elo=161,
        margin=47,
    ),
    Handicap("two_home", TWO_HOME, (START, HOME, START, HOME, START), elo=174, margin=47),
)
OPTIONS = (*RULE_OPTIONS, *seat_options(HANDICAPS, [seat.colour for seat in SEATS]))


@dataclass(frozen=True, slots=True)
class SquadroRules:
    """What the option ``repetition`` says about positions that come back.

    ``remembers`` tells whether it matters how often a position occurs, ``bans`` whether none may
    come back.
    """

    remembers: bool
    bans: bool

    @classmethod
    def of(cls, options: Mapping[str, OptionValue]) -> "SquadroRules":
        """Return the rules under ``options``."""
        return cls(options["repetition"] != "none", options["repetition"] == "ban")


def coordinate(progress: int) -> int:
    """Return how far from its start line a piece at ``progress`` stands, in points."""
    return min(progress, HOME - progress)


def point(piece: int, progress: int) -> str:
    """Return the point where ``piece`` is at ``progress``.

    >>> point(NAMES.index("A3"), 2), point(NAMES.index("B3"), 10)
    ('d3', 'c4')
    """
    along, track = coordinate(progress), piece % TRACKS + 1
    return square_name(track, along) if piece < TRACKS else square_name(along, track)


def standing(piece: int, progress: int) -> Piece:
    """Return ``piece`` as it stands at ``progress``: out of the game when it is home."""
    seat = piece // TRACKS
    facing = FACING_OUT if progress < FAR_EDGE else FACING_BACK
    place = OFF if progress == HOME else point(piece, progress)
    return Piece(seat, "piece", place, facing[seat])


def crossed(piece: int, progress: int) -> int:
    """Return the enemy piece whose track ``piece`` crosses at ``progress``, which is no edge."""
    return coordinate(progress) - 1 + (TRACKS if piece < TRACKS else 0)


def _board() -> Board:
    """Return seven by seven points without the corners; an edge point has its track's dots."""
    tracks = [[point(piece, p) for p in range(FAR_EDGE + 1)] for piece in range(len(NAMES))]
    dots = {track[0]: DOTS_OUT[piece] for piece, track in enumerate(tracks)}
    dots |= {track[-1]: DOTS_BACK[piece] for piece, track in enumerate(tracks)}
    on_tracks = {name for track in tracks for name in track}
    side = range(FAR_EDGE + 1)
    spots = [(square_name(x, y), x, y) for y in side for x in side]
    dot = Mark(msg("dots: steps of a move"), "dot")
    return Board(
        tuple(Point(n, x, y, (dot,) * dots.get(n, 0)) for n, x, y in spots if n in on_tracks),
        tuple(line for track in tracks for line in pairwise(track)),
        _start_lines(),
    )


def _start_lines() -> tuple[Boundary, ...]:
    """Return the lines in front of the pieces when they are set up (seed, preparation)."""
    gap, far = 0.5, TRACKS + 0.5
    name = msg("start line")
    return (
        Boundary(name, "line", (gap, gap), (far, gap)),
        Boundary(name, "line", (gap, gap), (gap, far)),
    )


BOARD = _board()
LOOK = Look(
    Theme("#6f4522", field="#e0b982", groove="#7d5029", carved="#2e1806", ink="#3a1f08"),
    build="grooved",
    is_whole=True,
    body="peg",
)
"""A board of wood with a groove for every track, and pegs that fill it."""


def _turns_left(piece: int, progress: int) -> int:
    """Return how many moves bring ``piece`` home from ``progress`` if nobody is in its way."""
    out, back = max(FAR_EDGE - progress, 0), HOME - max(progress, FAR_EDGE)
    return ceil(out / DOTS_OUT[piece]) + ceil(back / DOTS_BACK[piece])


TURNS_LEFT = tuple(
    tuple(_turns_left(piece, progress) for progress in range(HOME + 1))
    for piece in range(len(NAMES))
)


def turns_to_win(seat: int, progress: Sequence[int]) -> int:
    """Return how many moves ``seat`` needs to bring four pieces home if nobody is in the way."""
    own = range(seat * TRACKS, (seat + 1) * TRACKS)
    return sum(sorted(TURNS_LEFT[piece][progress[piece]] for piece in own)[:HOME_TO_WIN])


ALL_TURNS = turns_to_win(0, (START,) * len(NAMES))
