"""Whole games by chance, to be played in a browser."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from firmware_host.simulator.hands import Hands
from games.actions import PASS, Action
from games.core import State

SEEDS: Final = {"squadro": 17, "thaayam": 2, "tshupu": 23, "xiangqi4": 7}
"""Seeds that make short games, in which somebody can move soon."""


class Act(NamedTuple):
    """The ``action`` with this ``number``, from 0, in the state ``before``."""

    number: int
    before: State
    action: Action


def is_forced(before: State, action: Action) -> bool:
    """Return whether ``action`` is a pass because there is nothing else: hands do it themselves."""
    return action == PASS and len(before.legal_moves()) == 1


def course(start: State, most: int | None = None) -> Iterator[Act]:
    """Return a game by chance from ``start``, in which who can capture does.

    After the ``most`` actions it stops, if it has not ended before.
    """
    return islice(_course(start), most)


def throw_until_a_choice(hands: Hands) -> None:
    """Throw by chance until somebody has to choose: some throws only let one throw again."""
    rng = random.Random(1)
    while hands.state.is_chance:
        hands.throw(str(rng.choice(hands.state.chance_outcomes())[0]))
        hands.look_up()


def _course(state: State) -> Iterator[Act]:
    rng, number = random.Random(SEEDS.get(state.game.name, 0)), 0
    while not state.is_terminal:
        action = _chosen(state, rng)
        yield Act(number, state, action)
        number, state = number + 1, state.apply(action)


def _chosen(state: State, rng: random.Random) -> Action:
    if state.is_chance:
        return rng.choice(state.chance_outcomes())[0]
    return max(state.legal_moves(), key=lambda move: 3 * len(move.captures) + 4 * rng.random())
