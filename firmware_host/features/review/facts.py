"""What reviews know of a table, and how they are called there and on pages."""

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from firmware_host.base.facts import Fact, Lasting
from games.message import msg

if TYPE_CHECKING:
    from firmware_host.session.session import Session
    from games.review import Assessed, ReviewPoint

LUCK_AND_SKILL: Final = msg("Luck and skill")
REVIEW_HELP: Final = msg("What luck brought, and what the moves gave away.")
SO_FAR: Final = msg("Luck and skill so far")
FOLDER: Final = "reviews"
"""Where reviews are kept, in the folder of a table or of its web server."""


class ReviewFolder(Fact, frozen=True):
    """The ``folder`` in which the reviews of a table are kept; None if it leaves no traces."""

    folder: Path | None = None


class KnownReview(Fact, frozen=True):
    """What was ``found`` of the first of the ``points`` of a game before its review was left."""

    lasting: ClassVar[Lasting] = "game"
    points: "tuple[ReviewPoint, ...]" = ()
    found: "tuple[Assessed, ...]" = ()

    def of(self, points: "Sequence[ReviewPoint]") -> "tuple[Assessed, ...]":
        """Return what is known of the first of ``points``, those of a game that has gone on."""
        pairs = zip(points, self.points, self.found, strict=False)
        same = takewhile(lambda each: each[0] == each[1], pairs)
        return tuple(found for _, _, found in same)


def can_review(session: "Session") -> bool:
    """Return whether a review of the game so far makes sense: an exercise must not be solved."""
    return bool(session.actions) and not session.setup.position
