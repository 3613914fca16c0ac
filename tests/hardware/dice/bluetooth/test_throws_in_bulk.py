"""Throws by the thousand over a bad radio: no face counts that is not up, and none counts twice.

People throw all dice, and after that each die that the table asks for. The radio loses what a die
says, says it twice, or says it later than what the die said next; dice lean, bounce, and go out of
reach for a while. A die that rolls on 0.1 s after it came to rest, and is not heard to, counts with
the face on which it came to rest: people are told.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from hardware.dice.bluetooth.news import Make
from hardware.dice.tray import DiceEvent
from hardware.simulated.virtual_dice import VirtualDie
from tests.hardware.dice.bluetooth.table_of_dice import TableOfDice

LOST, TWICE, LATE = 0.02, 0.01, 0.02
LATEST = 0.25
"""The shares of what is lost, said twice and late, and how late it is at most, in seconds."""

LEANS, OUT_OF_REACH, BOUNCES = 0.03, 0.01, 0.05
PATIENCE = 120.0
ASKING = ("cocked", "missing", "unreadable", "again", "handled")


class Night:
    """Many throws of ``make`` with ``counts``; :attr:`seen` counts what happened."""

    def __init__(self, make: Make, sides: int, dice: int, seed: int, again: bool) -> None:
        self.rng = random.Random(seed)
        counts = {face: None if again and face in (2, 5) else face for face in range(1, sides + 1)}
        self.table = TableOfDice(make, sides, dice, seed=seed, deliver=self._deliver, counts=counts)
        self.seen: Counter[str] = Counter()
        self.is_bad = True

    def _deliver(self, die: VirtualDie, data: bytes, to: Callable[[bytes], None]) -> None:
        chance = self.rng.random()
        if chance < LOST:
            self.seen["lost"] += 1
        elif chance < LOST + LATE:
            self.seen["late"] += 1
            delay = self.rng.uniform(0.0, LATEST)
            self.table.timeline.at(self.table.clock() + delay, partial(to, data))
        else:
            to(data)
            if chance < LOST + LATE + TWICE:
                self.seen["twice"] += 1
                to(data)

    def throw(self) -> None:
        """Throw until the table has counted something; it must be what lies there."""
        table = self.table
        self.seen["throws"] += 1
        for die in table.air_dice:
            self._throw(die)
        give_up = table.clock() + PATIENCE
        while True:
            before = len(table.events)
            table.run(0.5)
            for event in table.events[before:]:
                if event.kind == "settled":
                    self._count(event)
                    return
            if all(die.free_at + 8.0 < table.clock() for die in table.air_dice):
                self._do_as_asked(table.events)
            assert table.clock() < give_up, table.events[-5:]

    def _throw(self, die: VirtualDie) -> None:
        if self.rng.random() < OUT_OF_REACH:
            self.seen["out of reach"] += 1
            now = self.table.clock()
            self.table.timeline.at(now + self.rng.uniform(0.1, 2.0), die.take_away)
            self.table.timeline.at(now + self.rng.uniform(2.1, 4.0), die.bring_back)
        leans = self.rng.random() < LEANS
        self.seen["leans"] += leans
        die.throw(is_cocked=leans)
        if self.rng.random() < BOUNCES:
            die.throw()

    def _do_as_asked(self, events: list[DiceEvent]) -> None:
        """Throw the dice that the table asked for last; those that were away, too."""
        asked = next((event for event in reversed(events) if event.kind in ASKING), None)
        which = range(len(self.table.air_dice)) if asked is None else asked.dice
        self.seen["asked for"] += 1
        for place in which:
            if self.table[place].is_in_reach:
                self._throw(self.table[place])

    def _count(self, event: DiceEvent) -> None:
        """Compare what counted with how the dice lay at that time."""
        table = self.table
        time = table.times[table.events.index(event) - len(table.events)]
        lay = tuple(rested(die, time) for die in table.air_dice)
        table.run(3.0)
        kinds = [each.kind for each in table.events[table.events.index(event) + 1 :]]
        now_lie = tuple(die.face for die in table.air_dice)
        self.seen["counted"] += 1
        self.seen["doubled"] += kinds.count("settled")
        if event.doubtful:
            self.seen["doubtful"] += 1
        elif event.own != lay:
            self.seen["wrong"] += 1
        elif event.own != now_lie:
            self.seen["rolled on"] += 1
            self.seen["not told"] += "rolled on" not in kinds
        table.events.clear()


def rested(die: VirtualDie, time: float) -> int | None:
    """Return the face on which ``die`` came to rest last at ``time``."""
    return [face for when, face in die.rests if when <= time][-1]


def play(make: Make, sides: int, dice: int, throws: int, again: bool = False) -> Counter[str]:
    night = Night(make, sides, dice, throws, again)
    for _ in range(throws):
        night.throw()
    return night.seen


CASES = [("godice", 6, 4, False), ("godice", 4, 2, False), ("godice", 6, 2, True)]
PIXELS = [("pixels", 6, 4, False), ("pixels", 4, 2, False)]


def check(seen: Counter[str], throws: int) -> None:
    assert (seen["wrong"], seen["doubled"], seen["counted"]) == (0, 0, throws), seen
    assert (seen["not told"], seen["rolled on"] <= throws / 200) == (0, True), seen
    assert min(seen["lost"], seen["late"], seen["twice"], seen["asked for"]) > 0


@pytest.mark.parametrize(("make", "sides", "dice", "again"), [CASES[0], PIXELS[1]])
def test_nothing_wrong_counts_over_a_bad_radio(
    make: Make, sides: int, dice: int, again: bool
) -> None:
    check(play(make, sides, dice, 60, again), 60)


@pytest.mark.deep
@pytest.mark.parametrize(("make", "sides", "dice", "again"), [*CASES, *PIXELS])
def test_nothing_wrong_counts_in_thousands_of_throws(
    make: Make, sides: int, dice: int, again: bool
) -> None:
    seen = play(make, sides, dice, 2000, again)
    print(make, sides, dice, dict(seen))
    check(seen, 2000)
