"""Short words for tests of a game: play actions by their text, list the legal moves."""

from typing import TypeVar

from games.core import State

AnyState = TypeVar("AnyState", bound=State)


def play(state: AnyState, *actions: str) -> AnyState:
    """The state after ``actions``, each as the game writes it."""
    for action in actions:
        state = state.apply(state.parse(action))
    return state


def moves(state: State) -> list[str]:
    """The legal moves as text, in their order."""
    return [str(move) for move in state.legal_moves()]
