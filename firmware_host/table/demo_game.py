"""A game that the machine plays against itself, for whoever looks on."""

import random
from dataclasses import dataclass
from typing import Final, Self

from games import players
from games.actions import Action
from games.core import Game, State, random_action

PLAYER: Final = "greedy"
"""Looks as if it meant something, and has chosen before anybody sees that it thinks."""

MOST_PLIES: Final = 60
"""Some five minutes: whoever looks on has seen how it goes, and the other games have their turn."""


@dataclass(frozen=True)
class DemoGame:
    """The moment of a ``game`` in which ``state`` was reached after ``plies``.

    ``action`` led there from ``before``; at the beginning both are None.
    """

    game: Game
    state: State
    before: State | None = None
    action: Action | None = None
    plies: int = 0

    @classmethod
    def begin(cls, game: Game, rng: random.Random) -> Self:
        """Begin a game; who begins is drawn."""
        return cls(game, game.start(rng.randrange(len(game.seats))))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or has been shown for long enough."""
        return self.state.is_terminal or self.plies >= MOST_PLIES

    def following(self, rng: random.Random) -> Self:
        """The moment after one more throw or move; asked only while it is not over."""
        state = self.state
        choose = random_action if state.is_chance else players.load(PLAYER).choose
        action = choose(state, rng)
        return type(self)(self.game, state.apply(action), state, action, self.plies + 1)
