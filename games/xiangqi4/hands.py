"""What stands where on a real board, and what the hands do for a move, a lot or a seat going out.

Captured pieces lie off the board in their own colour. Won ones lie in reserve: the holder's, with
the letter of the army they come from; those still to be drawn for are nobody's but that army's. A
drop puts away the won piece and puts on one of the dropper's own that is off (seed, last
sentence).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from games.actions import Step
from games.equipment import OFF, RESERVE, Piece, sorted_pieces
from games.xiangqi4.board import CAMP_OF, COLOUR_LETTERS, NAMES, SEATS, SET_UP_COUNTS
from games.xiangqi4.match import (
    FIRST_DROP,
    FROM_RESERVE,
    PASSING,
    Departure,
    Match,
    dropped,
    pick_first,
)
from games.xiangqi4.movement import TARGET
from games.xiangqi4.pieces import BADGES, KIND_OF, SEAT_OF, WORDS
from games.xiangqi4.spoils import Lot, spoil_kind
from games.xiangqi4.stepping import ORIGIN_SHIFT


@cache
def standing(piece: int, point: int) -> Piece:
    """``piece`` on its point."""
    kind = KIND_OF[piece]
    return Piece(SEAT_OF[piece], WORDS[kind], NAMES[point], badge=BADGES[kind])


def won(holder: int, kind: int, origin: int, count: int = 1) -> Piece:
    """Pieces of the army of ``origin`` in the reserve of ``holder``."""
    return Piece(holder, WORDS[kind], RESERVE, badge=COLOUR_LETTERS[origin], count=count)


def beside(seat: int, kind: int, place: str, count: int = 1) -> Piece:
    """Pieces of ``seat`` that are off, or in reserve while they are drawn for."""
    return Piece(seat, WORDS[kind], place, count=count)


def pieces(match: Match) -> tuple[Piece, ...]:
    """Everything that stands on the board or lies beside it."""
    on_board = [standing(piece, point) for point, piece in match.occupied()]
    held = [won(*key, count) for key, count in match.reserves.items()]
    drawn_for = Counter((lot.origin, lot.kind) for lot in match.lots)
    open_lots = [beside(seat, kind, RESERVE, count) for (seat, kind), count in drawn_for.items()]
    return sorted_pieces([*on_board, *held, *open_lots, *_off(match)])


def _off(match: Match) -> Iterator[Piece]:
    """What is missing of each set-up: neither on the board nor won nor drawn for."""
    kept = Counter((SEAT_OF[piece], spoil_kind(piece)) for _, piece in match.occupied())
    kept.update((lot.origin, lot.kind) for lot in match.lots)
    for (_, kind, origin), count in match.reserves.items():
        kept[origin, kind] += count
    for seat in SEATS:
        for kind, set_up in enumerate(SET_UP_COUNTS):
            if kept[seat, kind] < set_up:
                yield beside(seat, kind, OFF, set_up - kept[seat, kind])


def steps(match: Match, code: int) -> tuple[Step, ...]:
    """The acts for the move ``code``: what it captures, the move itself, who goes out by it."""
    after = match.copy()
    after.play(code, pick_first)
    leaving = [step for departure in after.departures for step in _leave(departure)]
    if code == PASSING:
        return tuple(leaving)
    own = _drop(match, code) if code >= FIRST_DROP else _move(match, code)
    return (*own, *leaving)


def lot_steps(lot: Lot, claimant: int) -> tuple[Step, ...]:
    """The act for a piece that ``claimant`` wins by lot: it goes to that reserve."""
    before = beside(lot.origin, lot.kind, RESERVE)
    return (Step("move", before, RESERVE, RESERVE, won(claimant, lot.kind, lot.origin)),)


def _move(match: Match, code: int) -> Iterator[Step]:
    origin, target = code >> ORIGIN_SHIFT, code & TARGET
    piece, captured = match.board[origin], match.board[target]
    if captured:
        yield _take_off(captured, target)
    before = standing(piece, origin)
    after = match.movement.landed(piece, target)
    becomes = standing(after, target) if after != piece else None
    yield Step("move", before, NAMES[origin], NAMES[target], becomes)


def _drop(match: Match, code: int) -> Iterator[Step]:
    seat, target = match.acting, code & TARGET
    kind, origin = (code >> ORIGIN_SHIFT) - FROM_RESERVE, CAMP_OF[target]
    yield _put_away(won(seat, kind, origin), origin)
    on_board = standing(dropped(seat, code), target)
    becomes = on_board if on_board.badge else None
    yield Step("put_on", beside(seat, kind, OFF), OFF, NAMES[target], becomes)


def _leave(departure: Departure) -> Iterator[Step]:
    for (holder, kind, origin), count in departure.reserves.items():
        yield _put_away(won(holder, kind, origin, count), origin)
    gains = [
        (kind, won(seat, kind, departure.seat))
        for (seat, kind), count in departure.shares.booked.items()
        for _ in range(count)
    ]
    gains += [(lot.kind, beside(lot.origin, lot.kind, RESERVE)) for lot in departure.shares.lots]
    for point, piece in departure.army:
        kind = spoil_kind(piece)
        gain = next((each for each in gains if each[0] == kind), None)
        if gain is None:
            yield _take_off(piece, point)
        else:
            gains.remove(gain)
            yield Step("take_off", standing(piece, point), NAMES[point], RESERVE, gain[1])


def _put_away(token: Piece, origin: int) -> Step:
    kind = WORDS.index(token.kind)
    return Step("take_off", token, RESERVE, OFF, beside(origin, kind, OFF, token.count))


def _take_off(piece: int, point: int) -> Step:
    before = standing(piece, point)
    plain = beside(before.holder, WORDS.index(before.kind), OFF) if before.badge else None
    return Step("take_off", before, before.place, OFF, plain)
