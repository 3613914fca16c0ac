"""Positions of Squadro that several tests begin with, and how they play on from them."""

from collections.abc import Sequence

from games.options import OptionValue
from games.squadro.game import Squadro, SquadroPosition

MIDDLE = "2,12,3,3,7/1,2,2,7,11"
CYCLE_BEGIN = "0 9,12,12,2,12/0,12,12,10,12"
CYCLE = "A1 B4 A1 B1 A1 B1 A1 B1 A4 B4 A4 B4 A4 B4".split()


def at(text: str, **options: OptionValue) -> SquadroPosition:
    return Squadro(**options).state(text)


def move_piece(state: SquadroPosition, piece: str) -> SquadroPosition:
    (move,) = (move for move in state.legal_moves() if move.text.startswith(piece))
    return state.apply(move)


def play(state: SquadroPosition, pieces: Sequence[str]) -> SquadroPosition:
    for piece in pieces:
        state = move_piece(state, piece)
    return state


def written(progress: Sequence[int], seat: int | str) -> str:
    groups = (",".join(map(str, group)) for group in (progress[:5], progress[5:]))
    return f"{seat} {'/'.join(groups)}"
