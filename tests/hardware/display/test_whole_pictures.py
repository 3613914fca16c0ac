"""Displays that get whole pictures, on models of their panels: 128 x 128 pixels."""

from itertools import product

import pytest

from hardware.errors import SimulationError
from hardware.simulated.sh1107 import SH1107Model
from hardware.simulated.ssd1327 import SSD1327Model
from hardware.wiring.display import DisplayWiring
from tests.hardware.display.panels import Rig, picture

SIDE = (128, 128)
LARGE = [
    DisplayWiring(display, interface, *SIDE, gpio_data_command=24, gpio_reset=25)
    for display, interface in product(("sh1107", "ssd1327"), ("i2c", "spi"))
]

each_large = pytest.mark.parametrize(
    "wiring", LARGE, ids=lambda each: f"{each.display}-{each.interface}"
)


@each_large
def test_a_large_panel_shows_every_picture(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    for seed in range(5):
        rig.oled.show(picture(seed, SIDE))
        assert rig.shows(picture(seed, SIDE))


@each_large
def test_a_large_panel_that_is_mounted_turned_is_upright(wiring: DisplayWiring) -> None:
    rig = Rig(wiring, rotate=1)
    rig.oled.show(picture(1, SIDE))
    assert rig.shows(picture(1, SIDE))


@each_large
def test_a_large_panel_dims(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1, SIDE))
    assert (rig.model.is_lit, rig.model.contrast) == (True, wiring.brightness)


def test_remapped_lines_of_an_sh1107_are_at_the_other_edges() -> None:
    model = SH1107Model(*SIDE)
    model.memory[:] = bytes(len(model.memory))
    for codes in ((0xA1, 0xC8, 0xAF), (0x10, 0x00, 0xB0)):
        model.write(bytes((0x00, *codes)))
    model.write(b"\x40\x01")
    assert model.image().getbbox() == (127, 127, 128, 128)


@pytest.mark.parametrize(
    ("model", "message", "why"),
    [
        (SH1107Model(*SIDE), b"\x40" + bytes(129), "expected data up to column 127, not 128"),
        (SSD1327Model(*SIDE), b"\x00\x15\x00\x40", "expected columns within 0 to 63, not 0 to 64"),
        (SSD1327Model(*SIDE), b"\x00\x75\x08\x07", "expected rows within 0 to 127, not 8 to 7"),
    ],
)
def test_a_place_outside_the_memory_is_refused(
    model: SH1107Model | SSD1327Model, message: bytes, why: str
) -> None:
    with pytest.raises(SimulationError, match=why):
        model.write(message)
