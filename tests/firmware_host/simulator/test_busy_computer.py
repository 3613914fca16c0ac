"""Keys in the simulator on a computer that is busy: none is lost, doubled, held or let go early."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.session.setup import Setup
from firmware_host.simulator.people import LONG, Press
from firmware_host.simulator.terminal.app import presses
from hardware.input.edges import KeyEvent
from hardware.wiring import wiring
from tests.firmware_host.simulator.desks import open_desk

LONGEST_DELAY = 20.0
MOST_STEPS = 2000
TIMED = ("s", "shift+up", "shift+down", "shift+right")
"""Strokes that are not one press or hold: a gesture of two keys, and keys that repeat."""


class BusyComputer:
    """A computer on which everything gets the processor only now and then.

    ``seen`` are the presses and holds that have reached the table of its ``desk``.
    """

    def __init__(self, folder: Path) -> None:
        self.seen = list[KeyEvent]()
        self._time, self._rng = 10.0, random.Random(2)
        request = Request(games, wiring.load("generic"), "en", folder, Setup("thaayam"))
        self.desk = open_desk(request, self.clock, seed=1)

    def clock(self) -> float:
        """Return the time, which may have passed between any two looks at it."""
        is_starved = self._rng.random() < 0.01
        self._time += self._rng.uniform(0, LONGEST_DELAY if is_starved else 0.001)
        return self._time

    def handle(self, event: object, now: float) -> None:
        """Take an event instead of the table."""
        if isinstance(event, KeyEvent) and event.kind != "release":
            self.seen.append(event)

    def run(self) -> None:
        """Go on until nothing is left to do."""
        for _ in range(MOST_STEPS):
            part = self.desk if self._rng.random() < 0.5 else self.desk.app
            part.step()
            if self.desk.key_presser.deadline is None:
                return
        raise AssertionError("the presses do not end")


@pytest.fixture
def busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BusyComputer]:
    computer = BusyComputer(tmp_path)
    monkeypatch.setattr(computer.desk.app.table, "handle", computer.handle)
    with closing(computer.desk.app):
        yield computer


def expected(press: Press) -> KeyEvent:
    """Return what ``press`` is to be for the table of the generic wiring."""
    if press.seconds < LONG:
        return KeyEvent(press.key, "press")
    return KeyEvent("menu", "press") if press.key == "back" else KeyEvent(press.key, "hold")


def test_every_stroke_is_one_press_however_late_the_program_is(busy: BusyComputer) -> None:
    keys = presses(busy.desk.wiring)
    strokes = [stroke for stroke in keys if stroke not in TIMED]
    rng = random.Random(3)
    struck = [keys[rng.choice(strokes)] for _ in range(100)]
    for press in struck:
        busy.desk.key_presser.request(press)
        busy.run()
    assert busy.seen == [expected(press) for press in struck]


def test_a_key_that_is_held_repeats_as_often_as_on_a_quiet_computer(busy: BusyComputer) -> None:
    busy.desk.key_presser.request(presses(busy.desk.wiring)["shift+up"])
    busy.run()
    assert [event.kind for event in busy.seen] == ["press"] + ["repeat"] * 5


def test_presses_that_wait_begin_one_after_the_other(busy: BusyComputer) -> None:
    keys = presses(busy.desk.wiring)
    struck = [keys[key] for key in ("up", "enter", "up", "down", "left")]
    for press in struck:
        busy.desk.key_presser.request(press)
    busy.run()
    assert busy.seen == [expected(press) for press in struck]
