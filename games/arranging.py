"""Pieces that are found on the real board: whether they can stand so, whatever the game.

>>> import games
>>> from games.actions import Step
>>> from games.equipment import OFF, Piece
>>> from games.steps import carry_out
>>> state = games.load("squadro").start()
>>> white = Piece(0, "piece", "d1", "north")
>>> found = carry_out(state.pieces(), [Step("move", white, "d1", "d4")])
>>> str(state.rearranged(found))
'0 0,0,3,0,0/0,0,0,0,0'
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from games.core import GAME_OVER, State
from games.equipment import PLACES_BESIDE, Identity, Piece, identity, listed
from games.errors import WrongPieces
from games.message import msg

NEVER_THERE = msg("a piece of {colour} can never be there: {place}")
NEVER_SO = msg("the piece of {colour} cannot point or be marked like that: {place}")
NO_SEAT = msg("nobody plays these pieces: {place}")
OTHER_COUNT = msg("{colour} has {count} pieces in all, not {given}")
OTHER_KINDS = msg("{colour} has {count} of that kind in all, not {given}: {kind}")
CROWDED = msg("only one piece stands on a point: {place}")
WOULD_END = msg("with these pieces the game would be over")


def gathered(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """``pieces`` as :meth:`State.pieces` lists them: alike ones together, sorted."""
    counts: Counter[Identity] = Counter()
    for piece in pieces:
        counts[identity(piece)] += piece.count
    return listed(counts)


def check_set(state: State, pieces: tuple[Piece, ...]) -> None:
    """Raise WrongPieces unless ``pieces`` may be on their places and are those of ``state``."""
    if state.is_terminal:
        raise WrongPieces(GAME_OVER)
    for piece in pieces:
        _check_place(state, piece)
    _check_counts(state, pieces)


def check_alone(pieces: Iterable[Piece]) -> None:
    """Raise WrongPieces if more than one of ``pieces`` stands on a point."""
    counts: Counter[str] = Counter()
    for piece in pieces:
        counts[piece.place] += piece.count
        if piece.place not in PLACES_BESIDE and counts[piece.place] > 1:
            raise WrongPieces(CROWDED, place=piece.place)


def _check_place(state: State, piece: Piece) -> None:
    if piece.seat not in range(len(state.game.seats)):
        raise WrongPieces(NO_SEAT, place=piece.place)
    known = state.game.standings(piece, piece.place)
    if replace(piece, count=1) not in known:
        colour = state.game.seats[piece.seat].colour
        raise WrongPieces(NEVER_SO if known else NEVER_THERE, colour=colour, place=piece.place)


def _check_counts(state: State, pieces: tuple[Piece, ...]) -> None:
    """Nothing may be added to the pieces of ``state`` or be missing, by seat, then by kind."""
    owned, found = _kinds(state, state.pieces()), _kinds(state, pieces)
    for seat in state.game.seats:
        count, given = owned[seat.index].total(), found[seat.index].total()
        if count != given:
            raise WrongPieces(OTHER_COUNT, colour=seat.colour, count=count, given=given)
    for seat in state.game.seats:
        for kind, count in owned[seat.index].items():
            given = found[seat.index][kind]
            if count != given:
                facts = {"colour": seat.colour, "count": count, "given": given, "kind": kind}
                raise WrongPieces(OTHER_KINDS, **facts)


def _kinds(state: State, pieces: Iterable[Piece]) -> list[Counter[str]]:
    """How many pieces of each kind every seat's set has, whoever holds them."""
    counts: list[Counter[str]] = [Counter() for _ in state.game.seats]
    for piece in pieces:
        counts[state.game.owner(piece)][piece.kind] += piece.count
    return counts
