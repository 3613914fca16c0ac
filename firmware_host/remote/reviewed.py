"""What the review of the game on a table found, as plain values for those who look at it."""

from dataclasses import dataclass

from games.message import Message


@dataclass(frozen=True)
class SharedSums:
    """What a seat could expect at the start, its luck and skill, and its result, in per cent."""

    start: float
    luck: float
    skill: float
    result: float


@dataclass(frozen=True)
class SharedTurn:
    """A turning point: the ``turn`` of a ``seat`` (by index), and ``what`` happened in it.

    The position in which the seat had to choose came ``after`` so many actions.
    """

    turn: int
    seat: int
    after: int
    what: Message


@dataclass(frozen=True)
class SharedReview:
    """A game that was reviewed: what each seat could expect at the start and after each action.

    ``scores`` has one row for each of these moments, with a whole number per mille for each seat.
    """

    scores: tuple[tuple[int, ...], ...]
    sums: tuple[SharedSums, ...]
    turns: tuple[SharedTurn, ...]
