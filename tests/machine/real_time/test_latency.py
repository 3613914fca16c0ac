"""The time from a press to its picture."""

import statistics

from tests.machine.conftest import MakeDouble, Play
from tests.machine.panel import Panel, set_parameter
from tests.machine.pins import Pins
from tests.machine.thousand import KEY, press

QUICK = 400_000
"""Bits a second on the bus."""


def test_the_time_from_a_press_to_its_picture(
    play: Play, double: MakeDouble, pins: Pins, panel: Panel
) -> None:
    hands = double()
    program = play()
    hands.meet()
    set_parameter("bus_hz", QUICK)
    times = press(pins, hands.world.wiring.lines[KEY], panel)
    hundredths = statistics.quantiles(times, n=100)
    print(
        f"from the edge to the last byte on a bus of {QUICK // 1000} kbit/s, {len(times)} presses: "
        f"median {statistics.median(times):.1f} ms, p99 {hundredths[98]:.1f} ms"
    )
    assert program.said == []
