"""What screens say of sticks that fall through a tower: how they lie, and what is wrong in a lane.

>>> lot = Die((0, 1), ("dark", "white"))
>>> drawn(sticks_of([lot, lot], (1, 0)))
'■ □'
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from firmware_host.session.names import join
from games.equipment import Die
from games.message import Message, msg

SIDES = "□■"
"""The sides of a lot as they are drawn: as a panel shows dark and white."""


class Stick(NamedTuple):
    """How a stick was read: the ``side`` above as it is drawn, and what people call it."""

    side: str
    name: str


def sticks_of(dice: Sequence[Die], faces: Sequence[int]) -> tuple[Stick, ...]:
    """Return how the ``dice`` lie, lane by lane, that show ``faces``; nothing without faces.

    >>> sticks_of([Die((1, 3, 4, 6))], (6,))
    (Stick(side='6', name='6'),)
    """
    pairs = zip(dice, faces, strict=False)
    return tuple(
        Stick(SIDES[face] if len(die.faces) == len(SIDES) else str(face), die.name(face))
        for die, face in pairs
    )


def drawn(sticks: Sequence[Stick]) -> str:
    """Return the sides of ``sticks`` as they are drawn."""
    return " ".join(stick.side for stick in sticks)


LANES = msg("lanes: {sticks}")


def told(sticks: Sequence[Stick]) -> Message | None:
    """Return how ``sticks`` lie, for the ear; None without sticks."""
    if not sticks:
        return None
    return Message.of(LANES, sticks=join([Message.of(stick.name) for stick in sticks]))


Trouble = Literal["missing", "cocked", "lit", "blind", "glare", "pale", "doubtful"]


class InLane(NamedTuple):
    """What is wrong in lanes, ``brief`` for a panel, and in ``full`` with what people do next."""

    brief: str
    full: str


TROUBLES: Mapping[Trouble, InLane] = {
    "missing": InLane(
        msg("Lane {dice}: no stick. Look for it"),
        msg(
            "No stick in lane {dice}. Look whether it hangs in the chute: when it lies at the bar,"
            " the throw counts."
        ),
    ),
    "cocked": InLane(
        msg("Lane {dice}: a stick leans. Knock"),
        msg(
            "A stick leans in lane {dice}. Knock on the tower: when it lies flat, the throw counts."
        ),
    ),
    "lit": InLane(
        msg("Lane {dice} is not dark. Empty it"),
        msg("Lane {dice} should be empty and dark. Take the stick out, or keep the light off."),
    ),
    "blind": InLane(
        msg("Lane {dice} sees nothing. Wipe it"),
        msg(
            "Nothing is seen in lane {dice} again and again. Wipe its windows; if that does not"
            " help, turn its trimmer, or check its wire."
        ),
    ),
    "glare": InLane(
        msg("Lane {dice}: light shines in. Shade it"),
        msg(
            "Light shines into lane {dice}. Keep sun and lamps off the tower: the throw counts"
            " then."
        ),
    ),
    "pale": InLane(
        msg("Lane {dice}: black looks white. Trim it"),
        msg(
            "Black looks white in lane {dice}. Turn its trimmer back, or paint the stick with"
            " carbon black."
        ),
    ),
    "doubtful": InLane(
        msg("Lit before: {dice}"),
        msg(
            "Lane {dice} was not dark before the throw. `ok`: the sticks lie so, use it; `back`:"
            " throw again"
        ),
    ),
}
"""What is said of lanes with their numbers, by what the sticks do."""

FLAP_OPEN = msg("The flap is open")
DO_THEY_LIE_SO = msg("Do they lie so?")
USE_AS_READ = msg("`ok`: they lie so, use the throw; `back`: throw again; `up down`: enter it")
