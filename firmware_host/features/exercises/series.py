"""The exercises that people go through, and those that are looked for in their own games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.session.hand_steps import SessionAction
from firmware_host.session.setup import Setup
from firmware_host.thinking.inline import Answer, Question
from games.actions import Move
from games.budget import Stop
from games.core import State
from games.exercises import Exercise


class ExerciseSeries(Struct, frozen=True):
    """The ``exercises`` from which number ``number`` is on the table, counted from 0."""

    exercises: tuple[Exercise, ...]
    number: int = 0

    @property
    def exercise(self) -> Exercise:
        """The exercise on the table."""
        return self.exercises[self.number]

    def setup(self) -> Setup:
        """Return the set-up of a session that begins with the exercise."""
        game = self.exercise.game
        position = self.exercise.position
        return Setup(game.name, dict(game.options), position=position, is_exercise=True)

    def following(self) -> Self | None:
        """Return the series at its next exercise, None after the last."""
        number = self.number + 1
        return replace(self, number=number) if number < len(self.exercises) else None

    def is_solved_by(self, actions: Sequence[SessionAction]) -> bool:
        """Return whether the first of ``actions`` answers the exercise rightly."""
        answer = actions[0] if actions else None
        return isinstance(answer, Move) and self.exercise.is_right(answer)


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

        from games.exercise_making import Criteria, exercises_in, worth

        criteria = Criteria(MARGIN, nodes=self.state.game.SEARCH_NODES // SHARE)
        positions = [(self.source, self.state)]
        found = exercises_in(positions, criteria, worth, random.Random(self.seed))
        return ExerciseAnswer(self, (), found)


@dataclass(frozen=True)
class ExerciseAnswer(Answer):
    """The ``exercises`` that were found: one at most."""

    exercises: tuple[Exercise, ...] = ()
