"""A line of play: a position from which a search makes moves and takes them back.

A game may have a faster line of its own on plainer data than its states; the one here works for
every game, through the grammar.
"""

from collections.abc import Hashable
from typing import Protocol, TypeVar

from games.actions import Move
from games.core import State

Code = TypeVar("Code", bound=Hashable)

Priced = tuple[int, Code]
"""How much a move improves the balance of the side that makes it, and the move."""

WON = 1_000_000
"""More than any balance of a game that goes on; a game that is won sooner counts more."""


class SearchLine(Protocol[Code]):
    """A position with the moves that led to it since the search began.

    ``is_ours`` tells whether our side is to act, ``balance`` how well it stands, in units of the
    game's own, and WON less the moves made when it has won. Nobody plays on from where the line
    ``is_over``: the game has ended, or chance comes.
    """

    @property
    def is_ours(self) -> bool: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def balance(self) -> int: ...

    def moves(self) -> list[Priced[Code]]:
        """Return what the seat to act can play, at least one move."""
        ...

    def captures(self, least: int) -> list[Priced[Code]]:
        """Return the moves that capture and gain more than ``least``."""
        ...

    def quiet(self, least: int) -> list[Priced[Code]]:
        """Return the moves that do not capture and gain more than ``least``."""
        ...

    def make(self, code: Code) -> None:
        """Play the move ``code``."""
        ...

    def unmake(self) -> None:
        """Take the last move back."""
        ...


class StateLine:
    """The line that begins with ``state``; our side is that of ``seat``."""

    UNITS = 10_000
    """How many units of balance the value 1 of :meth:`State.evaluate` is."""

    def __init__(self, state: State, seat: int) -> None:
        self._states = [state]
        self._seat = seat
        self._team = state.game.seats[seat].team

    @property
    def is_ours(self) -> bool:
        turn = self._states[-1].turn
        return turn is not None and self._states[-1].game.seats[turn].team == self._team

    @property
    def is_over(self) -> bool:
        return self._states[-1].is_terminal or self._states[-1].is_chance

    @property
    def balance(self) -> int:
        return self._balance(self._states[-1])

    def moves(self) -> list[Priced[Move]]:
        state, before, sign = self._states[-1], self.balance, 1 if self.is_ours else -1
        return [
            (sign * (self._balance(state.apply(move)) - before), move)
            for move in state.legal_moves()
        ]

    def captures(self, least: int) -> list[Priced[Move]]:
        return [(gain, move) for gain, move in self.moves() if move.captures and gain > least]

    def quiet(self, least: int) -> list[Priced[Move]]:
        return [(gain, move) for gain, move in self.moves() if gain > least and not move.captures]

    def make(self, code: Move) -> None:
        self._states.append(self._states[-1].apply(code))

    def unmake(self) -> None:
        self._states.pop()

    def _balance(self, state: State) -> int:
        outcome = state.outcome()
        if outcome is None:
            return round(state.evaluate(self._seat) * self.UNITS)
        return round(outcome.score(self._seat) * (WON - len(self._states)))
