"""Larger panels, on models of their controllers."""

from collections.abc import Sequence
from itertools import product

import pytest
from PIL import Image

from hardware import SimulationError
from hardware.display.luma_driver import LumaDriver, Parts
from hardware.display.oled import EVERY, RESTART
from hardware.simulated.controllers import SSD1327Model
from hardware.simulated.display import SH1107Model
from hardware.wiring.display import FRAMEBUFFER, SIZES, DisplayWiring
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


@each_large
def test_noise_in_a_large_panel_is_gone_within_a_minute(wiring: DisplayWiring) -> None:
    """It has not lost its supply, so it goes on to report that it is on."""
    rig = Rig(wiring)
    image = picture(3, rig.oled.size)
    rig.oled.show(image)
    rig.model.memory[:] = bytes([0xA5]) * len(rig.model.memory)
    assert not rig.shows(image)
    rig.oled.touch()
    rig.live(EVERY + 3.0, image)
    assert rig.shows(image)


class Notes:
    """A bus that notes what is sent; whoever asks is told that the panel is on."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, bytes]] = []

    def command(self, *codes: int) -> None:
        self.sent.append(("command", bytes(codes)))

    def data(self, data: Sequence[int]) -> None:
        self.sent.append(("data", bytes(data)))

    def transfer(self, parts: Parts) -> None:
        for commands, body in parts:
            self.command(*commands)
            self.data(body)

    def is_on(self) -> bool:
        return True

    def cleanup(self) -> None:
        """There is nothing to close."""

    def lit(self) -> int:
        """How many bits are set in the data."""
        return sum(byte.bit_count() for kind, data in self.sent if kind == "data" for byte in data)


NAMED = [
    DisplayWiring(display, "spi", *size)
    for display, sizes in SIZES.items()
    for size in sizes
    if display != FRAMEBUFFER
]


@pytest.mark.parametrize("wiring", NAMED, ids=lambda each: f"{each.display}-{each.size}")
def test_every_panel_that_the_manual_names_is_refreshed_whole_and_never_switched_off(
    wiring: DisplayWiring,
) -> None:
    bus = Notes()
    driver = LumaDriver(wiring, lambda: bus, lambda _: None)
    white = Image.new("1", wiring.size, 1)
    driver.start(white, 0xCF)
    begun, bus.sent = bus.sent, []
    slices = driver.refresh()
    assert slices is not None
    assert len(list(slices)) > 2
    refreshed = [code for kind, code in bus.sent if kind == "command"]
    assert bytes([0xAE]) not in refreshed
    assert not [code for code in refreshed if code[:1] == bytes([0xAE])]
    assert refreshed[-1] == bytes([0xAF])
    pixels = wiring.width * wiring.height
    assert bus.lit() >= pixels
    long = [code for kind, code in begun if kind == "command" and code[:1] == bytes([0xAE])]
    assert all(any(code[1:] in each for each in refreshed) for code in long)
