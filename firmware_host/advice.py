"""What the table advises: the move that a simple player would choose, and why."""

import random
from collections.abc import Collection
from typing import NamedTuple

from firmware_host.label import Label
from games import players
from games.actions import Move
from games.core import State

ADVISER = "greedy"


class Advice(NamedTuple):
    """A ``move`` and what speaks for it."""

    move: Move
    reason: Label


def advice(state: State, moves: Collection[Move]) -> Advice:
    """What to play in ``state`` of the legal ``moves``; asked again, the same is said.

    >>> import games
    >>> state = games.load("squadro").state("0 2,12,3,3,7/1,2,2,7,11")
    >>> found = advice(state, state.legal_moves())
    >>> str(found.move), found.reason.text, found.reason.facts
    ('A5:7-9xB4', 'takes {count}', (('count', 1),))
    """
    ranked = players.load(ADVISER).ranked(state, random.Random(0))
    move = next(move for move in ranked if move in moves)
    reason = players.why(state, move)
    return Advice(move, Label.of(reason.text, **reason.facts))
