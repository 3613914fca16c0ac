"""Sticks that fall through a tower, as its sensors see them: a model of a few lines.

Hands take the sticks out, which the lanes see, and lay them over the flap. It opens for 0.4 to 1 s;
each stick comes into its lane 0.35 to 0.75 s later, and its sensor sees none, one or several edges
before it lies (38, 25 and 37 of 100 falls in a model with physics). One in fifty stops on its edge,
so that both sensors of its lane see nothing. Who sees that knocks on the tower until it lies.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hardware.dice.codes import Faces, levels_for
from hardware.dice.tray import EMPTY, DiceEvent, Tray
from hardware.input.edges import Edge
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES

TAKEN, OPENED, REST = 0.5, 2.0, 5.0
"""Seconds of a turn after which hands take the sticks out, open the flap, and see what came."""

LEANS = 0.02
EDGES = ((0, 38), (1, 25), (3, 37))
TICK = 0.02

Broken = Callable[[dict[str, bool]], dict[str, bool]]
"""A fault: it makes of the levels of all lines those that the table gets."""


def whole(levels: dict[str, bool]) -> dict[str, bool]:
    """Return ``levels`` as they are: nothing is broken."""
    return levels


class Turn(NamedTuple):
    """What was said in a turn, whether a stick leaned, and the faces that lie in the end."""

    events: list[DiceEvent]
    leaned: bool
    faces: Faces

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events."""
        return [event.kind for event in self.events]


class Tower:
    """A tower with ``dice`` that ``tray`` reads, broken as ``broken`` says."""

    def __init__(
        self, tray: Tray, dice: Sequence[Faces], rng: random.Random, broken: Broken = whole
    ) -> None:
        self._tray, self._dice, self._rng, self._broken = tray, dice, rng, broken
        self._empty = self._with_checks(levels_for(dice, [EMPTY] * len(dice)), alike=DICE_LINES)
        self._true = {**self._empty, CUP: False}
        self._told = broken(self._true)
        self._now = 0.0

    def turn(self) -> Turn:
        """Take the sticks out, throw them, and put right what leans."""
        start, faces = self._now, tuple(self._rng.choice(die) for die in self._dice)
        lying = self._with_checks(levels_for(self._dice, faces))
        leaning = [line for line in DICE_LINES if self._rng.random() < LEANS]
        opened = start + OPENED
        plan = [(start + TAKEN, self._empty), (opened, {CUP: True})]
        plan.append((opened + self._rng.uniform(0.4, 1.0), {CUP: False}))
        for line in DICE_LINES:
            plan += self._fall(line, opened, lying, is_leaning=line in leaning)
        events = self._run(sorted(plan, key=lambda each: each[0]), opened + REST)
        if leaning:
            events += self._run([(self._now, lying)], self._now + REST)
        return Turn(events, bool(leaning), faces)

    def _fall(
        self, line: str, opened: float, lying: Mapping[str, bool], *, is_leaning: bool
    ) -> list[tuple[float, dict[str, bool]]]:
        """Return what the sensors of the lane of ``line`` see of a stick, by time."""
        lane = (line, CHECK_LINES[DICE_LINES.index(line)])
        arrives = opened + self._rng.uniform(0.35, 0.75)
        (count,) = self._rng.choices([n for n, _ in EDGES], [weight for _, weight in EDGES])
        passing = sorted(self._rng.uniform(opened + 0.3, arrives) for _ in range(count))
        seen = self._empty if is_leaning else lying
        glints = [(when, {lane[0]: bool(n % 2)}) for n, when in enumerate(passing)]
        return [*glints, (arrives, {each: seen[each] for each in lane})]

    def _run(
        self, plan: Sequence[tuple[float, Mapping[str, bool]]], until: float
    ) -> list[DiceEvent]:
        """Let ``plan`` happen ``until`` then (seconds); return what the tray says."""
        said: list[DiceEvent] = []
        waiting = list(plan)
        while self._now < until:
            while waiting and waiting[0][0] <= self._now:
                when, change = waiting.pop(0)
                self._change(max(when, self._now - TICK), change)
            said += self._tray.tick(self._now, self._told)
            self._now += TICK
        return said

    def _change(self, time: float, change: Mapping[str, bool]) -> None:
        self._true |= change
        told = self._broken(dict(self._true))
        for line in told:
            if told[line] != self._told[line]:
                self._tray.feed(Edge(time, line, told[line]))
        self._told = told

    def _with_checks(
        self, levels: Mapping[str, bool], alike: Sequence[str] = ()
    ) -> dict[str, bool]:
        """Return ``levels`` with those of the second sensors, which see the other colour."""
        pairs = zip(DICE_LINES, CHECK_LINES, strict=True)
        checks = {check: levels[line] ^ (line not in alike) for line, check in pairs}
        return {**levels, **checks}
