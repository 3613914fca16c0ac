"""The levels at which the machine plays, each stronger than the one before in every game."""

import re
from dataclasses import dataclass
from typing import Final

from games.message import msg
from games.players.fallible import Fallible, Following
from games.players.player import Player
from games.players.searcher import Searcher


@dataclass(frozen=True, slots=True)
class Level:
    """A level by ``name``, with the ``title`` that people choose and the player at this level.

    ``manner`` tells in a sentence how it plays.
    """

    name: str
    title: str
    manner: str
    player: Player


LEVELS: Final = (
    Level(
        "first",
        msg("First game"),
        msg("Like somebody who has just learned the rules: makes many mistakes."),
        Fallible(0.0),
    ),
    Level(
        "beginner",
        msg("Beginner"),
        msg("Sees what it can gain at once, and often overlooks danger."),
        Fallible(0.25),
    ),
    Level(
        "friend",
        msg("Friend"),
        msg("Makes a mistake now and then, seldom a big one."),
        Fallible(0.5),
    ),
    Level(
        "expert",
        msg("Expert"),
        msg("Plays well, and seldom overlooks anything."),
        Fallible(0.75),
    ),
    Level("champion", msg("Champion"), msg("Thinks ahead before every move."), Searcher()),
)
"""The weakest first; docs/players-machine.md says how much stronger each is."""

ADAPTIVE: Final = Level(
    "adaptive",
    msg("Like you"),
    msg("Plays about as well as you do: stronger after you win, weaker after you lose."),
    Following(0.25),
)
"""What people choose whom the level shall follow; it begins like a beginner."""

_STRENGTH: Final = re.compile(rf"{ADAPTIVE.name}-(\d\d?|100)")


def adaptive_name(strength: float) -> str:
    """Return the name of the player that begins a game with ``strength``, from 0 to 1.

    >>> adaptive_name(0.375)
    'adaptive-38'
    """
    return f"{ADAPTIVE.name}-{round(100 * min(1.0, max(0.0, strength)))}"


def adaptive_strength(name: str) -> float | None:
    """Return the strength of the player called ``name``; None if it does not follow anybody.

    >>> adaptive_strength("adaptive-38"), adaptive_strength("adaptive"), adaptive_strength("friend")
    (0.38, 0.25, None)
    """
    found = _STRENGTH.fullmatch(name)
    if found:
        return int(found[1]) / 100
    return 0.25 if name == ADAPTIVE.name else None
