"""Short words for the tests of xiangqi4: positions from lists of pieces, where pieces may go."""

from games.options import OptionValue
from games.xiangqi4.game import Xiangqi4, Xiangqi4Position
from games.xiangqi4.notation import write_board
from games.xiangqi4.rules import COLOUR_LETTERS, INDEX, LETTERS, piece_of
from tests.games.playing import moves

GENERALS = "rGj1 bGs10 yGj19 gGa10"


def written(pieces: str, tail: str) -> str:
    """The position text of pieces such as ``rGj1 bVk8``; its ``tail`` is turn, reserves, lots and
    clock. Those live who have a general."""
    board = bytearray(len(INDEX) + 1)
    for piece in pieces.split():
        seat, kind = COLOUR_LETTERS.index(piece[0]), LETTERS.index(piece[1])
        board[INDEX[piece[2:]]] = piece_of(seat, kind)
    living = "".join(colour for colour in COLOUR_LETTERS if f"{colour}G" in pieces)
    turn, beside = tail.split(" ", 1)
    return f"{write_board(board)} {turn} {living} {beside}"


def at(pieces: str, tail: str = "0 - - 0", **options: OptionValue) -> Xiangqi4Position:
    return Xiangqi4(**options).state(written(pieces, tail))


def targets(state: Xiangqi4Position, origin: str) -> set[str]:
    """Where the piece on ``origin`` may go, without captures told apart."""
    found = (move.replace("x", "-").split("-") for move in moves(state) if "@" not in move)
    return {target for start, target in found if start == origin}


def tail(state: Xiangqi4Position) -> str:
    """The position text without the board."""
    return str(state).split(" ", 1)[1]
