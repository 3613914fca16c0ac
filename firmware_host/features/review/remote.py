"""What reviews tell those who look at a table from elsewhere, as plain values."""

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from firmware_host.base.registry import Fact, Lasting
from firmware_host.remote.wire import PUBLISHED
from games.message import Message, msg

if TYPE_CHECKING:
    from firmware_host.session.session import Session
    from games.review import Assessed, ReviewPoint


class SharedSums(Struct, frozen=True):
    """What a seat could expect at the start, its luck and skill, and its result, in per cent."""

    start: float
    luck: float
    skill: float
    result: float


class SharedTurn(Struct, frozen=True):
    """The ``turn`` of a ``seat`` (by index): what its throws and its worst move changed for it.

    ``luck``, ``error`` (at most 0) and the ``score`` after the turn are per mille of the point;
    ``what`` says it in words, empty if there is nothing to say. The position in which the seat had
    to choose came ``after`` so many actions. A turning point has the ways of the ``better`` move,
    if there was one: the squares from which and to which each piece goes.
    """

    turn: int
    seat: int
    after: int
    luck: int
    error: int
    score: int
    what: Message
    is_turning_point: bool
    better: tuple[tuple[str, ...], ...] = ()


class SharedReview(Struct, frozen=True):
    """A game that was reviewed: what each seat could expect at the start and after each action.

    ``scores`` has one row for each of these moments, with a whole number per mille for each seat.
    A review ``is_brief`` if the game was so long that its moves were looked at less closely.
    """

    scores: tuple[tuple[int, ...], ...]
    sums: tuple[SharedSums, ...]
    turns: tuple[SharedTurn, ...]
    is_brief: bool = False


class ReviewHere(Fact, frozen=True):
    """The ``review`` of the game on the table that others see; None before it is worked out."""

    lasting: ClassVar[Lasting] = "scene"
    review: SharedReview | None = None


OFFERS: Final = (PUBLISHED.offer(ReviewHere),)


LUCK_AND_SKILL: Final = msg("Luck and skill")
REVIEW_HELP: Final = msg("What luck brought, and what the moves gave away.")
BRIEF: Final = msg("The game is long: its moves were looked at less closely than usual.")
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
    return bool(session.actions) and not session.setup.is_exercise
