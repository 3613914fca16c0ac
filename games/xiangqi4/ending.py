"""When the game is over: the last army, the last general of a side, and three kinds of draw."""

from dataclasses import dataclass

from games.core import Outcome
from games.xiangqi4.board import SEATS

OCCURRENCES, QUIET_LIMIT, TURN_LIMIT = 3, 200, 2000
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
        return Outcome(alive, "last") if len(alive) <= 1 else None
    generals = [sum(seat % 2 == side for seat in alive) for side in SIDES]
    needed = 2 if rules.ends_first else 1
    winners = [side for side in SIDES if generals[side] >= needed > generals[1 - side]]
    return Outcome(tuple(s for s in SEATS if s % 2 == winners[0]), "generals") if winners else None


def drawn(rules: Rules, living: int, reason: str) -> Outcome:
    """A draw: in teams all share it, else those who live."""
    return Outcome(tuple(SEATS) if rules.teams else living_seats(living), reason, is_draw=True)


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
