"""What lifts and puts on a sensing board say: which ways of the hands fit what was seen.

Pure values: what was seen is held against the ways of :mod:`firmware_host.sensing.ways`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Self

from firmware_host.sensing.ways import NONE, Ground, Points, Way
from games.actions import Step


class Touch(NamedTuple):
    """A point became empty, or occupied."""

    kind: Literal["lift", "put"]
    point: str


@dataclass(frozen=True)
class Seen:
    """The points that are ``occupied``, and those ``lifted`` and ``put`` on since all agreed."""

    occupied: Points = NONE
    lifted: Points = NONE
    put: Points = NONE

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


def is_done(way: Way, seen: Seen) -> bool:
    """Whether ``seen`` is the end of ``way`` and can be nothing less."""
    return way.is_closed and seen.occupied == way.after and way.replaced <= seen.lifted


def may_be_done(way: Way, seen: Seen) -> bool:
    """Whether ``seen`` may be the end of ``way``, though something of it was not seen."""
    if seen.occupied != way.after or is_done(way, seen):
        return False
    if way.after != way.before:
        return True
    return bool(way.replaced) and way.replaced <= seen.lifted


def is_followed(way: Way, seen: Seen) -> bool:
    """Whether each act of ``way``, which the hands were asked for, has been seen done."""
    is_end = seen.occupied == way.after and way.replaced <= seen.lifted
    return is_end and all(_shows(step, way, seen) for step in way.steps)


@dataclass(frozen=True)
class Verdict:
    """What was seen against several ways, which are told by their index.

    ``possible`` may still be gone to their end, ``done`` have been, ``unsure`` may have been; at
    ``is_rest`` all agrees and nothing is possible in particular.
    """

    is_rest: bool
    possible: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()

    @property
    def is_astray(self) -> bool:
        """Whether no way leads through what is seen."""
        return not self.is_rest and not self.possible


def judge(ways: Sequence[Way], standing: Points, seen: Seen) -> Verdict:
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
    return Verdict(
        is_rest,
        () if is_rest else possible,
        tuple(index for index in possible if is_done(ways[index], seen)),
        tuple(index for index in possible if may_be_done(ways[index], seen)),
    )


def followed(ground: Ground, steps: Sequence[Step], seen: Seen) -> int:
    """How many of ``steps``, from the first on, the hands have been seen doing."""
    for count in range(len(steps), 0, -1):
        if is_followed(Way.of(ground, steps[:count]), seen):
            return count
    return 0


def _shows(step: Step, way: Way, seen: Seen) -> bool:
    if step.origin == step.target:
        return step.origin in seen.lifted
    gone = step.origin in (way.before - way.after) | seen.lifted
    come = step.target in (way.after - way.before) | (way.replaced & seen.lifted)
    stays = step.target in way.before & way.after - way.replaced
    return come or (gone and not stays)
