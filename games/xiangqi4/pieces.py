"""What a piece is as a number: nothing is 0, else seat and kind; and what the kinds are called."""

from games.message import msg

LETTERS = "RHEAGCSV"
ROOK, HORSE, ELEPHANT, ADVISOR, GENERAL, CANNON, SOLDIER, VETERAN = KINDS = range(len(LETTERS))
WORDS = (
    msg("rook"),
    msg("horse"),
    msg("elephant"),
    msg("advisor"),
    msg("general"),
    msg("cannon"),
    msg("soldier"),
    msg("soldier"),
)
BADGES = ("",) * VETERAN + ("V",)

EMPTY = 0
MOST_SEATS = 4
NOBODY = -1


def piece_of(seat: int, kind: int) -> int:
    """The number of the piece of that kind of ``seat``."""
    return seat * len(KINDS) + kind + 1


EVERY_PIECE = range(1, piece_of(MOST_SEATS, ROOK))
SEAT_OF = (NOBODY, *((piece - 1) // len(KINDS) for piece in EVERY_PIECE))
KIND_OF = (NOBODY, *((piece - 1) % len(KINDS) for piece in EVERY_PIECE))
