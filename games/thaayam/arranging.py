"""Pieces that were found on the real board, read as progresses.

Every square is visited once on a course, so the place of a piece tells how far it has come.
"""

from games.course import ENEMIES_MEET, progresses_of
from games.equipment import HAND, OFF, Piece
from games.errors import WrongPieces
from games.thaayam.rules import RING_END, Groups, ThaayamRules


def standings(rules: ThaayamRules, piece: Piece, place: str) -> tuple[Piece, ...]:
    """Return the one way to be at ``place``, nothing if the board has no such place."""
    known = place in rules.courses[0].squares[1:] or place in (HAND, OFF)
    return (Piece(piece.seat, "piece", place),) if known else ()


def read(rules: ThaayamRules, pieces: tuple[Piece, ...]) -> Groups:
    """Return the progresses of ``pieces``; WrongPieces if one would have captured another."""
    groups = progresses_of(pieces, len(rules.seats), lambda p: rules.progress(p.holder, p.place))
    for seat, group in zip(rules.seats, groups, strict=True):
        for progress in group:
            meetings = rules.meetings[seat.index][progress]
            met = [rules.seats[other] for other, there in meetings if there in groups[other]]
            if met:
                place = rules.place(seat.index, progress)
                raise WrongPieces(
                    ENEMIES_MEET, colour=seat.colour, other=met[0].colour, place=place
                )
    return groups


def capturers(before: tuple[bool, ...], groups: Groups) -> tuple[bool, ...]:
    """Return which seats have captured, if that matters.

    A seat with a piece beyond the outer ring must have captured.
    """
    pairs = zip(before, groups, strict=False)
    return tuple(has_captured or group[0] > RING_END for has_captured, group in pairs)
