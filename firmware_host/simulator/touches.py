"""How hands make a move: the touches of its pieces, in one of the orders that people use.

Rules list hand steps one after the other. People lift the moving piece before or after they remove
the captured one, put one piece beside another first, use both hands, or carry a piece through two
steps without putting it down.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Literal

from msgspec import Struct, structs

from games.actions import Step
from games.equipment import PLACES_BESIDE, Piece

TAKEN_LAST = 0.25
"""How often a captured piece is removed after the other piece was put beside it."""

ALL_THE_WAY = 0.5
"""How often a piece that moves twice is not put down in between."""

HANDS = 2


class PieceTouch(Struct, frozen=True):
    """A piece is lifted from its place, or put down there as ``piece``.

    ``act`` is the number of the hand step. ``held`` is the piece as it was lifted, and ``origin``
    the place where that was; ``takes_off`` marks the lift of a piece that leaves the board.
    """

    verb: Literal["lift", "put"]
    piece: Piece
    held: Piece
    act: int
    takes_off: bool = False

    @property
    def place(self) -> str:
        """Where the piece is lifted or put down."""
        return self.piece.place

    @property
    def origin(self) -> str:
        """Where the piece was lifted."""
        return self.held.place


def natural_order(steps: Sequence[Step], rng: random.Random) -> tuple[PieceTouch, ...]:
    """Return the touches that carry out ``steps``, in an order that ``rng`` chooses.

    >>> stone, other = Piece(0, "stone", "a1"), Piece(1, "stone", "b1")
    >>> steps = [Step("take_off", other, "b1", "off"), Step("move", stone, "a1", "b1")]
    >>> [f"{touch.verb} {touch.place}" for touch in natural_order(steps, random.Random(3))]
    ['lift a1', 'lift b1', 'put off', 'put b1']
    """
    touches = tuple(_touches(steps))
    if rng.random() < ALL_THE_WAY:
        touches = _carried_through(touches)
    before = _constraints(touches, rng)
    ordered: list[PieceTouch] = []
    while len(ordered) < len(touches):
        ready = [
            touch for touch in touches if touch not in ordered and before[touch] <= set(ordered)
        ]
        ordered.append(rng.choice(_within_two_hands(ready, ordered)))
    return tuple(ordered)


def _touches(steps: Iterable[Step]) -> Iterator[PieceTouch]:
    act = 0
    for step in steps:
        before = replace(step.piece, place=step.origin, count=1)
        for _ in range(step.piece.count):
            yield PieceTouch("lift", before, before, act, takes_off=step.verb == "take_off")
            yield PieceTouch("put", replace(step.result, count=1), before, act)
            act += 1


def _carried_through(touches: tuple[PieceTouch, ...]) -> tuple[PieceTouch, ...]:
    """Return ``touches`` without putting down pieces that are lifted again later."""
    for put, lift in product(touches, touches):
        if _continues(put, lift):
            joined = (
                structs.replace(touch, act=put.act, held=put.held)
                if touch.act == lift.act
                else touch
                for touch in touches
                if touch not in (put, lift)
            )
            return _carried_through(tuple(joined))
    return touches


def _continues(put: PieceTouch, lift: PieceTouch) -> bool:
    is_again = (put.verb, lift.verb) == ("put", "lift") and put.act < lift.act
    return is_again and put.piece == lift.piece


def _constraints(
    touches: Sequence[PieceTouch], rng: random.Random
) -> dict[PieceTouch, set[PieceTouch]]:
    """Return the touches that must come before each touch."""
    before: dict[PieceTouch, set[PieceTouch]] = {touch: set() for touch in touches}
    lifts = [touch for touch in touches if touch.verb == "lift"]
    puts = [touch for touch in touches if touch.verb == "put"]
    taken_last = {lift for lift in lifts if lift.takes_off and rng.random() < TAKEN_LAST}
    for put, lift in product(puts, lifts):
        match _is_put_first(put, lift, lift in taken_last):
            case True:
                before[lift].add(put)
            case False:
                before[put].add(lift)
    return before


def _is_put_first(put: PieceTouch, lift: PieceTouch, is_taken_last: bool) -> bool | None:
    """Return whether ``put`` must come before ``lift``; None if both orders are possible."""
    if put.act == lift.act:
        return False
    if put.place != lift.place:
        return None
    if put.piece == lift.piece:
        return True if put.act < lift.act else None
    if put.place in PLACES_BESIDE:
        return None
    return put.act < lift.act or is_taken_last


def _within_two_hands(ready: list[PieceTouch], done: Sequence[PieceTouch]) -> list[PieceTouch]:
    held = sum(1 if touch.verb == "lift" else -1 for touch in done)
    puts = [touch for touch in ready if touch.verb == "put"]
    return puts if puts and held >= HANDS else ready
