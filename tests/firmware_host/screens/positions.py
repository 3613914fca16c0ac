"""Find positions of real games for the pictures, in the golden playthroughs."""

from collections.abc import Callable
from functools import cache

import games
from games.actions import Move, Throw
from games.core import State
from games.record import read
from games.replay import replay
from tests.games.golden.playthrough import files


@cache
def states(game: str) -> tuple[State, ...]:
    """Return the positions of the golden playthroughs of ``game``, from beginning to end."""
    played = (text for name, text in files().items() if name == f"{game}.txt")
    return tuple(moment.state for text in played for moment in replay(read(text), games))


def first(game: str, wanted: Callable[[State], object]) -> State | None:
    """Return the first position of ``game`` that is ``wanted``; None if no playthrough has one."""
    return next(filter(wanted, states(game)), None)


def _longest_capture(state: State) -> Move | None:
    """Return the capture with the most hand steps, as it shows most; None without a capture."""
    moves = [move for move in state.legal_moves() if move.captures and len(move.choices) > 1]
    return max(moves, key=lambda move: len(move.steps), default=None)


def choice(game: str) -> State:
    """Return a position in which a move is chosen, if possible with a capture, else of many."""
    most = max(states(game), key=lambda state: min(3, len(state.legal_moves())))
    return first(game, _longest_capture) or most


def shown_move(state: State) -> Move:
    """Return the move of ``state`` that a picture should show."""
    return _longest_capture(state) or state.legal_moves()[0]


def likeliest(state: State) -> Throw:
    """Return the most probable throw in ``state``."""
    return max(state.chance_outcomes(), key=lambda outcome: outcome[1])[0]
