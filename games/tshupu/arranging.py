"""Pieces that were found on the real board, read as progresses.

The place and the badge of a piece tell how far it has come. Only on its own start it can stand in
two ways: at the beginning of the course and after coming round.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.course import ENEMIES_MEET, progresses_of
from games.equipment import Piece
from games.errors import WrongPieces
from games.message import msg
from games.tshupu.moves import place, standing
from games.tshupu.rules import BORNE_OFF, SEATS
from games.tshupu.tables import Groups, Race, is_home

NOTHING_LEFT = msg("it is {colour}'s turn, but there is nothing left to move")

WAYS: tuple[Mapping[Piece, int], ...] = tuple(
    {standing(seat.index, progress): progress for progress in range(BORNE_OFF + 1)}
    for seat in SEATS
)
"""For each seat the progress of a piece, by how it stands."""


def standings(piece: Piece, at: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be ``at`` a place, the nearest in progress first."""
    ways = WAYS[piece.holder]
    here = ways.get(replace(piece, count=1), 0)
    return tuple(sorted((w for w in ways if w.place == at), key=lambda w: abs(ways[w] - here)))


def read(race: Race, turn: int | None, pieces: tuple[Piece, ...]) -> Groups:
    """Return the progresses of ``pieces``; WrongPieces if they cannot stand so.

    Enemies share squares only where nobody is hit. A seat that would be left out, because all its
    pieces are off, cannot have the ``turn``.
    """
    groups = progresses_of(pieces, len(SEATS), _progress)
    _check_meetings(race, groups)
    if turn is not None and race.skips and is_home(groups[turn]):
        raise WrongPieces(NOTHING_LEFT, colour=SEATS[turn].colour)
    return groups


def _progress(piece: Piece) -> int:
    return WAYS[piece.holder][replace(piece, count=1)]


def _check_meetings(race: Race, groups: Groups) -> None:
    for seat, group in zip(SEATS, groups, strict=True):
        for progress in group:
            for enemy, _ in race.hits(groups, seat.index, progress):
                facts = {"colour": seat.colour, "other": SEATS[enemy].colour}
                raise WrongPieces(ENEMIES_MEET, place=place(seat.index, progress), **facts)
