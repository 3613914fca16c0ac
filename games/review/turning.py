"""What happened in each turn of a game, and the turning points: where luck and errors changed most.

>>> from games.review.accounts import Review
>>> turning_points(Review((), (0.5, 0.5), (0.5, 0.5)))
()
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import fsum
from typing import Final

from games.core import State
from games.message import Fact, Message, msg
from games.review.accounts import Review, ReviewEvent

MOST: Final = 3
"""How many turning points are told."""
LEAST_TOLD: Final = 0.01
"""Changes that are smaller than this are not told."""

THROWN = msg("{throw} was thrown: {change} %.")
SERIES = msg("{throw} were thrown: {change} %.")
GAVE_AWAY = msg("Playing {best} instead of {move} would have kept {percent} %.")


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn of ``seat``: the ``luck`` of its throws, and its worst ``error``, from its own view.

    ``state`` is the position in which it had to choose, or to throw if it had no choice; ``move``
    was played there, and ``best`` would have been better if there was an error. ``score`` is what
    the seat may expect after the turn.
    """

    turn: int
    seat: int
    state: State
    throws: tuple[str, ...]
    luck: float
    move: str = ""
    error: float = 0.0
    best: str = ""
    score: float = 0.0

    @property
    def size(self) -> float:
        """How much the turn changed."""
        return abs(self.luck) + abs(self.error)

    def sentences(self, words: Callable[[str], Fact] = str) -> tuple[Message, ...]:
        """Return what happened, in up to two sentences; moves are told in ``words``."""
        return tuple(self._sentences(words))

    def _sentences(self, words: Callable[[str], Fact]) -> Iterator[Message]:
        if self.throws and abs(self.luck) >= LEAST_TOLD:
            text = THROWN if len(self.throws) == 1 else SERIES
            yield Message.of(text, throw=", ".join(self.throws), change=f"{100 * self.luck:+.0f}")
        if self.best and -self.error >= LEAST_TOLD:
            percent = round(-100 * self.error)
            best, move = words(self.best), words(self.move)
            yield Message.of(GAVE_AWAY, best=best, move=move, percent=percent)


def turning_points(found: Review, most: int = MOST) -> tuple[TurningPoint, ...]:
    """Return the turns that changed most, in the order in which they were played."""
    told = [each for each in every_turn(found) if each.sentences()]
    largest = sorted(told, key=lambda each: -each.size)[:most]
    return tuple(sorted(largest, key=lambda each: each.turn))


def every_turn(found: Review) -> Iterator[TurningPoint]:
    """Yield what happened in each turn, in the order in which they were played."""
    runs = groupby(found.events, key=lambda event: (event.point.turn, event.seat))
    for (turn, seat), run in runs:
        if seat is not None:
            yield _turning_point(turn, seat, tuple(run))


def _turning_point(turn: int, seat: int, run: Sequence[ReviewEvent]) -> TurningPoint:
    throws = [event for event in run if event.point.kind == "throw"]
    luck = fsum(event.luck[seat] for event in throws)
    thrown = tuple(str(event.point.action) for event in throws)
    moves = [event for event in run if event.point.kind == "move"]
    score = run[-1].after[seat]
    if not moves:
        return TurningPoint(turn, seat, run[-1].point.state, thrown, luck, score=score)
    worst = min(moves, key=lambda event: event.error[seat])
    move = str(worst.point.action)
    state, error = worst.point.state, worst.error[seat]
    return TurningPoint(turn, seat, state, thrown, luck, move, error, worst.best, score)
