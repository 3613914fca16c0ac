"""Positions of T'shu-p'u for its tests, and the way through them."""

import random
from collections.abc import Iterator
from itertools import product

from games.core import random_action
from games.options import OptionValue
from games.tshupu.game import Tshupu, TshupuPosition
from games.tshupu.rules import OPTIONS

START = "0 throw 1,1,1,1/1,1,1,1/1,1,1,1/1,1,1,1 -"
LATE = "3 throw 33,32,8,3/32,31,30,30/32,32,30,30/32,30,23,20 -"
AWAY = "0,0,0,0/0,0,0,0/0,0,0,0"
# a throw that may be repeated wraps the game: tests/games/test_repeats.py looks at that
VALUES = [[value for value in option.values if value != "repeat"] for option in OPTIONS]
EVERY_VARIANT = [
    dict(zip([option.name for option in OPTIONS], chosen, strict=True))
    for chosen in product(*VALUES)
]


def at(text: str, **options: OptionValue) -> TshupuPosition:
    return Tshupu(**options).state(text)


def south(pieces: str, throw: str, others: str = AWAY, **options: OptionValue) -> TshupuPosition:
    """Yellow, with ``pieces``, is to move ``throw``; ``others`` are green, black and red."""
    return at(f"0 move {pieces}/{others} {throw}", **options)


def played(game: Tshupu, seed: int) -> Iterator[TshupuPosition]:
    """Every state of one random game before its end."""
    rng, state = random.Random(seed), game.start()
    while not state.is_terminal:
        yield state
        state = state.apply(random_action(state, rng))
