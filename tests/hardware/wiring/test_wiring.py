from pathlib import Path

import pytest
from msgspec.structs import replace

from hardware import WiringError
from hardware.wiring import wiring
from hardware.wiring.display import SIZES, TOO_SMALL
from hardware.wiring.wiring import Wiring, load
from tests.table import BARE_WIRING


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def test_every_profile_loads_and_the_three_of_the_first_release_are_among_them() -> None:
    assert tuple(load(name).name for name in wiring.names()) == wiring.names()
    assert {"adafruit-oled-bonnet", "generic", "waveshare-oled-hat"} <= {*wiring.names()}


def test_the_bonnet_is_wired_as_its_maker_says() -> None:
    bonnet = load("adafruit-oled-bonnet")
    assert dict(bonnet.keys) == {
        "up": 17, "down": 22, "left": 27, "right": 23, "ok": 4, "back": 5, "hint": 6,
    }  # fmt: skip
    assert dict(bonnet.hold) == {"back": "menu"}
    assert [bonnet.lines[line] for line in ("D0", "D1", "D2", "D3", "cup")] == [12, 16, 20, 21, 26]
    assert (bonnet.display.i2c_address, bonnet.buzzer) == (0x3C, 13)


def test_the_waveshare_hat_has_an_spi_display_and_a_key_for_the_menu() -> None:
    hat = load("waveshare-oled-hat")
    assert (hat.keys["menu"], dict(hat.hold)) == (16, {})
    assert (hat.display.display, hat.display.interface) == ("sh1106", "spi")
    assert (hat.display.gpio_data_command, hat.display.gpio_reset) == (24, 25)
    assert [hat.lines[line] for line in ("D0", "D1", "D2", "D3", "cup")] == [17, 27, 22, 23, 18]


def test_a_file_changes_a_profile_key_by_key(sheet: Path) -> None:
    sheet.write_text('profile = "generic"\n[keys]\nok = 9\n[dice]\ncup = 8\n')
    mine, generic = load(str(sheet)), load("generic")
    assert mine.name == "table"
    assert dict(mine.lines) == dict(generic.lines) | {"ok": 9, "cup": 8}
    assert mine.display == generic.display


def test_false_removes_what_the_profile_wires(sheet: Path) -> None:
    sheet.write_text(
        'profile = "generic"\nsound = false\n[keys]\nhint = false\n[dice]\ncup = false'
    )
    mine = load(str(sheet))
    assert mine.buzzer is None
    assert "hint" not in mine.lines
    assert mine.dice is not None
    assert mine.dice.cup is None


def test_a_wiring_may_do_without_electronic_dice(sheet: Path) -> None:
    sheet.write_text('profile = "generic"\ndice = false\n')
    mine = load(str(sheet))
    assert mine.dice is None
    assert set(mine.lines) == set(mine.keys)


def test_a_file_may_do_without_a_profile(sheet: Path) -> None:
    sheet.write_text(BARE_WIRING)
    mine = load(str(sheet))
    assert (mine.display.width, mine.display.height, mine.display.i2c_address) == (128, 64, 0x3C)


def test_a_wiring_is_a_value() -> None:
    assert load("generic") == load("generic")
    with pytest.raises(TypeError):
        load("generic").lines["up"] = 5  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("keys = [", "expected TOML"),
        ("[kyes]\nup = 5", r"unknown section \[kyes\]: did you mean 'keys'\?"),
        ("[keys]\nbakc = 9", r"unknown key 'bakc' in \[keys\]: did you mean 'back'\?"),
        ("keys = 5", r"expected a section \[keys\], not keys = 5"),
        ('[keys]\nok = "4"', r"\[keys\] ok: expected a BCM pin .* from 2 to 27, not '4'"),
        ("[keys]\nok = true", r"\[keys\] ok: expected a BCM pin .*, not True"),
        ("[keys]\nok = 28", r"\[keys\] ok: expected a BCM pin .* from 2 to 27, not 28"),
        ("[keys]\nok = 1", "0 and 1 belong to the HAT EEPROM"),
        ("[keys]\nok = 2", r"pin 2 is used twice, for the display's SDA and for \[keys\] ok"),
        ("[keys]\nok = 17", r"pin 17 is used twice, for \[keys\] up and for \[keys\] ok"),
        ("[dice]\ncup = 6", r"pin 6 is used twice, for \[keys\] hint and for \[dice\] cup"),
        ("[sound]\nbuzzer = 7", r"for \[dice\] cup and for \[sound\] buzzer"),
        ("[keys]\nup = false", r"\[keys\] up is missing: expected a BCM pin"),
        ("display = false", r"\[display\] display is missing"),
        ('[hold]\nback = "men"', r"\[hold\] back: expected one of .*'menu', .*not 'men'"),
        ('[hold]\nmenu = "menu"', r"\[hold\] menu: no key 'menu' is wired"),
        ("[dice]\nlines = [12, 18, 24]", r"\[dice\] lines: expected 4 BCM pins .*, not \[12,"),
        ("[dice]\nlines = [12, 18, 24, 40]", r"\[dice\] lines: expected 4 BCM pins"),
        ("[dice]\nlines = [12, 18, 24, 24]", r"for \[dice\] D2 and for \[dice\] D3"),
        ("[display]\nwidth = 100", r"\[display\] width: expected a multiple of 8"),
        ("[display]\ni2c_address = 0x80", r"expected an I2C address, .* from 8 to 119, not 128"),
        ("[display]\nwidth = 96", "expected 128x64 or 128x32 pixels for ssd1306, not 96x64"),
        (
            '[display]\ndisplay = "sh1106"\nheight = 128',
            r"\[display\] width, height: .* 128x64 or 128x32 pixels for sh1106, not 128x128",
        ),
        (
            '[display]\ndisplay = "ssd1327"',
            "expected 128x128 pixels for ssd1327, not 128x64",
        ),
        (
            '[display]\ndisplay = "ssd1325"',
            'a display with ssd1325 has no I2C: connect it to SPI and write interface = "spi"',
        ),
        ("[display]\nwidth = 64\nheight = 48", "64x48 pixels have room for neither a board nor"),
        ("[display]\nwidth = 64\nheight = 32", "64x32 pixels have room for neither a board nor"),
        ("[display]\nwidth = 96\nheight = 16", "96x16 pixels have room for neither a board nor"),
        ('[display]\ninterface = "kernel"', "a display 'framebuffer', and no other, has"),
        ('[display]\ndisplay = "framebuffer"', "a display 'framebuffer', and no other, has"),
        ('[display]\ndevice = "/dev/sda"', "expected a framebuffer from .*, not '/dev/sda'"),
        (
            '[display]\ninterface = "i3c"',
            "expected one of 'i2c', 'spi', 'noop', 'kernel', not 'i3c'",
        ),
        ("[display]\nrotate = 90", r"\[display\] rotate: expected quarter turns from 0 to 3"),
        ("[display]\nspi_bus_speed = 8", "expected one of 500000, 1000000, .*52000000, not 8"),
        ("[display]\nbrightness = 256", r"\[display\] brightness: .* from 0 to 255, not 256"),
        ("[display]\ndim_after = -1", r"seconds without input \(0 never dims\) from 0 to 86400"),
        ("[display]\ncolumn_offset = 128", r"\[display\] column_offset: .* from 0 to 127, not 128"),
        ("[display]\ni2c_adress = 60", "unknown key 'i2c_adress' .* did you mean 'i2c_address'"),
    ],
)
def test_a_wrong_sheet_is_refused_in_one_line(sheet: Path, text: str, complaint: str) -> None:
    sheet.write_text(f'profile = "generic"\n{text}\n')
    with pytest.raises(WiringError, match=complaint) as caught:
        load(str(sheet))
    assert str(caught.value).startswith(str(sheet))
    assert "\n" not in str(caught.value)


def test_a_display_has_the_options_that_luma_names(sheet: Path) -> None:
    sheet.write_text(
        'profile = "waveshare-oled-hat"\n[display]\nspi_bus_speed = 500000\nspi_port = 1\n'
        "column_offset = 0\nbrightness = 16\ndim_after = 0\nheight = 32\n[keys]\n"
        "back = 7\nhint = 8\nmenu = 9\n[dice]\ncup = 2\n"
    )
    assert load(str(sheet)).display == replace(
        load("waveshare-oled-hat").display,
        spi_bus_speed=500_000, spi_port=1, column_offset=0, brightness=16, dim_after=0, height=32,
    )  # fmt: skip


def test_a_display_without_a_bus_uses_no_pin(sheet: Path) -> None:
    sheet.write_text('profile = "generic"\n[display]\ninterface = "noop"\n[keys]\nhint = 2\n')
    assert load(str(sheet)).keys["hint"] == 2


@pytest.mark.parametrize(("rotate", "up"), [(0, 19), (1, 5), (2, 6), (3, 26)])
def test_the_joystick_turns_with_the_display(sheet: Path, rotate: int, up: int) -> None:
    sheet.write_text(f'profile = "waveshare-oled-hat"\n[display]\nrotate = {rotate}\n')
    mine = load(str(sheet))
    assert (mine.keys["up"], mine.lines["up"]) == (up, up)
    assert (mine.keys["ok"], mine.keys["menu"]) == (13, 16)


def test_a_pin_used_twice_is_named_as_it_is_written_however_the_display_is_turned(
    sheet: Path,
) -> None:
    sheet.write_text('profile = "generic"\n[display]\nrotate = 2\n[keys]\nup = 4\n')
    with pytest.raises(WiringError, match=r"pin 4 is used twice, for \[keys\] up and for"):
        load(str(sheet))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[keys]\nok = 11", "pin 11 is used twice, for the display's SCLK"),
        ("[keys]\nok = 10", "for the display's MOSI"),
        ("[keys]\nok = 8", "for the display's CS"),
        ("[keys]\nok = 24", r"for \[display\] gpio_data_command"),
        ("[keys]\nok = 25", r"for \[display\] gpio_reset"),
        ("[display]\nspi_device = 2", "SPI bus 0 has chip selects 0 to 1, not 2"),
        ("[display]\ngpio_data_command = false", r"\[display\] gpio_data_command is missing"),
    ],
)
def test_an_spi_display_keeps_its_pins(sheet: Path, text: str, complaint: str) -> None:
    sheet.write_text(f'profile = "waveshare-oled-hat"\n{text}\n')
    with pytest.raises(WiringError, match=complaint):
        load(str(sheet))


def test_pins_that_an_spi_display_does_not_use_are_free(sheet: Path) -> None:
    sheet.write_text('profile = "waveshare-oled-hat"\n[keys]\nok = 9\nback = 7\nhint = 2\n')
    assert load(str(sheet)).keys["hint"] == 2


def test_an_unknown_profile_gets_the_most_similar_name_as_a_hint() -> None:
    with pytest.raises(WiringError, match="'genric': did you mean 'generic'"):
        load("genric")


def test_an_unknown_profile_under_a_file_is_named(sheet: Path) -> None:
    sheet.write_text("profile = 7\n")
    with pytest.raises(WiringError, match="no profile is called 7: known are adafruit"):
        load(str(sheet))


def test_a_file_that_is_no_text_is_refused(sheet: Path) -> None:
    sheet.write_bytes(b"\xff\xfe")
    with pytest.raises(WiringError, match="expected a file of TOML"):
        load(str(sheet))


def test_a_folder_is_no_wiring(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="expected a file of TOML"):
        load(str(tmp_path))


def test_a_file_may_name_the_gpio_chip(sheet: Path) -> None:
    assert load("generic").chip is None
    sheet.write_text('profile = "generic"\n[pins]\nchip = 4\n')
    assert load(str(sheet)).chip == 4
    sheet.write_text('profile = "generic"\n[pins]\nchip = "rp1"\n')
    with pytest.raises(WiringError, match=r"\[pins\] chip: expected the number of a GPIO chip"):
        load(str(sheet))


def over_generic(sheet: Path, text: str) -> Wiring:
    sheet.write_text(f'profile = "generic"\n{text}')
    return load(str(sheet))


def test_lights_are_off_until_they_are_wired(sheet: Path) -> None:
    assert load("generic").lights == {}
    assert over_generic(sheet, "[lights]\nsouth = 16\neast = 21\n").lights == {
        "south": 16,
        "east": 21,
    }


def test_one_setting_switches_sound_and_lights_off(sheet: Path) -> None:
    wiring = over_generic(sheet, "[sound]\non = false\n[lights]\nsouth = 16\n")
    assert (wiring.buzzer, wiring.lights) == (None, {})


def test_sound_and_lights_are_on_unless_they_are_switched_off(sheet: Path) -> None:
    for text in ("[sound]\non = true\n[lights]\nsouth = 16\n", "[lights]\nsouth = 16\n"):
        wiring = over_generic(sheet, text)
        assert (wiring.buzzer, wiring.lights) == (13, {"south": 16})


def test_the_buzzer_alone_can_be_left_out(sheet: Path) -> None:
    wiring = over_generic(sheet, "[sound]\nbuzzer = false\n[lights]\nsouth = 16\n")
    assert (wiring.buzzer, wiring.lights) == (None, {"south": 16})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[sound]\non = 1\n", r"\[sound\] on: expected true or false, not 1"),
        ("[lights]\nup = 16\n", r"unknown key 'up' in \[lights\]"),
        (
            "[lights]\nsouth = 13\n",
            r"pin 13 is used twice, for \[sound\] buzzer and for \[lights\]",
        ),
        ("[lights]\nsouth = 16\nwest = 16\n", r"for \[lights\] south and for \[lights\] west"),
    ],
)
def test_a_wrong_setting_is_one_line(sheet: Path, text: str, expected: str) -> None:
    with pytest.raises(WiringError, match=expected):
        over_generic(sheet, text)


@pytest.mark.parametrize(
    "size", sorted({*TOO_SMALL, *(each for at in SIZES.values() for each in at)})
)
def test_displays_are_made_of_whole_pages_and_columns_of_eight(size: tuple[int, int]) -> None:
    assert [length % 8 for length in size] == [0, 0]
