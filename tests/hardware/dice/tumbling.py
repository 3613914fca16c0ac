"""A synthetic dice tray: throws that bounce and fall over until they rest, and knocks on the table.

A throw: the cup opens; the dice are shaken for 0.3 to 2 s, 40 changes of a line a second. Each die
then hits the table 60 to 160 ms after the hand lets go, and again after 50 to 75 % of the time
before, until that is below 10 ms; seven hits in ten turn it and change one of its lines. One die in
five then stands on an edge and falls after 80 ms on the average (exponential: now and then after
more than half a second). The last change leaves the face that counts. The cup is down 0.1 to 0.8 s
after the hand let go. Every change of a line bounces: up to 4 pairs of edges within 3 ms.

A knock: up to four lines jump for up to 45 ms; every other time the cup jumps too, once or twice,
for 1 to 60 ms. One knock in ten turns a lot over.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.dice.codes import Faces, levels_for
from hardware.dice.tray import DiceEvent, Tray
from hardware.input.edges import Edge
from hardware.wiring.wiring import CUP, DICE_LINES

BOUNCE = 0.003
LATE = 0.01
"""The most seconds by which a reader is late."""

AFTERWARDS = (1.0, 1.5)
"""Seconds from rest to the next throw."""


class SyntheticTray:
    """The lines of a tray with ``dice``, and a contact under the ``cup`` or none."""

    def __init__(self, dice: Sequence[Faces], cup: bool, rng: random.Random) -> None:
        self._dice, self._rng = dice, rng
        self._has_cup = cup
        self.levels = dict.fromkeys(DICE_LINES, True) | {CUP: False}
        self._seen = dict(self.levels)
        self._flips: list[tuple[float, str]] = []

    def throw(self, start: float) -> tuple[list[Edge], Faces]:
        """Return the edges of a throw from ``start`` on, and its faces."""
        faces = tuple(self._rng.choice(die) for die in self._dice)
        self._change(CUP, True, start)
        let_go = start + 0.2 + self._rng.uniform(0.3, 2.0)
        self._shake(start + 0.2, let_go)
        rest = max(self._fall(lines, let_go) for lines in self._lines_of_dice())
        for line, level in levels_for(self._dice, faces).items():
            self._change(line, level, rest)
        self._change(CUP, False, let_go + self._rng.uniform(0.1, 0.8))
        return self._taken(), faces

    def knock(self, start: float) -> list[Edge]:
        """Return the edges of a knock at ``start``."""
        for line in self._rng.sample(DICE_LINES, self._rng.randrange(5)):
            times = sorted(
                self._rng.uniform(0, 0.045) for _ in range(2 * self._rng.randrange(1, 4))
            )
            for offset in times[: -1 if self._rng.random() < 0.1 else None]:
                self._flip(line, start + offset)
        if self._rng.random() < 0.5:
            self._jump(start)
        return self._taken()

    def _jump(self, time: float) -> None:
        for _ in range(self._rng.randrange(1, 3)):
            self._flip(CUP, time)
            time += self._rng.uniform(0.001, 0.06)
            self._flip(CUP, time)
            time += self._rng.uniform(0.005, 0.05)

    def _shake(self, time: float, end: float) -> None:
        while (time := time + self._rng.expovariate(40)) < end:
            line = self._rng.choice(DICE_LINES)
            self._change(line, not self.levels[line], time)

    def _fall(self, lines: Sequence[str], time: float) -> float:
        """Let the die on ``lines`` bounce and fall over; return when it rests."""
        interval, shrink = self._rng.uniform(0.06, 0.16), self._rng.uniform(0.5, 0.75)
        while interval > 0.01:
            time += interval
            interval *= shrink
            if self._rng.random() < 0.7:
                self._turn(lines, time)
        if self._rng.random() < 0.2:
            time += self._rng.expovariate(1 / 0.08)
            self._turn(lines, time)
        return time

    def _turn(self, lines: Sequence[str], time: float) -> None:
        line = self._rng.choice(lines)
        self._change(line, not self.levels[line], time)

    def _lines_of_dice(self) -> list[Sequence[str]]:
        each = len(DICE_LINES) // len(self._dice)
        return [DICE_LINES[first : first + each] for first in range(0, len(DICE_LINES), each)]

    def _change(self, line: str, level: bool, time: float) -> None:
        if self.levels[line] == level:
            return
        self._flip(line, time)
        for _ in range(2 * self._rng.randrange(5)):
            self._flip(line, time + self._rng.uniform(0, BOUNCE))

    def _flip(self, line: str, time: float) -> None:
        self.levels[line] = not self.levels[line]
        self._flips.append((time, line))

    def _taken(self) -> list[Edge]:
        """Return the new flips as edges of the wired lines, in the order of time."""
        edges = []
        for time, line in sorted(self._flips):
            self._seen[line] = not self._seen[line]
            edges.append(Edge(time, line, self._seen[line]))
        self._flips.clear()
        return [edge for edge in edges if self._has_cup or edge.line != CUP]


class Reader:
    """A tray that gets edges and ticks when something is due, up to 10 ms late."""

    def __init__(self, tray: Tray, levels: dict[str, bool], rng: random.Random) -> None:
        self._tray, self._levels, self._rng = tray, dict(levels), rng
        self._said: list[DiceEvent] = []

    def run(self, edges: Sequence[Edge], until: float) -> list[DiceEvent]:
        """Return the events of ``edges`` up to ``until``."""
        for edge in edges:
            self._go_on(edge.time)
            self._levels[edge.line] = edge.level
            self._tray.feed(edge)
        self._go_on(until)
        said, self._said = self._said, []
        return said

    def _go_on(self, until: float) -> None:
        while (due := self._tray.deadline) is not None:
            late = due + self._rng.uniform(0, LATE)
            if late >= until:
                return
            self._said += self._tray.tick(late, self._levels)


@dataclass(slots=True)
class Tally:
    """The results of throws: ``early`` were read before a die had turned for the last time."""

    throws: int = 0
    missed: int = 0
    doubled: int = 0
    early: int = 0
    doubtful: int = 0
    all_open: int = 0

    def count(self, said: Sequence[DiceEvent], faces: Faces, levels: dict[str, bool]) -> None:
        settled = [event for event in said if event.kind == "settled"]
        self.throws += 1
        self.missed += not settled
        self.doubled += len(settled) > 1
        self.early += any(event.faces != faces for event in settled[:1])
        self.doubtful += any(event.doubtful for event in settled)
        self.all_open += all(levels[line] for line in DICE_LINES)


def throw_often(count: int, dice: Sequence[Faces], cup: bool, seed: int) -> Tally:
    """Throw ``dice`` ``count`` times and see what a tray reads."""
    rng, tally, now = random.Random(seed), Tally(), 1.0
    model = SyntheticTray(dice, cup, rng)
    reader = Reader(Tray(dice, cup=CUP if cup else None), model.levels, rng)
    for _ in range(count):
        edges, faces = model.throw(now)
        now = edges[-1].time + rng.uniform(*AFTERWARDS)
        tally.count(reader.run(edges, now), faces, model.levels)
    return tally


def knock_often(count: int, dice: Sequence[Faces], cup: bool, seed: int) -> list[DiceEvent]:
    """Knock on the table ``count`` times, with a cup also two or three times at once.

    Without a cup a knock is over before the next.
    """
    rng, said, now = random.Random(seed), list[DiceEvent](), 1.0
    model = SyntheticTray(dice, cup, rng)
    reader = Reader(Tray(dice, cup=CUP if cup else None), model.levels, rng)
    for _ in range(count):
        edges = model.knock(now)
        now = max([now, *(edge.time for edge in edges)]) + (
            rng.choice((0.1, 0.3, 1.0)) if cup else 1.0
        )
        said += reader.run(edges, now)
    return said + reader.run((), now + 1.0)
