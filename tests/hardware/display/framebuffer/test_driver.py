"""Pictures on simulated framebuffers: what is seen, and how little is written."""

import random
from typing import Any

import pytest
from PIL import Image, ImageDraw

from hardware.display.oled import CHECK, RETRY, Oled, open_display
from hardware.simulated import VirtualClock
from hardware.simulated.display import SimulatedFramebuffer, screen_of
from hardware.wiring.display import DisplayWiring
from hardware.wiring.wiring import load
from tests.hardware.display.panels import noise, same

PICTURE = (160, 120)
BLACK = Image.new("1", PICTURE)


class ScreenRig:
    """A screen of so many ``pixels`` of ``depth`` bits, and the display on it."""

    def __init__(self, pixels: tuple[int, int] = (500, 400), depth: int = 32, **with_: Any) -> None:
        wiring = DisplayWiring("framebuffer", "kernel", *PICTURE, **with_)
        self.clock = VirtualClock(10.0)
        self.screen = SimulatedFramebuffer(wiring, screen_of(pixels, depth))
        self.display: Oled = open_display(wiring, self.screen, self.clock)

    def shows(self, image: Image.Image) -> bool:
        return self.display.fault is None and same(self.screen.image(), image)

    def cost(self, image: Image.Image) -> int:
        before = self.screen.bytes_sent
        self.display.show(image)
        return self.screen.bytes_sent - before

    def live(self, seconds: float, image: Image.Image) -> None:
        end = self.clock() + seconds
        while self.display.deadline is not None and self.display.deadline <= end:
            self.clock.advance_to(max(self.clock(), self.display.deadline))
            self.display.show(image)
        self.clock.advance_to(end)


@pytest.mark.parametrize("depth", [16, 32])
@pytest.mark.parametrize("rotate", range(4))
def test_every_picture_is_seen_as_it_was_drawn(depth: int, rotate: int) -> None:
    rig, rng = ScreenRig(depth=depth, rotate=rotate), random.Random(1)
    for _ in range(3):
        image = noise(rng, rig.display.size)
        rig.display.show(image)
        assert rig.shows(image)


def test_the_picture_is_scaled_by_a_whole_number_and_stands_in_the_middle() -> None:
    rig = ScreenRig((500, 400))
    image = BLACK.copy()
    image.putpixel((0, 0), 1)
    image.putpixel((159, 119), 1)
    rig.display.show(image)
    lit = rig.screen.glass().convert("L").point([0] + [255] * 255)
    assert lit.getbbox() == (10, 20, 10 + 160 * 3, 20 + 120 * 3)
    assert sum(map(bool, lit.get_flattened_data())) == 2 * 3 * 3


def test_what_the_console_had_written_beside_the_picture_is_gone() -> None:
    rig = ScreenRig()
    rig.display.show(BLACK)
    assert rig.screen.glass().getbbox() is None


@pytest.mark.parametrize("depth", [16, 32])
def test_only_changed_pixels_are_written(depth: int) -> None:
    rig = ScreenRig(depth=depth)
    rig.display.show(BLACK)
    assert rig.cost(BLACK.copy()) == 0
    image = BLACK.copy()
    ImageDraw.Draw(image).rectangle((10, 20, 13, 24), fill=1)
    assert rig.cost(image) == 4 * 5 * 3 * 3 * depth // 8
    assert rig.shows(image)


def test_a_screen_that_is_not_there_is_one_line_and_is_used_when_it_comes() -> None:
    rig = ScreenRig()
    rig.screen.unplug()
    rig.display.show(BLACK)
    assert rig.display.fault == (
        "framebuffer /dev/fb0: [Errno 2] No such file or directory: connect the screen and load "
        "its driver; tableside doctor lists the framebuffers"
    )
    rig.screen.plug()
    image = noise(random.Random(2), PICTURE)
    rig.live(RETRY, image)
    assert rig.shows(image)


def test_a_driver_that_goes_and_comes_back_gets_the_whole_picture() -> None:
    rig, image = ScreenRig(), noise(random.Random(3), PICTURE)
    rig.display.show(image)
    rig.screen.unplug()
    rig.live(CHECK, image)
    assert rig.display.fault is not None
    assert "check its cable and its driver" in rig.display.fault
    rig.screen.plug()
    rig.live(RETRY, image)
    assert rig.shows(image)


def test_another_mode_of_the_screen_is_noticed() -> None:
    rig, image = ScreenRig(), noise(random.Random(4), PICTURE)
    rig.display.show(image)
    rig.screen.screen = screen_of((640, 480), 16)
    rig.screen.power_up()
    rig.live(CHECK, image)
    assert rig.shows(image)


def test_text_of_the_console_is_gone_within_some_two_minutes() -> None:
    rig, image = ScreenRig(dim_after=0), BLACK
    rig.display.show(image)
    rig.screen.memory[:] = b"\x5a" * len(rig.screen.memory)
    rig.live(62.0, image)
    assert rig.screen.glass().getbbox() is None


def test_a_screen_smaller_than_the_picture_is_one_line() -> None:
    rig = ScreenRig((128, 128))
    rig.display.show(BLACK)
    assert rig.display.fault == (
        "framebuffer /dev/fb0: the screen has 128x128 pixels, the picture 160x120: "
        "put a smaller width and height into the wiring"
    )


def test_a_dimmed_screen_can_still_be_read() -> None:
    rig = ScreenRig(dim_after=60, brightness=255)
    white = Image.new("1", PICTURE, 1)
    rig.display.show(white)
    assert rig.screen.greys().getextrema() == (255, 255)
    rig.live(61.0, white)
    assert rig.screen.greys().getextrema() == (98, 98)


def test_a_closed_display_is_dark_or_keeps_its_last_picture() -> None:
    for last in (None, noise(random.Random(5), PICTURE)):
        rig = ScreenRig()
        rig.display.show(Image.new("1", PICTURE, 1))
        rig.display.close(last)
        assert same(rig.screen.image(), last or BLACK)


def test_a_screen_that_comes_later_gets_the_picture_that_fits_it() -> None:
    wiring, clock = load("framebuffer").display, VirtualClock(10.0)
    screen = SimulatedFramebuffer(wiring)
    screen.unplug()
    display: Oled = open_display(wiring, screen, clock)
    for pixels, size in (((320, 240), (160, 120)), ((240, 320), (120, 160))):
        before = display.size
        display.show(Image.new("1", before))
        assert display.fault is not None
        screen.plug(screen_of(pixels))
        clock.advance_to(clock() + RETRY)
        display.show(Image.new("1", before))
        assert (display.size, display.deadline) == (size, clock())
        image = noise(random.Random(1), size)
        display.show(image)
        assert same(screen.image(), image)
        screen.unplug()
        clock.advance_to(clock() + CHECK)
        display.show(image)
    assert "No such" in (display.fault or "")


def test_rows_that_differ_in_other_columns_are_each_written_for_themselves() -> None:
    rig = ScreenRig()
    rig.display.show(BLACK)
    image = BLACK.copy()
    ImageDraw.Draw(image).line((10, 20, 14, 24), fill=1)
    assert rig.cost(image) == 5 * 3 * 3 * 4
