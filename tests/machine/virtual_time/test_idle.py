"""A day in public on which nobody touches it."""

import time

from hardware.wiring.wiring import load
from tests.machine.conftest import Play
from tests.machine.panel import Panel
from tests.machine.pins import Pins
from tests.machine.thousand import KEY

HOUR = 3600.0
HOURS = 24

LATE = 10.0
"""Seconds that lgpio may look for work late: there is none."""

SOME = 6 << 20
"""Bytes by which its memory may grow after the first hour: the games that are shown remember their
moves, which was 4 MiB after 13 hours and ever less. A KiB kept of each picture would be 20."""


def test_a_day_of_waiting_uses_no_more_of_anything(play: Play, pins: Pins, panel: Panel) -> None:
    program = play("--kiosk")
    assert panel.wait_for(lambda: panel.image.getbbox() is not None)
    with program.calmed(LATE):
        time.sleep(HOUR)
        panel.read()
        threads, files, memory = program.threads, program.files, program.memory
        for _ in range(HOURS - 1):
            time.sleep(HOUR)
            panel.read()
    print(
        f"{HOURS} hours of kiosk: memory {memory // 1024} KiB after the first, "
        f"{program.memory // 1024} KiB after the last; {threads} threads, {len(files)} files"
    )
    assert (program.threads, program.files) == (threads, files)
    assert program.memory < memory + SOME
    before = panel.image
    pins.bounce(load("generic").lines[KEY], False)
    time.sleep(0.1)
    pins.bounce(load("generic").lines[KEY], True)
    panel.wait_until_still()
    assert not panel.shows(before)
    assert program.said == []
