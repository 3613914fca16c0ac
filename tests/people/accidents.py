"""Accidents with a piece in the hand: it is slid, it knocks over another, it is put down wrong.

Every accident ends with the piece in the hand again, over the point where it belongs.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from firmware_host.sensing.observed_board import Fields
from firmware_host.simulator.sensinghands import PieceTouch
from firmware_host.simulator.simulated_table import World
from games.equipment import PLACES_BESIDE, Board

Seconds = tuple[float, float]
"""The shortest and the longest time."""

SLIDING: Seconds = (0.02, 0.25)
"""How long a piece is over each point that it is slid across."""

NOTICING: Seconds = (0.3, 4.0)
"""How long people need to see that a piece has fallen over or stands wrong."""

AT_ONCE: Seconds = (0.1, 0.4)
"""How long they need where the rules allow the piece to stand, so that it looks like a move."""

LYING: Seconds = (0.5, 8.0)
"""How long a piece lies between two points."""


class RandomHands(Protocol):
    """Hands in a ``world``, with random numbers of their own."""

    world: World
    rng: random.Random


class Accidents:
    """Accidents that happen to pieces with probability ``rate``, counted in :attr:`happened`."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self.happened: Counter[str] = Counter()

    def __call__(self, hands: RandomHands, put: PieceTouch) -> None:
        """Let an accident happen before ``put``, or none."""
        if put.place not in PLACES_BESIDE and hands.rng.random() < self._rate:
            kind = hands.rng.choice(tuple(KINDS))
            self.happened[kind] += KINDS[kind](hands, put)


def slide(hands: RandomHands, put: PieceTouch) -> bool:
    """Slide the piece over the empty points on its way; False if there are none."""
    free = [name for name in _line(_board(hands), put) if _is_free(hands, name)]
    for name in free:
        _lay(hands, put, (name,), SLIDING)
        _wait(hands, SLIDING)
    return bool(free)


def bump(hands: RandomHands, put: PieceTouch) -> bool:
    """Knock over a neighbour and put it back; False if there is none."""
    standing = [name for name in _beside(hands, put) if not _is_free(hands, name)]
    if not standing:
        return False
    fallen = hands.rng.choice(standing)
    board = hands.world.board
    stood = board.lift(fallen)
    _wait(hands, NOTICING)
    board.put(fallen, stood)
    return True


def misplace(hands: RandomHands, put: PieceTouch) -> bool:
    """Put the piece on a point next to its own and take it up; False if none is free."""
    free = [name for name in _beside(hands, put) if _is_free(hands, name)]
    free = [name for name in free if name != put.origin]
    if not free:
        return False
    wrong = hands.rng.choice(free)
    _lay(hands, put, (wrong,), AT_ONCE if wrong in _legal_ends(hands) else NOTICING)
    return True


def put_between(hands: RandomHands, put: PieceTouch) -> bool:
    """Put the piece where no sensor sees it, and take it up again."""
    _lay(hands, put, (), LYING)
    return True


def put_across(hands: RandomHands, put: PieceTouch) -> bool:
    """Put the piece where two sensors see it; False if there is no such place."""
    free = [name for name in _beside(hands, put) if _is_free(hands, name)]
    if not free or not _is_free(hands, put.place):
        return False
    _lay(hands, put, (put.place, hands.rng.choice(free)), LYING)
    return True


KINDS: Mapping[str, Callable[[RandomHands, PieceTouch], bool]] = {
    "slid": slide,
    "bumped": bump,
    "wrong point": misplace,
    "seen by none": put_between,
    "seen by both": put_across,
}


def _board(hands: RandomHands) -> Board:
    return hands.world.app.table.game.playing.game.board


def _is_free(hands: RandomHands, name: str) -> bool:
    return name not in hands.world.board.occupied


def _beside(hands: RandomHands, put: PieceTouch) -> list[str]:
    return neighbours(_board(hands), put.place)


def neighbours(board: Board, place: str) -> list[str]:
    """Return the points of ``board`` next to the point ``place``."""
    fields = Fields(board)
    names = (point.name for point in board.points)
    return [name for name in names if fields.are_neighbours(name, place)]


def _line(board: Board, put: PieceTouch) -> Iterator[str]:
    """Yield the points on the straight line from where the piece was lifted."""
    if put.origin in PLACES_BESIDE:
        return
    at = {(point.x, point.y): point.name for point in board.points}
    begin, end = board[put.origin], board[put.place]
    right, up = end.x - begin.x, end.y - begin.y
    length = max(abs(right), abs(up))
    for step in range(1, length):
        spot = (begin.x + round(right * step / length), begin.y + round(up * step / length))
        if spot in at:
            yield at[spot]


def _legal_ends(hands: RandomHands) -> set[str]:
    moves = hands.world.app.table.game.playing.state.legal_moves()
    return {step.target for move in moves for step in move.steps}


def _lay(hands: RandomHands, put: PieceTouch, seen_at: tuple[str, ...], seconds: Seconds) -> None:
    hands.world.board.misplace(put.held, seen_at)
    _wait(hands, seconds)
    hands.world.board.lift_misplaced()


def _wait(hands: RandomHands, seconds: Seconds) -> None:
    hands.world.run_for(hands.rng.uniform(*seconds))
