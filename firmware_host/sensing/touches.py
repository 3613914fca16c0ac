"""What lifts and puts on a sensing board say: which hand steps fit what was sensed.

A sensing board tells only which points are occupied. A :class:`TouchPattern` says what some hand
steps look like to it, whatever the order of the hands; an :class:`Observation` says what was
sensed; :func:`match_patterns` compares the two. Everything here is a plain value over the names
of points.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, Self

from games.actions import Step
from games.equipment import Piece

Points = frozenset[str]
NO_POINTS: Points = frozenset()
Kinds = Counter[tuple[int, str]]


class Touch(NamedTuple):
    """A point became empty, or occupied."""

    kind: Literal["lift", "put"]
    point: str


@dataclass(frozen=True)
class Observation:
    """The points that are ``occupied``, and those ``lifted`` and ``put`` on since all agreed."""

    occupied: Points = NO_POINTS
    lifted: Points = NO_POINTS
    put: Points = NO_POINTS

    def after(self, touch: Touch) -> Self:
        """What is seen after ``touch``."""
        point = {touch.point}
        if touch.kind == "lift":
            return replace(self, occupied=self.occupied - point, lifted=self.lifted | point)
        return replace(self, occupied=self.occupied | point, put=self.put | point)

    def within(self, points: Points) -> Self:
        """The same of ``points`` alone."""
        return replace(
            self,
            occupied=self.occupied & points,
            lifted=self.lifted & points,
            put=self.put & points,
        )


class SensedPieces:
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
class TouchPattern:
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
    has_clear_end: bool

    @classmethod
    def of(cls, ground: SensedPieces, steps: Sequence[Step], seat: int | None = None) -> Self:
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
            has_clear_end=bool(after - before or replaced)
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


def _carried_out(ground: SensedPieces, steps: Sequence[Step]) -> dict[str, Kinds]:
    """What stands, after ``steps``, on the sensed points that they touch."""
    touched = {place for step in steps for place in (step.origin, step.target)} & ground.sensed
    last = {point: Counter(ground.kinds.get(point, ())) for point in touched}
    for step in steps:
        for place, piece, sign in ((step.origin, step.piece, -1), (step.target, step.result, 1)):
            if place in touched:
                last[place][piece.seat, piece.kind] += sign * piece.count
    return {point: +kinds for point, kinds in last.items()}


def _emptied(ground: SensedPieces, steps: Sequence[Step]) -> Points:
    """The points from which ``steps`` take all that stood there."""
    taken: Counter[str] = Counter()
    for step in steps:
        taken[step.origin] += step.piece.count
    return frozenset(point for point, count in taken.items() if 0 < ground.count(point) <= count)


def _leaves(step: Step, sensed: Points, seat: int | None) -> bool:
    return step.verb == "take_off" and step.origin in sensed and step.piece.seat == seat


def _sources(steps: Sequence[Step], ground: SensedPieces, emptied: Points) -> Mapping[str, Points]:
    """For each point put on: where its piece may come from, if every such lift is seen."""
    sources = {}
    for step in steps:
        origins = _origins(step.target, steps, NO_POINTS)
        if origins <= ground.sensed and origins & ground.occupied <= emptied:
            sources[step.target] = origins & ground.occupied
    return sources


def _origins(target: str, steps: Sequence[Step], known: Points) -> Points:
    """Where pieces come from that reach ``target``, by other points too."""
    origins = frozenset(step.origin for step in steps if step.target == target) - known
    return origins.union(*(_origins(origin, steps, known | origins) for origin in origins))


def is_complete(way: TouchPattern, seen: Observation) -> bool:
    """Whether ``seen`` is the end of ``way`` and can be nothing less."""
    return way.has_clear_end and seen.occupied == way.after and way.replaced <= seen.lifted


def may_be_complete(way: TouchPattern, seen: Observation) -> bool:
    """Whether ``seen`` may be the end of ``way``, though something of it was not seen."""
    if seen.occupied != way.after or is_complete(way, seen):
        return False
    if way.after != way.before:
        return True
    return bool(way.replaced) and way.replaced <= seen.lifted


def is_carried_out(way: TouchPattern, seen: Observation) -> bool:
    """Whether each act of ``way``, which the hands were asked for, has been seen done."""
    is_end = seen.occupied == way.after and way.replaced <= seen.lifted
    return is_end and all(_shows(step, way, seen) for step in way.steps)


@dataclass(frozen=True)
class PatternMatch:
    """What was seen against several ways, which are told by their index.

    ``possible`` may still be gone to their end, ``done`` have been, ``unsure`` may have been; at
    ``is_rest`` all agrees and nothing is possible in particular.
    """

    is_unchanged: bool
    possible: tuple[int, ...] = ()
    complete: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()

    @property
    def is_impossible(self) -> bool:
        """Whether no way leads through what is seen."""
        return not self.is_unchanged and not self.possible


def match_patterns(
    ways: Sequence[TouchPattern], standing: Points, seen: Observation
) -> PatternMatch:
    """Say which of ``ways``, all from the points ``standing``, fit what is ``seen``.

    Of those that fit the ones count that leave the fewest touches unexplained: a piece knocked
    over and put back does not hide the move.
    """
    is_rest = seen.occupied == standing
    fitting = [index for index, way in enumerate(ways) if way.fits(seen.occupied)]
    touched = seen.lifted | seen.put
    strange = {index: len(touched - ways[index].handled) for index in fitting}
    least = min(strange.values(), default=0)
    possible = tuple(index for index in fitting if strange[index] == least)
    return PatternMatch(
        is_rest,
        () if is_rest else possible,
        tuple(index for index in possible if is_complete(ways[index], seen)),
        tuple(index for index in possible if may_be_complete(ways[index], seen)),
    )


def count_carried_out(ground: SensedPieces, steps: Sequence[Step], seen: Observation) -> int:
    """How many of ``steps``, from the first on, the hands have been seen doing."""
    for count in range(len(steps), 0, -1):
        if is_carried_out(TouchPattern.of(ground, steps[:count]), seen):
            return count
    return 0


def _shows(step: Step, way: TouchPattern, seen: Observation) -> bool:
    if step.origin == step.target:
        return step.origin in seen.lifted
    gone = step.origin in (way.before - way.after) | seen.lifted
    come = step.target in (way.after - way.before) | (way.replaced & seen.lifted)
    stays = step.target in way.before & way.after - way.replaced
    return come or (gone and not stays)
