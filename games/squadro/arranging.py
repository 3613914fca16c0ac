"""Pieces that were found on the real board, read as progresses.

Place and facing tell how far a piece has come and on which track it runs. The tracks without a
piece are those of the pieces that are home.
"""

from collections.abc import Iterable, Mapping

from games.arranging import check_alone
from games.equipment import OFF, Piece
from games.errors import WrongPieces
from games.message import msg
from games.squadro.rules import HOME, NAMES, SEATS, START, TRACKS, standing

ONE_TRACK = msg("two {colour} pieces are on one track: {place}")

WAYS: Mapping[Piece, tuple[int, int]] = {
    standing(piece, progress): (piece, progress)
    for piece in range(len(NAMES))
    for progress in range(START, HOME + 1)
}
"""A piece and its progress, by how it stands; pieces that are home look all the same."""


def standings(piece: Piece, place: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be at ``place``, pointing as it does now first."""
    ways = (way for way in WAYS if (way.seat, way.place) == (piece.seat, place))
    return tuple(sorted(ways, key=lambda way: way.facing != piece.facing))


def read(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """Return the progress of A1 to B5; WrongPieces if two stand on one point or track."""
    found = tuple(each for each in pieces if each.place != OFF)
    check_alone(found)
    progress = [HOME] * len(NAMES)
    for each in found:
        piece, come = WAYS[each]
        if progress[piece] != HOME:
            raise WrongPieces(ONE_TRACK, colour=SEATS[piece // TRACKS].colour, place=each.place)
        progress[piece] = come
    return tuple(progress)
