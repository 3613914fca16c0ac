"""Pieces that were found on the real board, read as a battle."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from games.arranging import check_alone
from games.equipment import OFF, RESERVE, Piece
from games.errors import WrongPieces
from games.message import msg
from games.xiangqi4.battle import Battle, pick_first
from games.xiangqi4.moves import beside, standing, won
from games.xiangqi4.rules import (
    ADVISOR,
    BADGES,
    CAMPS,
    COLOUR_LETTERS,
    COLOURS,
    ELEPHANT,
    GENERAL,
    INDEX,
    NOBODY,
    PALACES,
    SEATS,
    SOLDIER,
    VETERAN,
    WORDS,
    piece_of,
)
from games.xiangqi4.spoils import SPOILS

NO_GENERAL = msg("{colour}'s general must be on the board")
IS_OUT = msg("{colour} is out and can have no piece on the board or in reserve")
DRAWN_FOR = msg("pieces that lots are drawn for stay in reserve")


def owner(piece: Piece) -> int:
    """Return the seat whose army ``piece`` is of, which in reserve its letter tells."""
    is_won = piece.place == RESERVE and piece.badge
    return COLOUR_LETTERS.find(piece.badge) if is_won else piece.holder


def standings(piece: Piece, place: str) -> tuple[Piece, ...]:
    """Return the ways in which ``piece`` may be at ``place``, as it is or is held now first.

    A soldier that has left its camp is a veteran, in its camp it may be either; what crosses
    rivers may be in reserve with any other seat.
    """
    army = owner(piece)
    if piece.kind not in WORDS or army == NOBODY:
        return ()
    kind = WORDS.index(piece.kind)
    if place == OFF:
        return (beside(army, kind, OFF),)
    ways = _held(piece, army, kind) if place == RESERVE else _on_board(army, kind, place)
    return tuple(sorted(ways, key=lambda way: (way.seat, way.badge) != (piece.seat, piece.badge)))


def _held(piece: Piece, army: int, kind: int) -> Iterator[Piece]:
    if kind not in SPOILS:
        return
    if piece.place == RESERVE and not piece.badge:
        yield beside(army, kind, RESERVE)
    yield from (won(seat, kind, army) for seat in SEATS if seat != army)


def _on_board(army: int, kind: int, place: str) -> Iterator[Piece]:
    point = INDEX.get(place)
    if point is None:
        return
    if kind == SOLDIER:
        yield standing(piece_of(army, VETERAN), point)
    ground = {GENERAL: PALACES, ADVISOR: PALACES, ELEPHANT: CAMPS, SOLDIER: CAMPS}.get(kind)
    if ground is None or point in ground[army]:
        yield standing(piece_of(army, kind), point)


def rearranged(battle: Battle, pieces: tuple[Piece, ...]) -> Battle:
    """Return ``battle`` with ``pieces`` instead of its own; WrongPieces if they do not fit it.

    Who is out stays out, who lives keeps a general, and lots stay as they are. The seat to act is
    judged as at the beginning of any turn: without a legal move it goes out, and its army with it.
    """
    check_alone(pieces)
    after = Battle(battle.movement, battle.rules)
    on_board = [piece for piece in pieces if piece.place in INDEX]
    after.set_up({INDEX[piece.place]: _number(piece) for piece in on_board})
    after.reserves = {
        (piece.holder, WORDS.index(piece.kind), owner(piece)): piece.count for piece in _won(pieces)
    }
    after.turn, after.lots, after.clock = battle.turn, battle.lots, battle.clock
    _check_living(battle, after)
    _check_lots(after, pieces)
    if not after.lots:
        after.settle(cast("int", battle.turn) - 1, pick_first)
    return after


def _number(piece: Piece) -> int:
    is_veteran = piece.badge == BADGES[VETERAN]
    return piece_of(piece.holder, VETERAN if is_veteran else WORDS.index(piece.kind))


def _won(pieces: Iterable[Piece]) -> Iterator[Piece]:
    return (piece for piece in pieces if piece.place == RESERVE and piece.badge)


def _check_living(before: Battle, after: Battle) -> None:
    holders = {holder for holder, _, _ in after.reserves}
    for seat in SEATS:
        if before.is_living(seat) and not after.is_living(seat):
            raise WrongPieces(NO_GENERAL, colour=COLOURS[seat])
        if not before.is_living(seat) and (after.armies[seat] or seat in holders):
            raise WrongPieces(IS_OUT, colour=COLOURS[seat])


def _check_lots(battle: Battle, pieces: Iterable[Piece]) -> None:
    drawn_for = Counter((lot.origin, WORDS[lot.kind]) for lot in battle.lots)
    found: Counter[tuple[int, str]] = Counter()
    for piece in pieces:
        if piece.place == RESERVE and not piece.badge:
            found[piece.holder, piece.kind] += piece.count
    if found != drawn_for:
        raise WrongPieces(DRAWN_FOR)
