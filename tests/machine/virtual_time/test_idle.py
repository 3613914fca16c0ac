"""A day in public on which nobody touches it."""

import time

from hardware.wiring.wiring import load
from tests.machine.conftest import Play
from tests.machine.panel import Panel
from tests.machine.pins import Pins
from tests.machine.thousand import KEY

HOUR = 3600.0
HOURS, WARM_UP = 24, 12
"""How long it waits, and after how many hours its caches are nearly full."""

LATE = 10.0
"""Seconds that lgpio may look for work late: there is none."""

SOME = 6 << 20
"""Bytes by which its memory may grow afterwards. The caches of the games that are shown have
bounds: they took 11 MiB in the first 12 hours and 4 in the next. A KiB kept of each picture would
be 10."""


def test_a_day_of_waiting_uses_no_more_of_anything(play: Play, pins: Pins, panel: Panel) -> None:
    program = play("--kiosk")
    assert panel.wait_for(lambda: panel.image.getbbox() is not None)
    with program.calmed(LATE):
        wait(panel, WARM_UP)
        threads, files, memory = program.threads, program.files, program.memory
        wait(panel, HOURS - WARM_UP)
    print(
        f"{HOURS} hours of kiosk: memory {memory // 1024} KiB after {WARM_UP}, "
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


def wait(panel: Panel, hours: int) -> None:
    for _ in range(hours):
        time.sleep(HOUR)
        panel.read()
