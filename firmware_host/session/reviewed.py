"""What is known of a review, and what it found for those who look at the game elsewhere."""

from collections.abc import Sequence
from itertools import takewhile
from typing import ClassVar

from firmware_host.base.facts import Fact, Lasting
from firmware_host.remote.reviewed import SharedReview, SharedSums, SharedTurn
from firmware_host.session import names
from games.message import Message
from games.review.accounts import Assessed, Review, ReviewPoint
from games.review.turning import TurningPoint, every_turn, turning_points


class KnownReview(Fact, frozen=True):
    """What was ``found`` of the first of the ``points`` of a game before its review was left."""

    lasting: ClassVar[Lasting] = "game"
    points: tuple[ReviewPoint, ...] = ()
    found: tuple[Assessed, ...] = ()

    def of(self, points: Sequence[ReviewPoint]) -> tuple[Assessed, ...]:
        """Return what is known of the first of ``points``, those of a game that has gone on."""
        pairs = zip(points, self.points, self.found, strict=False)
        same = takewhile(lambda each: each[0] == each[1], pairs)
        return tuple(found for _, _, found in same)


def told(turn: TurningPoint) -> tuple[Message, ...]:
    """Return what happened in ``turn``, its moves by the squares that stand on the board."""
    if not turn.best:
        return turn.sentences()
    pieces = turn.state.pieces()
    ways = {str(each): names.path(each.choices, pieces) for each in turn.state.legal_moves()}
    if ways.get(turn.best) == ways.get(turn.move):
        return turn.sentences()
    return turn.sentences(lambda move: ways.get(move, move))


def shared(done: Review, points: Sequence[ReviewPoint]) -> SharedReview:
    """Return the review that is ``done`` of ``points`` for those who look at it elsewhere."""
    scores = tuple(tuple(map(_per_mille, shares)) for shares in done.scores)
    places = {id(point.state): number for number, point in reversed([*enumerate(points)])}
    most = turning_points(done)
    turns = (_shared_turn(each, places[id(each.state)], most) for each in every_turn(done))
    sums = (_shared_sums(done, seat) for seat in range(len(done.start)))
    return SharedReview(scores, tuple(sums), tuple(turns))


def _shared_turn(turn: TurningPoint, after: int, most: Sequence[TurningPoint]) -> SharedTurn:
    return SharedTurn(
        turn.turn,
        turn.seat,
        after,
        _per_mille(turn.luck),
        _per_mille(turn.error),
        _per_mille(turn.score),
        names.join(told(turn), between=" "),
        turn in most,
        _better(turn) if turn in most else (),
    )


def _better(turn: TurningPoint) -> tuple[tuple[str, ...], ...]:
    """Return the squares from which and to which the pieces of the better move go."""
    moves = turn.state.legal_moves() if turn.best else ()
    best = next((move for move in moves if str(move) == turn.best), None)
    squares = {point.name for point in turn.state.game.board.points}
    parts = () if best is None else names.split_by_piece(best.choices)
    return tuple(tuple(each.value for each in part if each.value in squares) for part in parts)


def _shared_sums(done: Review, seat: int) -> SharedSums:
    sums = done.sums(seat)
    parts = done.start[seat], sums.luck, sums.skill + sums.aside, done.result[seat]
    return SharedSums(*(100 * part for part in parts))


def _per_mille(part: float) -> int:
    return round(1000 * part)
