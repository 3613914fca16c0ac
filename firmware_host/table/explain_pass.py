"""Explains a turn in which nothing can be moved: the game's own reason, piece by piece."""

from firmware_host.session import names
from firmware_host.text.aloud import OFF
from games.core import State
from games.errors import IllegalMove
from games.message import Message, msg
from games.why_not import MUST_PASS, why_not

WHY = msg("Why?")
NOTHING_COUNTS = msg("These throws are void: they do not count, so you have nothing to play.")

Obstacle = tuple[str, IllegalMove]
"""A place where pieces of the mover stand, and why none of them can go anywhere."""


def why_stuck(state: State) -> Message:
    """Return what is in the way of each piece, one line a place."""
    lines = [
        Message.of("- {place}: {reason}", place=names.place(place), reason=names.refusal(reason))
        for place, reason in obstacles(state)
    ]
    return names.join(lines, between="\n") if lines else Message.of(NOTHING_COUNTS)


def obstacles(state: State) -> tuple[Obstacle, ...]:
    """Return what is in the way of each piece in ``state``, in which the mover can only pass.

    The result is empty where the game gives no reason for single pieces, as when no throw counts.

    >>> import games
    >>> game = games.load("thaayam", seats=2)
    >>> for place, reason in obstacles(game.state("0 move 24,0,0,0/0,0,0,0 2 - -")):
    ...     print(place, reason)
    c2 from c2 exactly 1 leads into the fortress. You threw 2.
    hand only a 1 brings a piece in. You threw 2.
    """
    own = [piece.place for piece in state.pieces() if piece.seat == state.mover]
    found: list[Obstacle] = []
    anywhere = state.game.board.points[0].name
    for place in dict.fromkeys(own):
        reason = None if place == OFF else why_not(state, place, anywhere)
        if reason is not None and reason.message.text != MUST_PASS:
            found.append((place, reason))
    return tuple(found)
