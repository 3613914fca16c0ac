"""Sticks that fall through a tower, as its sensors see them: a model of a few lines.

Hands take the sticks out, which the lanes see, and lay them over the flap. It opens for 0.4 to 1 s;
each sensor sees none, one or several edges until the stick lies, as often as in a model with
physics (:func:`hardware.simulated.pi.edges_of_fall`). One in fifty stops on its edge, so that both
sensors of its lane see nothing. Who sees that knocks on the tower until it lies.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hardware.dice.codes import Faces, dice_at, levels_for
from hardware.dice.lanes import inverted_below
from hardware.dice.tray import DiceEvent, Tray
from hardware.input.edges import Edge
from hardware.simulated.pi import edges_of_fall
from hardware.wiring.wiring import CHECK_LINES, CUP, DICE_LINES

TAKEN, OPENED, REST = 0.5, 2.0, 5.0
"""Seconds of a turn after which hands take the sticks out, open the flap, and see what came."""

LEANS = 0.02
PAIRS = tuple(zip(DICE_LINES, CHECK_LINES, strict=True))

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
        self._empty = dict.fromkeys((*DICE_LINES, *CHECK_LINES), True)
        self._true = {**self._empty, CUP: False}
        self._told = broken(self._true)
        self._now = 0.0

    def turn(self) -> Turn:
        """Take the sticks out, throw them, and put right what leans."""
        start, faces = self._now, tuple(self._rng.choice(die) for die in self._dice)
        lying = levels_for(self._dice, faces, inverted=inverted_below(self._dice, ()))
        lying |= {check: not lying[line] for line, check in PAIRS}
        leaning = {die for die in range(len(faces)) if self._rng.random() < LEANS}
        opened = start + OPENED
        plan = [(start + TAKEN, self._empty), (opened, {CUP: True})]
        plan.append((opened + self._rng.uniform(0.4, 1.0), {CUP: False}))
        for pair in PAIRS:
            for line in pair:
                is_flat = leaning.isdisjoint(dice_at(self._dice, [pair[0]]))
                is_light = is_flat and not lying[line]
                changes = enumerate(edges_of_fall(self._rng, is_light=is_light))
                plan += [(opened + when, {line: bool(n % 2)}) for n, when in changes]
        events = self._run(sorted(plan, key=lambda each: each[0]), opened + REST)
        if leaning:
            events += self._run([(self._now, lying)], self._now + REST)
        return Turn(events, bool(leaning), faces)

    def _run(
        self, plan: Sequence[tuple[float, Mapping[str, bool]]], until: float
    ) -> list[DiceEvent]:
        """Let ``plan`` happen ``until`` then (seconds); return what the tray says."""
        said: list[DiceEvent] = []
        waiting = list(plan)
        while self._now < until:
            due = [until, *(when for when, _ in waiting[:1]), self._tray.deadline or until]
            self._now = max(self._now, min(due))
            while waiting and waiting[0][0] <= self._now:
                self._change(*waiting.pop(0))
            said += self._tray.tick(self._now, self._told)
        return said

    def _change(self, time: float, change: Mapping[str, bool]) -> None:
        self._true |= change
        told = self._broken(dict(self._true))
        for line in told:
            if told[line] != self._told[line]:
                self._tray.feed(Edge(time, line, told[line]))
        self._told = told
