"""The board of Squadro and its ten pieces: tracks, dots, and where a piece is when.

Pieces are numbered from 0: A1 to A5, then B1 to B5. Progress is 0 on the start line, 1 to 5 on the
crossings on the way out, 6 on the far edge, 7 to 11 on the crossings homeward and 12 at home.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from games.equipment import OFF, Board, Mark, Piece, Point, Seat, square_name
from games.message import msg

TRACKS = 5
START, FAR_EDGE, HOME = 0, 6, 12
SEATS = (Seat(0, "A", "south", 0, "white"), Seat(1, "B", "west", 1, "black"))
NAMES = tuple(f"{seat.name}{track}" for seat in SEATS for track in range(1, TRACKS + 1))
DOTS_OUT = (3, 1, 2, 1, 3, 1, 3, 2, 3, 1)
DOTS_BACK = (1, 3, 2, 3, 1, 3, 1, 2, 1, 3)
HOME_TO_WIN = 4
OCCURRENCES = 3
"""How often a position is there when the game is drawn by that."""
FACING_OUT, FACING_BACK = ("north", "east"), ("south", "west")


def coordinate(progress: int) -> int:
    """How far from its start line a piece at ``progress`` stands, in points."""
    return min(progress, HOME - progress)


def point(piece: int, progress: int) -> str:
    """The point where ``piece`` is at ``progress``.

    >>> point(NAMES.index("A3"), 2), point(NAMES.index("B3"), 10)
    ('d3', 'c4')
    """
    along, track = coordinate(progress), piece % TRACKS + 1
    return square_name(track, along) if piece < TRACKS else square_name(along, track)


def standing(piece: int, progress: int) -> Piece:
    """``piece`` as it stands at ``progress``: out of the game when it is home."""
    seat = piece // TRACKS
    facing = FACING_OUT if progress < FAR_EDGE else FACING_BACK
    place = OFF if progress == HOME else point(piece, progress)
    return Piece(seat, "piece", place, facing[seat])


def crossed(piece: int, progress: int) -> int:
    """The enemy piece whose track ``piece`` crosses at ``progress``, which is no edge."""
    return coordinate(progress) - 1 + (TRACKS if piece < TRACKS else 0)


def _board() -> Board:
    """Seven by seven points without the corners; an edge point has the dots of its track."""
    tracks = [[point(piece, p) for p in range(FAR_EDGE + 1)] for piece in range(len(NAMES))]
    dots = {track[0]: DOTS_OUT[piece] for piece, track in enumerate(tracks)}
    dots |= {track[-1]: DOTS_BACK[piece] for piece, track in enumerate(tracks)}
    on_tracks = {name for track in tracks for name in track}
    side = range(FAR_EDGE + 1)
    spots = [(square_name(x, y), x, y) for y in side for x in side]
    dot = Mark(msg("dot"), "dot")
    return Board(
        tuple(Point(n, x, y, (dot,) * dots.get(n, 0)) for n, x, y in spots if n in on_tracks),
        tuple(line for track in tracks for line in pairwise(track)),
    )


BOARD = _board()


def _turns_left(piece: int, progress: int) -> int:
    """How many moves bring ``piece`` home from ``progress`` if nobody is in its way."""
    out, back = max(FAR_EDGE - progress, 0), HOME - max(progress, FAR_EDGE)
    return ceil(out / DOTS_OUT[piece]) + ceil(back / DOTS_BACK[piece])


TURNS_LEFT = tuple(
    tuple(_turns_left(piece, progress) for progress in range(HOME + 1))
    for piece in range(len(NAMES))
)


def turns_to_win(seat: int, progress: Sequence[int]) -> int:
    """How many moves ``seat`` needs to bring its four nearest pieces home, nobody in the way."""
    own = range(seat * TRACKS, (seat + 1) * TRACKS)
    return sum(sorted(TURNS_LEFT[piece][progress[piece]] for piece in own)[:HOME_TO_WIN])


ALL_TURNS = turns_to_win(0, (START,) * len(NAMES))
