"""Every profile shows its picture upright on its module, with the joystick the right way round.

The facts are those of the modules' makers: how their own drivers start the glass that they mounted,
and which pin each direction of the joystick is on, seen by somebody who reads the picture.

    adafruit-oled-bonnet   Adafruit_CircuitPython_SSD1306: segment re-map | 1, COM output direction
                           | 8; the pins of the guide "Adafruit 128x64 OLED Bonnet"
    waveshare-oled-hat     Waveshare's SH1106.py: A0, C0; key_demo.py: KEY_UP_PIN 6, KEY_DOWN_PIN
                           19, KEY_LEFT_PIN 5, KEY_RIGHT_PIN 26
    generic, sparkfun-qwiic-oled, waveshare-oled-2in42
                           the usual modules, which all drivers start with A1, C8; the keys are the
                           builder's own
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image

from hardware.simulated import PanelModel
from hardware.simulated.display import MODELS
from hardware.wiring import wiring
from tests.hardware.display.panels import Rig, picture, same

CLOCKWISE = ("up", "right", "down", "left")


class Facts(NamedTuple):
    """How the maker starts the glass, and the pins of the joystick, clockwise from up."""

    start: tuple[int, int]
    joystick: tuple[int, int, int, int]


MAKERS: Mapping[str, Facts] = {
    "adafruit-oled-bonnet": Facts((0xA1, 0xC8), (17, 23, 22, 27)),
    "generic": Facts((0xA1, 0xC8), (17, 23, 22, 27)),
    "sparkfun-qwiic-oled": Facts((0xA1, 0xC8), (17, 23, 22, 27)),
    "waveshare-oled-2in42": Facts((0xA1, 0xC8), (6, 26, 19, 5)),
    "waveshare-oled-hat": Facts((0xA0, 0xC0), (6, 26, 19, 5)),
}


def as_the_maker_drives_it(model: PanelModel, facts: Facts) -> Image.Image:
    """Return what ``model`` shows of a picture that its maker's driver sends, page by page."""
    model.write(bytes([0x00, *facts.start, 0x8D, 0x14, 0xAF]))
    for page in range(8):
        model.write(bytes([0x00, *go_to(model, page)]))
        rows = picture(1).crop((0, 8 * page, 128, 8 * page + 8))
        model.write(b"\x40" + rows.transpose(Image.Transpose.ROTATE_270).tobytes())
    return model.image()


def go_to(model: PanelModel, page: int) -> tuple[int, ...]:
    if model.COLUMN_OFFSET:
        return 0xB0 | page, model.COLUMN_OFFSET, 0x10
    return 0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, page, page


def mounting(profile: str) -> int:
    """Return how many quarters the module of ``profile`` turns its maker's picture upright by."""
    kind = MODELS[wiring.load(profile).display.display]
    (quarters,) = [
        quarters
        for quarters in range(4)
        if same(as_the_maker_drives_it(kind(rotate=quarters), MAKERS[profile]), picture(1))
    ]
    return quarters


def test_the_facts_are_known_for_every_usual_panel_with_keys() -> None:
    wirings = [wiring.load(name) for name in wiring.names()]
    usual = [each.name for each in wirings if each.keys and each.display.size == (128, 64)]
    assert sorted(MAKERS) == sorted(usual)


@pytest.mark.parametrize("profile", MAKERS)
@pytest.mark.parametrize("turned", range(4))
def test_the_picture_is_upright_on_the_module_and_the_joystick_points_where_it_lies(
    tmp_path: Path, profile: str, turned: int
) -> None:
    """``turned`` is how many quarters somebody turned the whole module anticlockwise."""
    file = tmp_path / "mine.toml"
    rotate = (wiring.load(profile).display.rotate + turned) % 4
    file.write_text(f'profile = "{profile}"\n[display]\nrotate = {rotate}\n')
    mine = wiring.load(str(file))
    mounted = MODELS[mine.display.display](rotate=(mounting(profile) + turned) % 4)
    rig = Rig(mine.display, panel=mounted)
    rig.oled.show(picture(3, rig.oled.size))
    assert rig.shows(picture(3, rig.oled.size))
    for place, pin in enumerate(MAKERS[profile].joystick):
        assert mine.keys[CLOCKWISE[place - turned]] == pin
