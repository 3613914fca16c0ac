"""Positions of real games that show something, from the playthroughs that are kept."""

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
    """The positions of the playthroughs that are kept of ``game``, from beginning to end."""
    played = (text for name, text in files().items() if name == f"{game}.txt")
    return tuple(moment.state for text in played for moment in replay(read(text), games))


def first(game: str, wanted: Callable[[State], object]) -> State | None:
    """The first position of ``game`` that is ``wanted``; None if no playthrough comes to one."""
    return next(filter(wanted, states(game)), None)


def _telling_move(state: State) -> Move | None:
    """The move that shows most: of those that capture the one of most acts."""
    moves = [move for move in state.legal_moves() if move.captures and len(move.choices) > 1]
    return max(moves, key=lambda move: len(move.steps), default=None)


def choice(game: str) -> State:
    """A position in which there is something to choose, best with a capture."""
    state = first(game, _telling_move) or first(game, lambda state: len(state.legal_moves()) > 2)
    assert state is not None
    return state


def shown_move(state: State) -> Move:
    """The move of ``state`` that a picture should show."""
    return _telling_move(state) or state.legal_moves()[0]


def likeliest(state: State) -> Throw:
    """The throw that comes up most often in ``state``."""
    return max(state.chance_outcomes(), key=lambda outcome: outcome[1])[0]
