"""A screen that the kernel of the machine drives: pictures, and a console that overwrites them."""

import random

import pytest

from hardware.display.framebuffer import fitted_to
from hardware.display.oled import Oled, open_display
from hardware.simulated import VirtualClock
from hardware.wiring.wiring import load
from tests.hardware.display.panels import noise
from tests.machine.screen import DEVICE, KernelScreen, ask

PICTURES = 20
AWAY = DEVICE.with_name("away")
RETRIED, REFRESHED = 1.5, 64.0
"""Seconds until a missing screen is tried again, and until all of it is written again."""

WIRED = load("framebuffer").display


class Shown:
    """The screen of the kernel, and the display of the program on it."""

    def __init__(self) -> None:
        if not DEVICE.exists():
            pytest.skip("the machine's kernel has no screen: build it again with 'make machine'")
        wiring, self.clock = fitted_to(WIRED, ask()), VirtualClock(10.0)
        self.screen = KernelScreen(wiring)
        self.display: Oled = open_display(WIRED, clock=self.clock)

    def live(self, seconds: float) -> None:
        """Let time pass, with one picture shown whenever the display asks for it."""
        image, end = noise(random.Random(2), self.display.size), self.clock() + seconds
        while self.display.deadline is not None and self.display.deadline <= end:
            self.clock.advance_to(max(self.clock(), self.display.deadline))
            self.display.show(image)
        assert self.screen.shows(image)


def test_every_picture_is_on_the_screen_of_the_kernel() -> None:
    shown, rng = Shown(), random.Random(1)
    assert (ask().size, ask().depth, shown.display.size) == ((640, 480), 32, (160, 120))
    for _ in range(PICTURES):
        image = noise(rng, shown.display.size)
        shown.display.show(image)
        assert shown.display.fault is None
        assert shown.screen.shows(image)
    print(f"{PICTURES} pictures on {shown.screen.screen}, each to the last pixel")


def test_text_of_the_console_is_written_over() -> None:
    shown = Shown()
    shown.display.show(noise(random.Random(2), shown.display.size))
    shown.screen.write_text()
    shown.live(REFRESHED)


def test_a_screen_that_is_not_there_is_one_line_and_is_used_when_it_comes() -> None:
    shown = Shown()
    DEVICE.rename(AWAY)
    try:
        shown.display.show(noise(random.Random(2), shown.display.size))
        assert shown.display.fault is not None
        assert "connect the screen and load its driver" in shown.display.fault
    finally:
        AWAY.rename(DEVICE)
    shown.live(RETRIED)
    assert shown.display.fault is None
