"""Larger panels, on models of their controllers."""

from itertools import product

import pytest
from PIL import Image

from hardware.display.oled import RESTART
from hardware.errors import SimulationError
from hardware.simulated.sh1107 import SH1107Model
from hardware.simulated.ssd1327 import SSD1327Model
from hardware.wiring.display import DisplayWiring
from tests.hardware.display.panels import Rig, picture

SIDE = (128, 128)
PANELS = (
    ("ssd1305", (128, 32)),
    ("ssd1305", (128, 64)),
    ("ssd1309", (128, 64)),
    ("sh1107", (64, 128)),
    ("sh1107", SIDE),
    ("ssd1327", SIDE),
)
LARGE = [
    DisplayWiring(display, interface, *size, gpio_data_command=24, gpio_reset=25)
    for (display, size), interface in product(PANELS, ("i2c", "spi"))
]

each_large = pytest.mark.parametrize(
    "wiring", LARGE, ids=lambda each: f"{each.display}-{each.interface}-{each.height}"
)


@each_large
def test_a_large_panel_shows_every_picture(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    for seed in range(5):
        rig.oled.show(picture(seed, rig.oled.size))
        assert rig.shows(picture(seed, rig.oled.size))


@each_large
def test_a_large_panel_that_is_mounted_turned_is_upright(wiring: DisplayWiring) -> None:
    rig = Rig(wiring, rotate=1)
    rig.oled.show(picture(1, rig.oled.size))
    assert rig.shows(picture(1, rig.oled.size))


@each_large
def test_a_large_panel_that_lost_its_supply_gets_the_whole_picture(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    image = picture(2, rig.oled.size)
    rig.oled.show(image)
    rig.bus.unplug()
    rig.bus.plug()
    for _ in range(2):
        rig.live(RESTART / 2 + 1.0, image)
        rig.oled.touch()  # else the picture moves
    rig.oled.show(image)
    assert rig.shows(image)


@pytest.mark.parametrize(("display", "most"), [("ssd1305", 32), ("sh1107", 32), ("ssd1327", 64)])
def test_a_cursor_that_steps_one_square_is_cheap_on_a_large_panel(display: str, most: int) -> None:
    size = dict(PANELS)[display]
    rig = Rig(DisplayWiring(display, "i2c", *size))
    rig.oled.show(Image.new("1", size))
    image = Image.new("1", size)
    image.paste(1, (8, 8, 10, 16))
    assert 0 < rig.cost(image) <= most


@each_large
def test_a_large_panel_dims(wiring: DisplayWiring) -> None:
    rig = Rig(wiring)
    rig.oled.show(picture(1, rig.oled.size))
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
