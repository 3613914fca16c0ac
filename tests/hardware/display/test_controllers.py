"""Displays by luma's names: those that work, those that are refused, those sent whole."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageOps

from hardware import DisplayError
from hardware.display.luma_driver import LumaDriver
from hardware.display.oled import Oled, open_display
from hardware.wiring.display import DisplayWiring
from tests.hardware.display.panels import picture

SSD1306 = DisplayWiring("ssd1306", "i2c")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"display": "sssd1306"}, "no display called 'sssd1306': did you mean 'ssd1306'"),
        ({"display": "sh1107x"}, "did you mean 'sh1107'"),
        ({"display": "winstar_weh"}, "no display called 'winstar_weh'"),
        ({"width": 96}, "a display ssd1306 has 128x64 or 128x32 pixels, not 96x64"),
        ({"display": "sh1106", "height": 128}, "128x64 or 128x32 pixels, not 128x128"),
        ({"column_offset": 2}, "column_offset: expected 0 to 0 on a display ssd1306, not 2"),
        ({"display": "sh1106", "column_offset": 5}, "expected 0 to 4 on a display sh1106, not 5"),
    ],
)
def test_an_impossible_display_is_refused_in_one_line(
    options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(DisplayError, match=complaint) as caught:
        open_display(replace(SSD1306, **options))
    assert "\n" not in str(caught.value)


class Wire:
    """A connection to a display that counts what was sent, and may be cut."""

    def __init__(self) -> None:
        self.commands, self.data_bytes = 0, 0
        self.cut = False

    def command(self, *codes: int) -> None:
        if self.cut:
            raise OSError("cut")
        self.commands += len(codes)

    def data(self, data: Sequence[int]) -> None:
        self.data_bytes += len(data)

    def transfer(self, parts: Sequence[tuple[Sequence[int], bytes]]) -> None:
        for commands, body in parts:
            self.command(*commands)
            self.data(body)

    def is_on(self) -> None:
        pass

    def cleanup(self) -> None:
        pass


def opened(display: str, width: int, height: int) -> tuple[Oled, Wire]:
    wire, wiring = Wire(), DisplayWiring(display, "spi", width, height)
    return Oled(LumaDriver(wiring, lambda: wire), wiring, lambda: 0.0), wire


@pytest.mark.parametrize(
    ("display", "width", "height", "whole"),
    [
        ("ch1115", 128, 64, 128 * 8),
        ("ssd1322", 256, 64, 256 * 64 // 2),
        ("ssd1327", 128, 128, 128 * 128 // 2),
        ("ssd1351", 128, 128, 128 * 128 * 2),
    ],
)
def test_other_displays_of_luma_are_sent_what_luma_sends_and_nothing_twice(
    display: str, width: int, height: int, whole: int
) -> None:
    oled, wire = opened(display, width, height)
    oled.show(picture(1, (width, height)))
    assert oled.fault is None
    assert wire.data_bytes >= whole
    for image in (Image.new("1", oled.size), Image.new("1", oled.size, 1)):
        before = wire.data_bytes
        oled.show(image)
        assert wire.data_bytes > before
        before = wire.data_bytes
        oled.show(image.copy())
        assert wire.data_bytes == before


def test_an_interrupted_whole_picture_is_sent_again() -> None:
    wire, now = Wire(), [0.0]
    wiring = DisplayWiring("ch1115", "spi")
    oled = Oled(LumaDriver(wiring, lambda: wire), wiring, lambda: now[0])
    image = picture(1, oled.size)
    oled.show(image)
    wire.cut = True
    oled.show(ImageOps.invert(image))
    assert oled.fault == "ch1115 on SPI 0.0: cut: check its wires"
    wire.cut, now[0], before = False, 1.0, wire.data_bytes
    oled.show(image)
    assert wire.data_bytes - before == 128 * 8


def test_a_size_that_luma_does_not_know_is_a_fault() -> None:
    oled, _ = opened("ssd1327", 128, 64)
    oled.show(Image.new("1", (128, 64)))
    assert oled.fault == (
        "ssd1327 on SPI 0.0: Unsupported display mode: 128 x 64: "
        "put its width and height into the wiring"
    )


def test_a_display_without_a_bus_is_driven() -> None:
    wiring = DisplayWiring("sh1107", "noop", 128, 128)
    oled = open_display(wiring)
    oled.show(picture(1, oled.size))
    assert oled.fault is None
