"""What befalls a piece on its way: it is slid, it knocks over another, it is put down wrong.

Every mishap ends with the piece in the hand again, over the point where it belongs.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from firmware_host.sensing.fields import Fields
from firmware_host.simulator.touches import Touch
from firmware_host.simulator.world import World
from games.equipment import PLACES_BESIDE, Board

Seconds = tuple[float, float]
"""The least and the most."""

SLIDING: Seconds = (0.02, 0.25)
"""Over each point that a piece is slid across."""

NOTICING: Seconds = (0.3, 4.0)
"""Until people see that a piece has fallen over or stands wrong."""

AT_ONCE: Seconds = (0.1, 0.4)
"""Until they see it where the piece would stand right by the rules, which they mean to follow."""

LYING: Seconds = (0.5, 8.0)
"""For which a piece lies between two points."""


class Someone(Protocol):
    """The hands that a mishap befalls: in a world, with chance of their own."""

    world: World
    rng: random.Random


class Mishaps:
    """Mishaps that befall a piece at such a ``rate`` (0 to 1), counted in :attr:`befallen`."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self.befallen: Counter[str] = Counter()

    def __call__(self, hands: Someone, put: Touch) -> None:
        """Let something happen, perhaps, before ``put``."""
        if put.place not in PLACES_BESIDE and hands.rng.random() < self._rate:
            kind = hands.rng.choice(tuple(KINDS))
            self.befallen[kind] += KINDS[kind](hands, put)


def slide(hands: Someone, put: Touch) -> bool:
    """Slide the piece over the empty points on its way; False if there are none."""
    free = [name for name in _way(_board(hands), put) if _is_free(hands, name)]
    for name in free:
        _lay(hands, put, (name,), SLIDING)
        _wait(hands, SLIDING)
    return bool(free)


def bump(hands: Someone, put: Touch) -> bool:
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


def misplace(hands: Someone, put: Touch) -> bool:
    """Put the piece beside its point and take it up again; False if nothing is free there."""
    free = [name for name in _beside(hands, put) if _is_free(hands, name)]
    free = [name for name in free if name != put.origin]
    if not free:
        return False
    wrong = hands.rng.choice(free)
    _lay(hands, put, (wrong,), AT_ONCE if wrong in _legal_ends(hands) else NOTICING)
    return True


def put_between(hands: Someone, put: Touch) -> bool:
    """Put the piece where no sensor sees it, and then right."""
    _lay(hands, put, (), LYING)
    return True


def put_across(hands: Someone, put: Touch) -> bool:
    """Put the piece where two sensors see it; False if there is no such place."""
    free = [name for name in _beside(hands, put) if _is_free(hands, name)]
    if not free or not _is_free(hands, put.place):
        return False
    _lay(hands, put, (put.place, hands.rng.choice(free)), LYING)
    return True


KINDS: Mapping[str, Callable[[Someone, Touch], bool]] = {
    "slid": slide,
    "bumped": bump,
    "wrong point": misplace,
    "seen by none": put_between,
    "seen by both": put_across,
}


def _board(hands: Someone) -> Board:
    return hands.world.app.table.game.playing.game.board


def _is_free(hands: Someone, name: str) -> bool:
    return name not in hands.world.board.occupied


def _beside(hands: Someone, put: Touch) -> list[str]:
    return neighbours(_board(hands), put.place)


def neighbours(board: Board, place: str) -> list[str]:
    """The points of ``board`` that lie beside the point ``place``."""
    fields = Fields(board)
    names = (point.name for point in board.points)
    return [name for name in names if fields.are_neighbours(name, place)]


def _way(board: Board, put: Touch) -> Iterator[str]:
    """The points on the straight way from where the piece was lifted."""
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


def _legal_ends(hands: Someone) -> set[str]:
    moves = hands.world.app.table.game.playing.state.legal_moves()
    return {step.target for move in moves for step in move.steps}


def _lay(hands: Someone, put: Touch, seen_at: tuple[str, ...], seconds: Seconds) -> None:
    hands.world.board.lay(put.held, seen_at)
    _wait(hands, seconds)
    hands.world.board.take_up()


def _wait(hands: Someone, seconds: Seconds) -> None:
    hands.world.run_for(hands.rng.uniform(*seconds))
