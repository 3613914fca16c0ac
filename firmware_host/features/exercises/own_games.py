"""Look for an exercise in a position of a game that was played at the table."""

from dataclasses import dataclass
from typing import Final

from firmware_host.thinking.inline import Answer, Question
from games.budget import Stop
from games.core import State
from games.exercises.exercise import Exercise

MARGIN: Final = 0.08
"""All other moves give away so much of the point, or more."""
SHARE: Final = 20
"""The first search looks at so many times fewer positions than the game allows.

The search that confirms its move looks at half of them, which takes a second on the slowest table.
"""

PLAYER: Final = "exercises"
"""Stands for the player in a question that no player is asked."""


class ExerciseQuestion(Question, frozen=True):
    """The question whether the state of a game is an exercise; ``source`` says which game it is."""

    source: str = ""

    @classmethod
    def about(cls, state: State, source: str) -> "ExerciseQuestion":
        """Return the question about ``state``; it is always the same."""
        return cls(state, PLAYER, source=source)

    def find_answer(self, stop: Stop) -> Answer:
        """Return the exercise; none if ``stop()`` is true at once."""
        if stop():
            return ExerciseAnswer(self, ())
        import random

        from games.exercises.finding import Criteria, exercises_in, worth

        criteria = Criteria(MARGIN, nodes=self.state.game.SEARCH_NODES // SHARE)
        positions = [(self.source, self.state)]
        found = exercises_in(positions, criteria, worth, random.Random(self.seed))
        return ExerciseAnswer(self, (), found)


@dataclass(frozen=True)
class ExerciseAnswer(Answer):
    """The ``exercises`` that were found: one at most."""

    exercises: tuple[Exercise, ...] = ()
