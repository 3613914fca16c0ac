"""What reviews tell those who look at a table from elsewhere, as plain values."""

from typing import ClassVar, Final

from msgspec import Struct

from firmware_host.base.facts import Fact, Lasting
from firmware_host.remote.published import PUBLISHED
from games.message import Message


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
    """

    scores: tuple[tuple[int, ...], ...]
    sums: tuple[SharedSums, ...]
    turns: tuple[SharedTurn, ...]


class ReviewHere(Fact, frozen=True):
    """The ``review`` of the game on the table that others see; None before it is worked out."""

    lasting: ClassVar[Lasting] = "scene"
    review: SharedReview | None = None


OFFERS: Final = (PUBLISHED.offer(ReviewHere),)
