"""The exercises that people go through one after the other, and the board for each of them."""

from collections.abc import Mapping, Sequence
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware_host.session.hand_steps import SessionAction, pieces_text
from firmware_host.session.session import Session
from firmware_host.session.setup import Setup
from firmware_host.storage.records import JournalRecord
from games.actions import Move
from games.core import State
from games.equipment import Piece, identity
from games.exercises.exercise import Exercise

MOST_STEPS: Final = 12
"""Where more pieces stand elsewhere than in the exercise before, the whole board is set up anew."""


class Lesson(Struct, frozen=True):
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
        return Setup(game.name, dict(game.options), position=self.exercise.position)

    def following(self) -> Self | None:
        """Return the lesson at its next exercise, None after the last."""
        number = self.number + 1
        return replace(self, number=number) if number < len(self.exercises) else None

    def is_solved_by(self, actions: Sequence[SessionAction]) -> bool:
        """Return whether the first of ``actions`` answers the exercise rightly."""
        answer = actions[0] if actions else None
        return isinstance(answer, Move) and self.exercise.is_right(answer)


def arrange(before: Session, now: Session) -> JournalRecord | None:
    """Return the record that lets hands lead from the board of ``before`` to that of ``now``.

    None if the board has to be set up anew: another game, or too much stands elsewhere.
    """
    stood, wanted = before.standing(), now.state.pieces()
    is_same = before.game == now.game and _count(stood) == _count(wanted)
    if not is_same or _elsewhere(stood, now.state) > MOST_STEPS:
        return None
    return {"repair": pieces_text(stood)}


def _count(pieces: tuple[Piece, ...]) -> int:
    return sum(piece.count for piece in pieces)


def _elsewhere(stood: tuple[Piece, ...], state: State) -> int:
    """Return how many pieces of ``state`` stand elsewhere than they ``stood``."""
    known: Mapping[object, int] = {identity(piece): piece.count for piece in stood}
    return sum(max(0, piece.count - known.get(identity(piece), 0)) for piece in state.pieces())
