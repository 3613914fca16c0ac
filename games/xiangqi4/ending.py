"""When the game is over: the last army, the last general of a side, and three kinds of draw."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core import NOBODY_WON, REPETITION, TOO_LONG, Outcome
from games.message import Message, msg
from games.xiangqi4.board import SEATS

OCCURRENCES, QUIET_LIMIT, TURN_LIMIT = 3, 200, 2000
LAST = Message.of(msg("the last one in play"))
GENERALS = Message.of(msg("no general is left to the others"))
DRAWS: Mapping[str, Message] = {
    "repetition": REPETITION,
    "clock": Message.of(msg("nothing was captured for long")),
    "limit": TOO_LONG,
    "draw": NOBODY_WON,
}
"""What people are told of a draw, by its reason."""
SIDES = (0, 1)
"""A side of two allies has the seats whose index leaves this when it is divided by two."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the options say beside the movement of the pieces.

    With ``teams`` two play against two, and ``ends_first`` ends that with the first general lost;
    ``spoils`` names the way of sharing; a seat without any move ``passes`` instead of going out.
    """

    teams: bool
    ends_first: bool
    spoils: str
    passes: bool


def living_seats(living: int) -> tuple[int, ...]:
    """The seats whose bits are set in ``living``."""
    return tuple(seat for seat in SEATS if living >> seat & 1)


def victory(rules: Rules, living: int) -> Outcome | None:
    """The outcome if the seats in ``living`` leave a winner, else None."""
    alive = living_seats(living)
    if not rules.teams:
        return Outcome(alive, "last", message=LAST) if len(alive) <= 1 else None
    generals = [sum(seat % 2 == side for seat in alive) for side in SIDES]
    needed = 2 if rules.ends_first else 1
    winners = [side for side in SIDES if generals[side] >= needed > generals[1 - side]]
    if not winners:
        return None
    seats = tuple(seat for seat in SEATS if seat % 2 == winners[0])
    return Outcome(seats, "generals", message=GENERALS)


def drawn(rules: Rules, living: int, reason: str) -> Outcome:
    """A draw: in teams all share it, else those who live."""
    seats = tuple(SEATS) if rules.teams else living_seats(living)
    return Outcome(seats, reason, is_draw=True, message=DRAWS[reason])


def reason_for_draw(occurrences: int, clock: int, turns: int) -> str:
    """Why a position is drawn, "" while it is not.

    ``occurrences`` of the position, turns on the ``clock`` and ``turns`` played are counted with
    the last turn.
    """
    reasons = (
        ("repetition", occurrences >= OCCURRENCES),
        ("clock", clock >= QUIET_LIMIT),
        ("limit", turns >= TURN_LIMIT),
    )
    return next((reason for reason, holds in reasons if holds), "")
