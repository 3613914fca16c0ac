"""Dice that a microcontroller finds by itself, watched on virtual time."""

import random
from contextlib import closing
from queue import SimpleQueue

import pytest

from firmware_host.cli.reported_watch import NOBODY, ReportedWatch
from hardware.dice.codes import LONG_DICE
from hardware.link.link import Link
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.peer_dice import BuiltTray, HallReading, HallTrayDice
from hardware.wiring.wiring import load, with_reported_dice


def test_throws_and_what_is_wrong_with_the_sensors_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, said = VirtualClock(), list[str]()
    pi = SimulatedPi(with_reported_dice(load("generic")), clock, random.Random(1), has_magnets=True)
    assert pi.peer is not None
    assert isinstance(pi.peer.dice, HallTrayDice)
    with closing(Link(pi.peer.cable, SimpleQueue(), pi.clock)) as link:
        watch = ReportedWatch(link, LONG_DICE)
        assert watch.step(clock()) == ((), (NOBODY,))

        def go_on(seconds: float) -> tuple[str, ...]:
            for _ in range(round(seconds / 0.1)):
                pi.timeline.run_due(clock() + 0.1)
                assert pi.peer is not None
                pi.peer.update()
                lines, state = watch.step(clock())
                said.extend(lines)
            return state

        assert [line.split()[:2] for line in go_on(2.0)] == [["long1", "rests"], ["long2", "rests"]]
        with monkeypatch.context() as doubt:
            doubt.setattr(BuiltTray, "read", lambda tray, thrown: HallReading(None, 10, 0))
            pi.throw((6, 3), LONG_DICE)
            go_on(4.0)
        assert said[-1] == "unreadable: not clear, the table asks for the throw again"
        pi.throw((6, 3), LONG_DICE)
        go_on(4.0)
        assert said[-1] == "settled 3 6"
        pi.peer.dice.sensor_words = ["stuck=8000000000000000"]
        assert go_on(1.0)[-1] == "! sensor 63 (row 7, column 7) is stuck at one reading: replace it"
