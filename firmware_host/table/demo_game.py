"""Plays a game of the machine against itself, for people who look on."""

import random
from typing import Final, Self

from msgspec import Struct

from games import players
from games.actions import Action
from games.core import Game, State, random_action

PLAYER: Final = "greedy"
"""Its moves look sensible, and it chooses before anybody notices that it thinks."""

MOST_PLIES: Final = 60
"""About five minutes: long enough to see how the game goes; then another game has its turn."""


class DemoGame(Struct, frozen=True):
    """One moment of a ``game``: ``state`` was reached after ``plies``.

    ``action`` led there from ``before``; both are None at the start.
    """

    game: Game
    state: State
    before: State | None = None
    action: Action | None = None
    plies: int = 0

    @classmethod
    def begin(cls, game: Game, rng: random.Random) -> Self:
        """Begin a game; the first player is drawn by lot."""
        return cls(game, game.start(rng.randrange(len(game.seats))))

    @property
    def is_over(self) -> bool:
        """True when the game has ended, or has been shown for long enough."""
        return self.state.is_terminal or self.plies >= MOST_PLIES

    def following(self, rng: random.Random) -> Self:
        """Return the moment after one more throw or move; only while the game is not over."""
        state = self.state
        choose = random_action if state.is_chance else players.load(PLAYER).choose
        action = choose(state, rng)
        return type(self)(self.game, state.apply(action), state, action, self.plies + 1)
