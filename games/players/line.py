"""A line of play: a position from which a search makes moves and takes them back.

A game may have a faster line of its own on plainer data than its states; the one here works for
every game, through the grammar.
"""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from games.actions import Move
from games.core import State

Code = TypeVar("Code", bound=Hashable)

WON = 1_000_000
"""More than any balance of a game that goes on; a game that is won sooner counts more."""


class SearchLine(Protocol[Code]):
    """A position with the moves that led to it since the search began.

    ``is_ours`` tells whether our side is to act, ``balance`` how well it stands, in units of the
    game's own, and WON less the moves made when it has won. Nobody plays on from where the line
    ``is_over``: the game has ended, or chance comes. No move that captures nothing gains more than
    ``most_quiet``.
    """

    @property
    def is_ours(self) -> bool: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def balance(self) -> int: ...

    @property
    def most_quiet(self) -> int: ...

    def moves(self) -> Sequence[Code]:
        """Return what the seat to act can play, at least one move."""
        ...

    def captures(self) -> Sequence[Code]:
        """Return the moves that capture."""
        ...

    def gains(self, codes: Sequence[Code]) -> list[int]:
        """Return how much each of the moves ``codes`` improves the balance of the side to act."""
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
    most_quiet = WON

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

    def moves(self) -> Sequence[Move]:
        return self._states[-1].legal_moves()

    def captures(self) -> Sequence[Move]:
        return [move for move in self.moves() if move.captures]

    def gains(self, codes: Sequence[Move]) -> list[int]:
        before, sign = self.balance, 1 if self.is_ours else -1
        return [sign * (self._balance(self._states[-1].apply(code)) - before) for code in codes]

    def make(self, code: Move) -> None:
        self._states.append(self._states[-1].apply(code))

    def unmake(self) -> None:
        self._states.pop()

    def _balance(self, state: State) -> int:
        outcome = state.outcome()
        if outcome is None:
            return round(state.evaluate(self._seat) * self.UNITS)
        return round(outcome.score(self._seat) * (WON - len(self._states)))
