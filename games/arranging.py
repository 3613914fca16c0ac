"""Pieces that were found on the real board, taken over into a state of any game.

>>> import games
>>> from games.actions import Step, carry_out
>>> from games.equipment import Piece
>>> state = games.load("squadro").start()
>>> white = Piece(0, "piece", "d1", "north")
>>> found = carry_out(state.pieces(), [Step("move", white, "d1", "d4")])
>>> str(rearrange(state, found))
'0 0,0,3,0,0/0,0,0,0,0'
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from games.core import GAME_OVER, State
from games.equipment import PLACES_BESIDE, Identity, Piece, identity, listed
from games.message import WrongPieces, msg

NEVER_THERE = msg("a {colour} piece can never be there: {place}")
NEVER_SO = msg("a {colour} piece cannot point or be marked like that: {place}")
NO_SEAT = msg("nobody plays these pieces: {place}")
OTHER_COUNT = msg("{colour} has {count} pieces in all, not {given}")
OTHER_KINDS = msg("{colour} has {count} of that kind in all, not {given}: {kind}")
NEUTRAL_NEVER_THERE = msg("this neutral piece can never be there: {place}")
NEUTRAL_COUNT = msg("there are {count} neutral pieces of that kind, not {given}: {kind}")
CROWDED = msg("only one piece can stand on a point: {place}")
WOULD_END = msg("with these pieces the game would be over")

AnyState = TypeVar("AnyState", bound=State)


def rearrange(state: AnyState, pieces: Iterable[Piece]) -> AnyState:
    """Return ``state`` with ``pieces`` standing instead: the board is right, not the program.

    ``pieces`` are all pieces of the game, as :meth:`State.pieces` lists them, those beside the
    board too. :meth:`Game.standings` gives the ways in which one may stand. Turn and throws stay
    as they are. What only the history tells (turns counted, positions that might come back) starts
    again, as after :meth:`Game.state`. Pieces that stand as they do already change nothing.

    Raise WrongPieces if they cannot stand so, if the game is over, or if it would be over with
    them.
    """
    given = gathered(pieces)
    if given == state.pieces():
        return state
    check_set(state, given)
    found = state.with_pieces(given)
    if found.is_terminal:
        raise WrongPieces(WOULD_END)
    return found


def gathered(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return ``pieces`` as :meth:`State.pieces` lists them: equal ones together, sorted."""
    counts: Counter[Identity] = Counter()
    for piece in pieces:
        counts[identity(piece)] += piece.count
    return listed(counts)


def check_set(state: State, pieces: tuple[Piece, ...]) -> None:
    """Raise WrongPieces unless ``pieces`` may be at their places and are those of ``state``."""
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
    if piece.seat is not None and piece.seat not in range(len(state.game.seats)):
        raise WrongPieces(NO_SEAT, place=piece.place)
    if piece.seat is None and not _has_neutral(state):
        raise WrongPieces(NEUTRAL_NEVER_THERE, place=piece.place)
    known = state.game.standings(piece, piece.place)
    if replace(piece, count=1) in known:
        return
    if piece.seat is None:
        raise WrongPieces(NEUTRAL_NEVER_THERE, place=piece.place)
    colour = state.game.seats[piece.seat].colour
    raise WrongPieces(NEVER_SO if known else NEVER_THERE, colour=colour, place=piece.place)


def _has_neutral(state: State) -> bool:
    return any(piece.seat is None for piece in state.pieces())


def _check_counts(state: State, pieces: tuple[Piece, ...]) -> None:
    """Check that no piece was added or is missing, first by seat, then by kind."""
    owned, found = _kinds(state, state.pieces()), _kinds(state, pieces)
    for seat in state.game.seats:
        count, given = owned[seat.index].total(), found[seat.index].total()
        if count != given:
            raise WrongPieces(OTHER_COUNT, colour=seat.colour, count=count, given=given)
    for seat in state.game.seats:
        for kind, count in owned[seat.index].items():
            given = found[seat.index][kind]
            if count != given:
                colour = seat.colour
                raise WrongPieces(OTHER_KINDS, colour=colour, count=count, given=given, kind=kind)
    for kind in owned[None] | found[None]:
        count, given = owned[None][kind], found[None][kind]
        if count != given:
            raise WrongPieces(NEUTRAL_COUNT, count=count, given=given, kind=kind)


def _kinds(state: State, pieces: Iterable[Piece]) -> Mapping[int | None, Counter[str]]:
    """Return how many pieces of each kind every set has, whoever holds them; None is neutral."""
    counts: dict[int | None, Counter[str]] = {seat.index: Counter() for seat in state.game.seats}
    counts[None] = Counter()
    for piece in pieces:
        counts[state.game.owner(piece)][piece.kind] += piece.count
    return counts
