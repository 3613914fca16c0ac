"""What acts of the hands look like to a sensing board, which tells presence only.

A :class:`Way` goes from what is occupied before some acts to what is after them, whatever the
order of the hands. Plain values over the names of points.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from games.actions import Step
from games.equipment import Piece

Points = frozenset[str]
NONE: Points = frozenset()
Kinds = Counter[tuple[int, str]]


class Ground:
    """The pieces ``standing``, as far as they are on ``sensed`` points."""

    def __init__(self, standing: Iterable[Piece], sensed: Points) -> None:
        self.sensed = sensed
        self.kinds: dict[str, Kinds] = {}
        for piece in standing:
            if piece.place in sensed:
                kinds = self.kinds.setdefault(piece.place, Counter())
                kinds[piece.seat, piece.kind] += piece.count
        self.occupied = frozenset(self.kinds)

    def count(self, point: str) -> int:
        """How many pieces stand on ``point``."""
        return self.kinds[point].total() if point in self.kinds else 0

    def has(self, point: str, seat: int | None) -> bool:
        """Whether a piece of ``seat`` stands on ``point``."""
        return any(each == seat for each, _ in self.kinds.get(point, ()))


@dataclass(frozen=True)
class Way:
    """What a sensing board sees of ``steps`` done to pieces: occupied ``before`` and ``after``.

    ``emptied`` are points that may be empty on the way, ``filled`` those that may be put on;
    ``replaced`` stay occupied by other pieces, so that they must have been lifted.
    ``sources`` tells of a put that shows where its piece comes from: one of these is empty then.
    ``is_closed`` is false where the end looks as if a piece were still in the hand.
    """

    steps: tuple[Step, ...]
    before: Points
    after: Points
    emptied: Points
    filled: Points
    replaced: Points
    sources: Mapping[str, Points]
    is_closed: bool

    @classmethod
    def of(cls, ground: Ground, steps: Sequence[Step], seat: int | None = None) -> Self:
        """What ``steps`` look like when they are done on ``ground``.

        ``seat`` decides: a piece of its own that it takes off for good could still be in its hand.
        """
        last = _carried_out(ground, steps)
        first, before = ground.kinds, ground.occupied
        after = before.difference(last).union(point for point, kinds in last.items() if kinds)
        emptied = _emptied(ground, steps)
        stays = (before & after).intersection(last)
        changed = frozenset(point for point in stays if first[point] != last[point])
        replaced = emptied & changed
        hidden = any(last[point] - first[point] for point in changed - replaced)
        in_hand = any(_leaves(step, ground.sensed, seat) for step in steps)
        return cls(
            tuple(steps),
            before=before,
            after=after,
            emptied=emptied,
            filled=frozenset(step.target for step in steps) & ground.sensed,
            replaced=replaced,
            sources=_sources(steps, ground, emptied),
            is_closed=bool(after - before or replaced)
            and before != after
            and not (hidden or in_hand),
        )

    @cached_property
    def handled(self) -> Points:
        """Every point that the hands touch on the way."""
        return self.emptied & frozenset(step.origin for step in self.steps) | self.filled

    def misplaced(self, occupied: Points) -> Points:
        """The points put on that this way does not explain."""
        put = occupied - self.before
        return frozenset(point for point in put if not self._explains(point, occupied))

    def missing(self, occupied: Points) -> Points:
        """The empty points that this way does not explain."""
        return self.before - occupied - self.emptied

    def fits(self, occupied: Points) -> bool:
        """Whether ``occupied`` may be seen somewhere on this way."""
        return not self.missing(occupied) and not self.misplaced(occupied)

    def _explains(self, point: str, occupied: Points) -> bool:
        if point not in self.filled:
            return False
        sources = self.sources.get(point)
        return sources is None or not sources <= occupied


def _carried_out(ground: Ground, steps: Sequence[Step]) -> dict[str, Kinds]:
    """What stands, after ``steps``, on the sensed points that they touch."""
    touched = {place for step in steps for place in (step.origin, step.target)} & ground.sensed
    last = {point: Counter(ground.kinds.get(point, ())) for point in touched}
    for step in steps:
        for place, piece, sign in ((step.origin, step.piece, -1), (step.target, step.result, 1)):
            if place in touched:
                last[place][piece.seat, piece.kind] += sign * piece.count
    return {point: +kinds for point, kinds in last.items()}


def _emptied(ground: Ground, steps: Sequence[Step]) -> Points:
    """The points from which ``steps`` take all that stood there."""
    taken: Counter[str] = Counter()
    for step in steps:
        taken[step.origin] += step.piece.count
    return frozenset(point for point, count in taken.items() if 0 < ground.count(point) <= count)


def _leaves(step: Step, sensed: Points, seat: int | None) -> bool:
    return step.verb == "take_off" and step.origin in sensed and step.piece.seat == seat


def _sources(steps: Sequence[Step], ground: Ground, emptied: Points) -> Mapping[str, Points]:
    """For each point put on: where its piece may come from, if every such lift is seen."""
    sources = {}
    for step in steps:
        origins = _origins(step.target, steps, NONE)
        if origins <= ground.sensed and origins & ground.occupied <= emptied:
            sources[step.target] = origins & ground.occupied
    return sources


def _origins(target: str, steps: Sequence[Step], known: Points) -> Points:
    """Where pieces come from that reach ``target``, by other points too."""
    origins = frozenset(step.origin for step in steps if step.target == target) - known
    return origins.union(*(_origins(origin, steps, known | origins) for origin in origins))
