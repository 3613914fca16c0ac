"""Position text, written: board, turn, living, reserves, lots, clock."""

from itertools import groupby

from games import text as texts
from games.xiangqi4.board import COLOUR_LETTERS, RANKS
from games.xiangqi4.ending import living_seats
from games.xiangqi4.match import Match
from games.xiangqi4.pieces import KIND_OF, LETTERS, SEAT_OF
from games.xiangqi4.spoils import Lot, Reserves


def write(match: Match) -> str:
    """The position text of ``match``."""
    return " ".join(
        (
            write_board(match.board),
            texts.EMPTY if match.turn is None else str(match.turn),
            "".join(COLOUR_LETTERS[seat] for seat in living_seats(match.living)) or texts.EMPTY,
            write_reserves(match.reserves),
            texts.joined([_lot(lot) for lot in match.lots]),
            str(match.clock),
        )
    )


def write_board(board: bytearray) -> str:
    """The ranks from the highest down, a run of empty points as its length."""
    return "/".join(_rank([board[point] for point in rank]) for rank in RANKS)


def write_reserves(reserves: Reserves) -> str:
    """Who holds how many of what from whom, as in ``rRb2,rSb1``."""
    return texts.joined(
        [
            f"{COLOUR_LETTERS[holder]}{LETTERS[kind]}{COLOUR_LETTERS[origin]}{count}"
            for (holder, kind, origin), count in sorted(reserves.items())
        ]
    )


def _rank(pieces: list[int]) -> str:
    runs = [(piece, len(list(alike))) for piece, alike in groupby(pieces)]
    return "".join(_sign(piece) * length if piece else str(length) for piece, length in runs)


def _sign(piece: int) -> str:
    return COLOUR_LETTERS[SEAT_OF[piece]] + LETTERS[KIND_OF[piece]]


def _lot(lot: Lot) -> str:
    claimants = "".join(COLOUR_LETTERS[seat] for seat in lot.claimants)
    return f"{LETTERS[lot.kind]}{COLOUR_LETTERS[lot.origin]}:{claimants}"
