"""A table on each of the larger displays: what people see is what was drawn, greys and all."""

import random
from pathlib import Path

import pytest
from PIL import ImageChops

import games
from firmware_host.app.build import open_app
from firmware_host.app.loop import TableHardware
from firmware_host.app.request import Request
from firmware_host.screens import draw
from firmware_host.session.setup import Setup
from firmware_host.text.translator import Language
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.controllers import SSD1327Model
from hardware.simulated.display import SimulatedFramebuffer
from hardware.wiring import wiring

PROFILES = (
    "framebuffer",
    "pimoroni-oled-1in12",
    "sparkfun-qwiic-oled",
    "waveshare-lcd-hat",
    "waveshare-oled-1in5",
    "waveshare-oled-2in23",
    "waveshare-oled-2in42",
)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_display_shows_what_was_drawn(profile: str, tmp_path: Path) -> None:
    clock = VirtualClock()
    wired = wiring.load(profile)
    pi = SimulatedPi(wired, clock, random.Random(1))
    setup = Setup("squadro", {})
    request = Request(games, wired, "en", tmp_path, setup)
    app = open_app(request, TableHardware(pi.factory, pi.bus, clock), random.Random(1))
    for _ in range(2):
        app.step()
        clock.advance_to(clock() + 0.1)
    assert app.frame is not None
    picture = draw(app.frame, wired.display.size, Language("en"))
    seen = pi.model.image()
    assert ImageChops.logical_xor(seen, picture.image).getbbox() is None
    if isinstance(pi.model, (SimulatedFramebuffer, SSD1327Model)):
        assert len(pi.model.greys().getcolors() or ()) > 2
    app.close()
