"""Find out from lifts and puts on a sensing board which hand steps people may have done.

A sensing board reports only which points are occupied. An :class:`Observation` is what it has
reported. A :class:`TouchPattern` is what some hand steps look like to it, in whatever order people
do them. :func:`match_patterns` compares the two. Everything here is a plain value over the names
of points.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from games.actions import Step
from games.equipment import Piece

Points = frozenset[str]
NO_POINTS: Points = frozenset()
Kinds = Counter[tuple[int | None, str]]


class Touch(NamedTuple):
    """A point became empty (``lift``) or occupied (``put``)."""

    kind: Literal["lift", "put"]
    point: str


class Observation(Struct, frozen=True):
    """The points that are ``occupied``, and those touched since board and position agreed.

    Pieces were ``lifted`` from some of the points and ``put`` on some of them.
    """

    occupied: Points = NO_POINTS
    lifted: Points = NO_POINTS
    put: Points = NO_POINTS

    def after(self, touch: Touch) -> Self:
        """Return the observation after ``touch``."""
        point = {touch.point}
        if touch.kind == "lift":
            return replace(self, occupied=self.occupied - point, lifted=self.lifted | point)
        return replace(self, occupied=self.occupied | point, put=self.put | point)

    def within(self, points: Points) -> Self:
        """Return the observation of ``points`` only."""
        return replace(
            self,
            occupied=self.occupied & points,
            lifted=self.lifted & points,
            put=self.put & points,
        )


class SensedPieces:
    """The pieces ``standing`` on the ``sensed`` points.

    ``kinds`` counts the pieces on each point by seat and kind.
    """

    def __init__(self, standing: Iterable[Piece], sensed: Points) -> None:
        self.sensed = sensed
        self.kinds: dict[str, Kinds] = {}
        for piece in standing:
            if piece.place in sensed:
                kinds = self.kinds.setdefault(piece.place, Counter())
                kinds[piece.seat, piece.kind] += piece.count
        self.occupied = frozenset(self.kinds)

    def count(self, point: str) -> int:
        """Return how many pieces stand on ``point``."""
        return self.kinds[point].total() if point in self.kinds else 0

    def has(self, point: str, seat: int | None) -> bool:
        """Return whether a piece of ``seat`` stands on ``point``."""
        return any(each == seat for each, _ in self.kinds.get(point, ()))

    def kinds_after(self, steps: Sequence[Step]) -> dict[str, Kinds]:
        """Count the pieces after ``steps`` on each sensed point that they touch."""
        touched = {place for step in steps for place in (step.origin, step.target)} & self.sensed
        kinds = {point: Counter(self.kinds.get(point, ())) for point in touched}
        for step in steps:
            before, after = step.piece, step.result
            if step.origin in touched:
                kinds[step.origin][before.seat, before.kind] -= before.count
            if step.target in touched:
                kinds[step.target][after.seat, after.kind] += after.count
        return {point: +counts for point, counts in kinds.items()}

    def emptied_by(self, steps: Sequence[Step]) -> Points:
        """Return the points from which ``steps`` take all pieces that stood there."""
        taken: Counter[str] = Counter()
        for step in steps:
            taken[step.origin] += step.piece.count
        return frozenset(point for point, count in taken.items() if 0 < self.count(point) <= count)


class TouchPattern(Struct, frozen=True, dict=True):
    """What a sensing board sees of ``steps``: the points occupied ``before`` and ``after`` them.

    In between, the points ``emptied`` may be empty and pieces may be put on the points ``filled``.
    The points ``replaced`` are occupied by other pieces afterwards, so their pieces must be lifted.
    ``sources`` says for some points where the piece put there comes from: at least one of its
    sources is empty by then. ``has_clear_end`` is false if, after all steps, a piece might as well
    still be in the hand.
    """

    steps: tuple[Step, ...]
    before: Points
    after: Points
    emptied: Points
    filled: Points
    replaced: Points
    sources: Mapping[str, Points]
    has_clear_end: bool

    @classmethod
    def of(cls, pieces: SensedPieces, steps: Sequence[Step], seat: int | None = None) -> Self:
        """Return the pattern of ``steps`` done with ``pieces``.

        ``seat`` is whose move it is: an own piece that it takes off could still be in its hand.
        """
        first, last = pieces.kinds, pieces.kinds_after(steps)
        before = pieces.occupied
        after = before.difference(last).union(point for point, kinds in last.items() if kinds)
        emptied = pieces.emptied_by(steps)
        stays = (before & after).intersection(last)
        changed = frozenset(point for point in stays if first[point] != last[point])
        replaced = emptied & changed
        is_hidden = any(last[point] - first[point] for point in changed - replaced)
        may_be_in_hand = any(
            step.verb == "take_off" and step.origin in pieces.sensed and step.piece.seat == seat
            for step in steps
        )
        has_visible_end = before != after and bool(after - before or replaced)
        return cls(
            tuple(steps),
            before=before,
            after=after,
            emptied=emptied,
            filled=frozenset(step.target for step in steps) & pieces.sensed,
            replaced=replaced,
            sources=_sources(steps, pieces, emptied),
            has_clear_end=has_visible_end and not (is_hidden or may_be_in_hand),
        )

    @cached_property
    def handled(self) -> Points:
        """Every point that people touch during the steps."""
        return self.emptied & frozenset(step.origin for step in self.steps) | self.filled

    def misplaced(self, occupied: Points) -> Points:
        """Return the ``occupied`` points on which this pattern puts no piece."""
        put = occupied - self.before
        return frozenset(point for point in put if not self._explains(point, occupied))

    def missing(self, occupied: Points) -> Points:
        """Return the points that are empty although this pattern lifts no piece there."""
        return self.before - occupied - self.emptied

    def fits(self, occupied: Points) -> bool:
        """Return whether ``occupied`` may be seen before, during or after the steps."""
        return not self.missing(occupied) and not self.misplaced(occupied)

    def is_complete(self, seen: Observation) -> bool:
        """Return whether all steps are certainly done."""
        return self.has_clear_end and self._is_at_end(seen)

    def may_be_complete(self, seen: Observation) -> bool:
        """Return whether all steps may be done, but it is not certain."""
        if seen.occupied != self.after or self.is_complete(seen):
            return False
        if self.after != self.before:
            return True
        return bool(self.replaced) and self.replaced <= seen.lifted

    def is_carried_out(self, seen: Observation) -> bool:
        """Return whether each of the steps, which the screen asked for, was seen."""
        return self._is_at_end(seen) and all(self._is_seen(step, seen) for step in self.steps)

    def _is_at_end(self, seen: Observation) -> bool:
        return seen.occupied == self.after and self.replaced <= seen.lifted

    def _explains(self, point: str, occupied: Points) -> bool:
        if point not in self.filled:
            return False
        sources = self.sources.get(point)
        return sources is None or not sources <= occupied

    def _is_seen(self, step: Step, seen: Observation) -> bool:
        if step.origin == step.target:
            return step.origin in seen.lifted
        is_lifted = step.origin in (self.before - self.after) | seen.lifted
        is_put = step.target in (self.after - self.before) | (self.replaced & seen.lifted)
        looks_the_same = step.target in self.before & self.after - self.replaced
        return is_put or (is_lifted and not looks_the_same)


def _sources(steps: Sequence[Step], pieces: SensedPieces, emptied: Points) -> Mapping[str, Points]:
    """Return where the piece put on a point may come from, if every such lift is seen."""
    sources = {}
    for step in steps:
        origins = _origins(step.target, steps, NO_POINTS)
        if origins <= pieces.sensed and origins & pieces.occupied <= emptied:
            sources[step.target] = origins & pieces.occupied
    return sources


def _origins(target: str, steps: Sequence[Step], known: Points) -> Points:
    """Return where the pieces come from that reach ``target``, also by way of other points."""
    origins = frozenset(step.origin for step in steps if step.target == target) - known
    return origins.union(*(_origins(origin, steps, known | origins) for origin in origins))


class PatternMatch(Struct, frozen=True):
    """Which of several patterns fit an observation, by their index.

    The steps of ``possible`` patterns may still be in progress, those of ``complete`` ones are
    done, those of ``unsure`` ones may be done. If ``is_unchanged``, the board looks as it did
    before, and ``possible`` is empty.
    """

    is_unchanged: bool
    possible: tuple[int, ...] = ()
    complete: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()

    @property
    def is_impossible(self) -> bool:
        """Whether the board has changed and no pattern fits."""
        return not self.is_unchanged and not self.possible


def match_patterns(
    patterns: Sequence[TouchPattern], standing: Points, seen: Observation
) -> PatternMatch:
    """Return which of ``patterns``, all from the occupied points ``standing``, fit ``seen``.

    Of the patterns that fit, those count that leave the fewest touches unexplained: a piece that
    was knocked over and put back does not hide the move.
    """
    is_unchanged = seen.occupied == standing
    fitting = [index for index, pattern in enumerate(patterns) if pattern.fits(seen.occupied)]
    touched = seen.lifted | seen.put
    unexplained = {index: len(touched - patterns[index].handled) for index in fitting}
    least = min(unexplained.values(), default=0)
    possible = tuple(index for index in fitting if unexplained[index] == least)
    return PatternMatch(
        is_unchanged,
        () if is_unchanged else possible,
        tuple(index for index in possible if patterns[index].is_complete(seen)),
        tuple(index for index in possible if patterns[index].may_be_complete(seen)),
    )


def count_carried_out(pieces: SensedPieces, steps: Sequence[Step], seen: Observation) -> int:
    """Return how many of ``steps``, from the first on, people were seen doing."""
    for count in range(len(steps), 0, -1):
        if TouchPattern.of(pieces, steps[:count]).is_carried_out(seen):
            return count
    return 0
