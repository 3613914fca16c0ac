"""Find out what one action of a game changed, for the review of the game."""

from dataclasses import dataclass
from typing import Final

from firmware_host.thinking.inline import Answer, Question
from firmware_host.thinking.kept_points import KEPT_POINTS, ReviewPlace
from games.budget import Stop
from games.review.accounts import PROGRAM, Assessed, ReviewPoint, assess
from games.review.valuation import AT_A_GLANCE

PLAYER: Final = "review"
"""Stands for the player in a question that no player is asked."""


class ReviewQuestion(Question, frozen=True):
    """The question what happened at the ``point`` with this ``number``.

    What is found is kept at ``place``, unless that is None.
    """

    number: int = 0
    point: ReviewPoint | None = None
    place: ReviewPlace | None = None

    @classmethod
    def about(
        cls, number: int, point: ReviewPoint, place: ReviewPlace | None = None
    ) -> "ReviewQuestion":
        """Return the question about ``point``; it is always the same."""
        return cls(point.state, PLAYER, number=number, point=point, place=place)

    def find_answer(self, stop: Stop) -> Answer:
        """Return what was found; at a glance if ``stop()`` is true at once, which is not kept."""
        assert self.point is not None, "a question about a point"
        if stop():
            return ReviewAnswer(self, (), (assess(self.point, AT_A_GLANCE),))
        if self.place is None:
            return ReviewAnswer(self, (), (assess(self.point, PROGRAM),))
        known = KEPT_POINTS.known(self.place, self.number)
        return ReviewAnswer(self, (), known or (self._kept(self.place, self.point),))

    def _kept(self, place: ReviewPlace, point: ReviewPoint) -> Assessed:
        found = assess(point, PROGRAM)
        KEPT_POINTS.keep(place, self.number, found)
        return found


@dataclass(frozen=True)
class ReviewAnswer(Answer):
    """What was ``found`` at the point, and at those after it that are known already."""

    found: tuple[Assessed, ...] = ()
