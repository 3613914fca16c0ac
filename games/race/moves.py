"""The moves of a race: which are legal, how they are written, picked and carried out by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.actions import PASS, Choice, Move, PlainMove, Step, Verb
from games.course import PairMove, Part
from games.equipment import HAND, OFF, Piece
from games.race.rules import IN_HAND, Captured, Group, Groups, Meeting, RaceRules

CACHED_PARTS = 4096
REST_UNUSED = Choice("pass", PASS.text)

Values = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RacePart(Part):
    """What one piece does in a move; ``again`` says that it gives another throw by itself."""

    captured: Captured
    again: bool


Play = tuple[Move, tuple[RacePart, ...]]
"""A move, and the parts of which it is made; none of a pass."""
PASSED: Play = PASS, ()


class RaceMoves:
    """The moves under ``rules``; those that were worked out are kept as long as there is room."""

    def __init__(self, rules: RaceRules) -> None:
        self.rules = rules
        self._is_free = rules.is_free
        self._is_forced = rules.words.move.forced
        self._part = lru_cache(CACHED_PARTS)(self._worked_out)
        self._alone = lru_cache(CACHED_PARTS)(_alone)
        self._reaches: dict[tuple[int, bool], tuple[int, ...]] = {}

    def legal(self, groups: Groups, mover: int, kept: Values) -> list[Play]:
        """Return what can be played of ``kept`` by the pieces of ``mover``; else a pass."""
        legal = self._together if self.rules.is_together and kept else self._one_by_one
        found = legal(groups, mover, kept, self.rules.met(groups, mover))
        if not self._is_forced:
            found.append(PASSED)
        return found or [PASSED]

    def _one_by_one(self, groups: Groups, mover: int, kept: Values, met: Meeting) -> list[Play]:
        """Return each value of ``kept`` with every piece that can play it."""
        origins = sorted(set(groups[mover]), reverse=True)
        return [
            self._alone(part)
            for value in sorted(set(kept))
            for part in self._parts(groups, mover, (value,), origins, met)
        ]

    def _together(self, groups: Groups, mover: int, kept: Values, met: Meeting) -> list[Play]:
        """Return one piece by the sum, or two by a die each; one by a die if that is left."""
        small, large = kept
        group, origins = groups[mover], sorted(set(groups[mover]))
        by_small = self._parts(groups, mover, (small,), origins, met)
        is_double = small == large
        by_large = by_small if is_double else self._parts(groups, mover, (large,), origins, met)
        whole = [self._alone(each) for each in self._parts(groups, mover, kept, origins, met)]
        whole += [
            (PairMove(first, second), (first, second))
            for first in by_small
            for second in by_large
            if _go_together(group, first.shift[0], second.shift[0], is_double=is_double)
        ]
        ones = by_small if is_double else by_small + by_large
        if not self._is_forced:
            return [*whole, *map(_stopping, ones)]
        return whole or [self._alone(each) for each in ones]

    def _parts(
        self,
        groups: Groups,
        mover: int,
        values: Values,
        origins: Sequence[int],
        met: Meeting,
    ) -> list[RacePart]:
        """Return what ``values`` do with a piece of ``mover`` at each of ``origins``."""
        rules, is_free, found = self.rules, self._is_free, list[RacePart]()
        captures = rules.captures[mover]
        targets = self._targets(sum(values), groups[mover][-1] >= rules.last)
        for origin in origins:
            target = targets[origin]
            if target < 0:
                continue
            if is_free or not rules.stopped(groups, mover, origin, target, met)[0]:
                captured = met.get(target, ()) if captures[target] else ()
                found.append(self._part(mover, values, origin, target, captured))
        return found

    def _targets(self, value: int, is_gathered: bool) -> tuple[int, ...]:
        """Return where ``value`` leads from each progress; -1 where it cannot be played.

        ``is_gathered`` says whether all pieces of the seat have come to the last step.
        """
        key = value, is_gathered
        if key not in self._reaches:
            last = self.rules.last
            other = last if is_gathered else IN_HAND
            reached = [self.rules.reach((each, other), value, each) for each in range(last + 2)]
            self._reaches[key] = tuple(-1 if obstacle else end for end, obstacle in reached)
        return self._reaches[key]

    def _worked_out(
        self, seat: int, values: Values, origin: int, target: int, captured: Captured
    ) -> RacePart:
        rules = self.rules
        start, end = rules.written(seat, origin), rules.written(seat, target)
        victims = tuple(rules.standing(*each) for each in captured)
        text = "+".join(map(str, values))
        reached = _on_board(rules, seat, target)
        die = (Choice("die", text, reached),) if rules.asks_for_die else ()
        return RacePart(
            text=f"{text}:{start}-{end}{'x' if captured else ''}",
            seat=seat,
            dice=values,
            shift=(origin, target),
            choices=(
                Choice("piece", start, _on_board(rules, seat, origin)),
                Choice("target", end, reached),
                *die,
            ),
            path=_path(rules, seat, sum(values), origin, target),
            captures=victims,
            removals=tuple(_removal(rules, victim) for victim in victims),
            step=_step(rules, seat, origin, target),
            captured=captured,
            again=rules.gives_throw(seat, origin, target),
        )


def _alone(part: RacePart) -> Play:
    """Return the move made of one part, with nothing else to play."""
    steps = (*part.removals, part.step)
    return PlainMove(part.text, part.choices, part.path, part.captures, steps), (part,)


def _stopping(part: RacePart) -> Play:
    """Return the move of one part where another could follow; leaving that out is chosen too.

    So no move's choices begin another's.
    """
    move, parts = _alone(part)
    choices = (*move.choices, REST_UNUSED)
    return PlainMove(move.text, choices, move.path, move.captures, move.steps), parts


def _go_together(group: Sequence[int], first: int, second: int, *, is_double: bool) -> bool:
    """Return whether pieces of ``group`` move from both progresses; equal dice count once."""
    if first == second:
        return group.count(first) > 1
    return not is_double or first < second


def changed(rules: RaceRules, groups: Groups, mover: int, parts: Sequence[RacePart]) -> Groups:
    """Return where all pieces stand when ``mover`` has made ``parts``."""
    after = list(groups)
    taken = set[tuple[int, int, int]]()
    for part in parts:
        after[mover] = _shifted(after[mover], *part.shift, 1)
        taken |= {*part.captured}
    for other, progress, count in taken:
        after[other] = _shifted(after[other], progress, rules.back, count)
    return tuple(after)


def _shifted(group: Group, origin: int, target: int, count: int) -> Group:
    """Return ``group``, furthest first, after ``count`` pieces of it went to ``target``."""
    after = list(group)
    for _ in range(count):
        after[after.index(origin)] = target
    after.sort(reverse=True)
    return tuple(after)


def _on_board(rules: RaceRules, seat: int, progress: int) -> tuple[str, ...]:
    return (rules.place(seat, progress),) if 0 < progress <= rules.last else ()


def _path(rules: RaceRules, seat: int, steps: int, origin: int, target: int) -> tuple[str, ...]:
    """Return the squares that a piece passes and reaches; a shortcut passes none."""
    stop = rules.entry if origin == IN_HAND and rules.enters_first else origin + steps
    first = stop if origin == IN_HAND and rules.enters_first else origin + 1
    passed = range(first, min(stop, rules.last) + 1)
    jumped = (target,) if stop in rules.shortcuts else ()
    return tuple(rules.place(seat, progress) for progress in (*passed, *jumped))


def _step(rules: RaceRules, seat: int, origin: int, target: int) -> Step:
    before, after = rules.standing(seat, origin), rules.standing(seat, target)
    verb: Verb = "move"
    if before.place == HAND:
        verb = "put_on"
    elif after.place == OFF:
        verb = "take_off"
    changes = before.badge != after.badge
    return Step(verb, before, before.place, after.place, after if changes else None)


def _removal(rules: RaceRules, victim: Piece) -> Step:
    back = rules.standing(victim.holder, rules.back, victim.count)
    verb: Verb = "take_off" if back.place == HAND else "move"
    changes = victim.badge != back.badge
    return Step(verb, victim, victim.place, back.place, back if changes else None)
