"""Short words for tests of a game: play actions by text or by chance, list the legal moves."""

import random
from typing import TypeVar

from games.actions import Action
from games.core import State, random_action

AnyState = TypeVar("AnyState", bound=State)


def play(state: AnyState, *actions: str) -> AnyState:
    """The state after ``actions``, each as the game writes it."""
    for action in actions:
        state = state.apply(state.parse(action))
    return state


def moves(state: State) -> list[str]:
    """The legal moves as text, in their order."""
    return [str(move) for move in state.legal_moves()]


def play_at_random(
    start: State, rng: random.Random, most: int | None = None
) -> tuple[list[State], list[Action]]:
    """The states and actions of a random game from ``start``, ended after ``most`` actions."""
    states, actions = [start], list[Action]()
    while not states[-1].is_terminal and len(actions) != most:
        actions.append(random_action(states[-1], rng))
        states.append(states[-1].apply(actions[-1]))
    return states, actions
