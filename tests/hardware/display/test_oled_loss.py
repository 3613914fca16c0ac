"""Panels that are missing, unplugged, plugged in again, or that lose their power."""

import errno
import gc
import random
import sys

import pytest
from PIL import ImageOps

from hardware.display.oled import CHECK, EVERY, RETRY
from hardware.wiring.display import DisplayWiring
from tests.deep import deeply
from tests.hardware.display.panels import ON_I2C, TALL, Rig, name, noise, picture
from tests.heap import leave_aside

REFRESHED = EVERY + 1.0
"""Seconds after which a refresh is over whatever happens."""

SAMPLE, FULL = 100, 10_000
PARTS = 5
WARM = 250
"""Cycles after which nearly every size of a window has been kept that can be kept."""
"""Cycles of unplugging and plugging in again."""

each_tall = pytest.mark.parametrize("wiring", TALL, ids=name)
each_on_i2c = pytest.mark.parametrize("wiring", ON_I2C, ids=name)


@each_on_i2c
def test_a_panel_that_is_absent_at_the_start_appears_later(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.bus.unplug()
    rig.oled.show(picture(1))
    assert rig.oled.fault is not None
    assert rig.oled.fault.startswith(f"{wiring.display} at 0x3C on I2C bus 1: I2C device not found")
    assert rig.oled.deadline == rig.clock() + RETRY
    rig.bus.plug()
    rig.wait(RETRY)
    rig.oled.show(picture(1))
    assert rig.shows(picture(1))


def test_an_absent_panel_is_tried_once_a_second() -> None:
    rig = Rig(ON_I2C[0])
    rig.bus.unplug()
    rig.oled.show(picture(1))
    rig.bus.plug()
    assert rig.cost(picture(2)) == 0
    assert rig.oled.fault is not None


@each_on_i2c
def test_a_panel_that_was_unplugged_gets_the_whole_picture(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    rig.bus.unplug()
    rig.oled.show(picture(2))
    rig.bus.plug()
    rig.wait(RETRY)
    assert rig.cost(picture(2)) > 1024
    assert rig.shows(picture(2))


@each_on_i2c
def test_a_panel_that_is_unplugged_between_pictures_is_noticed(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    rig.bus.unplug()
    assert rig.oled.deadline == rig.clock() + CHECK
    rig.wait(CHECK)
    rig.oled.show(picture(1))
    assert rig.oled.fault is not None


@each_on_i2c
def test_a_panel_that_lost_its_power_for_a_moment_is_restarted(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    rig.model.power_up()
    rig.wait(CHECK)
    rig.oled.show(picture(1))
    assert rig.shows(picture(1))
    assert rig.model.contrast == wiring.brightness


@each_on_i2c
def test_a_working_panel_is_asked_but_not_written_to_between_refreshes(
    wiring: DisplayWiring,
) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    asked, sent = rig.bus.reads, rig.bus.bytes_sent  # type: ignore[union-attr]
    for _ in range(10):
        rig.wait(CHECK)
        rig.oled.show(picture(1))
    assert rig.bus.reads == asked + 10  # type: ignore[union-attr]
    assert rig.bus.bytes_sent == sent


@pytest.mark.parametrize("wiring", [kind for kind in TALL if kind.interface == "spi"], ids=name)
def test_a_panel_that_cannot_be_asked_is_right_after_a_refresh(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    rig.bus.unplug()
    rig.oled.show(picture(2))
    assert rig.oled.fault is None
    rig.bus.plug()
    rig.live(REFRESHED, picture(2))
    assert rig.shows(picture(2))


@each_on_i2c
@pytest.mark.parametrize("readable", [False, True])
def test_a_module_without_a_useful_status_is_right_after_a_refresh(
    wiring: DisplayWiring, readable: bool
) -> None:
    rig = Rig(wiring)
    rig.bus.readable = readable  # type: ignore[union-attr]
    rig.model.status = lambda: 0xFF  # type: ignore[method-assign]
    rig.oled.show(picture(1))
    assert rig.oled.deadline == rig.clock() + EVERY
    rig.model.power_up()
    rig.live(REFRESHED, picture(1))
    assert rig.shows(picture(1))
    assert rig.model.contrast == wiring.brightness


@each_on_i2c
@pytest.mark.parametrize(
    "good_writes", [*range(0, 40, 4), *deeply(*(each for each in range(40) if each % 4))]
)
def test_an_interrupted_picture_is_sent_again(
    wiring: DisplayWiring, monkeypatch: pytest.MonkeyPatch, good_writes: int
) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1))
    left, write = iter(range(good_writes)), rig.model.write

    def flaky(message: bytes) -> None:
        if next(left, None) is None:
            raise OSError(errno.EIO, "Input/output error")
        write(message)

    monkeypatch.setattr(rig.model, "write", flaky)
    rig.oled.show(ImageOps.invert(picture(1)))
    monkeypatch.undo()
    rig.wait(RETRY)
    rig.oled.show(picture(3))
    assert rig.shows(picture(3))


def test_an_unplugged_panel_can_be_closed() -> None:
    rig = Rig(ON_I2C[0])
    rig.oled.show(picture(1))
    rig.bus.unplug()
    rig.oled.close()
    assert rig.oled.deadline is None


def come_and_go(rig: Rig, cycles: int, rng: random.Random) -> int:
    """Unplug and plug in at random moments; return how often the panel did not come back right."""
    wrong = 0
    for _ in range(cycles):
        image = noise(rng)
        rig.bus.unplug()
        for _ in range(rng.randrange(3)):
            rig.oled.show(noise(rng))
            rig.wait(rng.random())
        rig.bus.plug()
        rig.live(max(CHECK, RETRY) if rig.wiring.interface == "i2c" else REFRESHED, image)
        rig.oled.touch()
        rig.oled.show(image)
        wrong += not rig.shows(image)
    return wrong


def run_cycles(wiring: DisplayWiring, cycles: int) -> tuple[int, int]:
    """Return how many of ``cycles`` went wrong, and the growth of objects in the last half.

    Objects are counted as blocks of memory, of which each has one or more. What is never freed
    grows in each part of that half; what a thread of another test takes meanwhile, in some.
    """
    rig, rng = Rig(wiring), random.Random(4)
    wrong, growths = come_and_go(rig, max(cycles // 2, WARM), rng), list[int]()
    leave_aside()
    for _ in range(PARTS):
        gc.collect()
        before = sys.getallocatedblocks()
        wrong += come_and_go(rig, cycles // 2 // PARTS, rng)
        gc.collect()
        growths.append(sys.getallocatedblocks() - before)
    return wrong, PARTS * min(growths)


@pytest.mark.parametrize("wiring", [TALL[0], *deeply(*TALL[1:-1]), TALL[-1]], ids=name)
def test_a_loose_plug_leaves_no_wrong_pixel_and_no_memory_in_use(wiring: DisplayWiring) -> None:
    wrong, growth = run_cycles(wiring, SAMPLE)
    assert wrong == 0
    assert growth < SAMPLE


@pytest.mark.deep
@each_tall
def test_ten_thousand_unpluggings_leave_no_wrong_pixel_and_no_memory_in_use(
    wiring: DisplayWiring,
) -> None:
    wrong, growth = run_cycles(wiring, FULL)
    print(f"{name(wiring)}: {FULL} unplugged and plugged in, {wrong} wrong, {growth} blocks more")
    assert wrong == 0
    assert growth < FULL // 20
