"""Pieces that are found on the real board, read as progresses.

Every square is visited once on a course, so the place of a piece tells how far it has come.
"""

from typing import TYPE_CHECKING

from games.course import ENEMIES_MEET, progresses_of
from games.equipment import HAND, OFF, Piece
from games.errors import WrongPieces
from games.thaayam.facts import RING_END, Groups

if TYPE_CHECKING:
    from games.thaayam.game import Thaayam
    from games.thaayam.position import Position


def standings(game: "Thaayam", piece: Piece, place: str) -> tuple[Piece, ...]:
    """The one way to be at ``place``, none if the board has no such place."""
    known = place in game.board or place in (HAND, OFF)
    return (Piece(piece.seat, "piece", place),) if known else ()


def read(game: "Thaayam", pieces: tuple[Piece, ...]) -> Groups:
    """The progresses of ``pieces``; WrongPieces where one seat's would have killed another's."""
    groups = progresses_of(pieces, len(game.seats), lambda p: game.progress(p.holder, p.place))
    for seat, group in zip(game.seats, groups, strict=True):
        for progress in group:
            meetings = game.meetings[seat.index][progress]
            met = [game.seats[other] for other, there in meetings if there in groups[other]]
            if met:
                facts = {"colour": seat.colour, "other": met[0].colour}
                raise WrongPieces(ENEMIES_MEET, place=game.place(seat.index, progress), **facts)
    return groups


def killers(position: "Position", groups: Groups) -> tuple[bool, ...]:
    """Who has killed, where that matters: who has a piece beyond the outer ring must have."""
    pairs = zip(position.killers, groups, strict=False)
    return tuple(killer or group[0] > RING_END for killer, group in pairs)
