"""Find out what one action of a game changed, for the review of the game."""

from dataclasses import dataclass
from typing import Final

from firmware_host.thinking.inline import Answer, Question
from games.budget import Stop
from games.review.accounts import PROGRAM, Assessed, ReviewPoint, assess
from games.review.valuation import AT_A_GLANCE

PLAYER: Final = "review"
"""Stands for the player in a question that no player is asked."""


@dataclass(frozen=True)
class ReviewQuestion(Question):
    """The question what happened at the ``point`` with this ``number``."""

    number: int = 0
    point: ReviewPoint | None = None

    @classmethod
    def about(cls, number: int, point: ReviewPoint) -> "ReviewQuestion":
        """Return the question about ``point``; it is always the same."""
        return cls(point.state, PLAYER, number=number, point=point)

    def find_answer(self, stop: Stop) -> Answer:
        """Return what was found; at a glance if ``stop()`` is true at once."""
        assert self.point is not None, "a question about a point"
        return ReviewAnswer(self, (), assess(self.point, AT_A_GLANCE if stop() else PROGRAM))


@dataclass(frozen=True)
class ReviewAnswer(Answer):
    """What was ``found`` at the point."""

    found: Assessed | None = None
