"""The doctor reads config.txt: sections, parameters, overlays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.doctor.buses import MODELS, parse_config, spi_bus

PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"

CONFIG = """\
# dtparam=spi=on
dtparam=i2c_arm=on,i2c_arm_baudrate=400000   # quick
[pi4]
dtparam=audio=off
[pi5]
dtoverlay=w1-gpio,gpiopin=17
[EDID=VSC-TD2220]
dtparam=spi=on
[none]
dtparam=spi=on
[all]
dtparam=i2c_arm=off
dtoverlay=vc4-kms-v3d
this line means nothing
"""


@pytest.mark.parametrize(
    ("port", "device", "overlay"), [(0, 0, "spi0-1cs"), (0, 1, "spi0-2cs"), (1, 2, "spi1-3cs")]
)
def test_an_spi_bus_has_one_chip_select_more_than_the_last_device(
    port: int, device: int, overlay: str
) -> None:
    assert spi_bus(port, device).overlay == overlay


def test_the_last_setting_counts_and_comments_do_not() -> None:
    config = parse_config("config.txt", CONFIG, PI_4)
    arm, speed = config.param("i2c_arm", "i2c"), config.param("i2c_arm_baudrate")
    assert arm is not None
    assert (arm.line, arm.is_on) == (12, False)
    assert speed is not None
    assert (speed.line, speed.value) == (2, "400000")
    assert config.param("spi") is None


def test_sections_apply_only_to_their_models() -> None:
    four, five = parse_config("config.txt", CONFIG, PI_4), parse_config("config.txt", CONFIG, PI_5)
    assert (four.param("audio") is None, five.param("audio") is None) == (False, True)
    assert four.overlays("w1-gpio") == ()
    assert [overlay.option("gpiopin", "4") for overlay in five.overlays("w1-gpio")] == ["17"]
    assert len(four.overlays("vc4-kms-v3d")) == 1


def test_parameters_after_an_overlay_are_its_options_up_to_the_next() -> None:
    text = "dtoverlay=w1-gpio\ndtparam=gpiopin=17\ndtoverlay=w1-gpio\ndtparam=i2c_arm=on\n"
    config = parse_config("config.txt", text, PI_4)
    assert [each.option("gpiopin", "4") for each in config.overlays("w1-gpio")] == ["17", "4"]
    assert config.param("i2c_arm") is not None


@pytest.mark.parametrize(
    ("section", "counts"),
    [("pi0", True), ("pi0w", True), ("pi02", True), ("pi4", False), ("cm4", False), ("all", True)],
)
def test_a_zero_2_w_is_a_zero_a_zero_w_and_itself(section: str, counts: bool) -> None:
    config = parse_config("config.txt", f"[{section}]\ndtparam=spi=on\n", ZERO_2)
    assert (config.param("spi") is not None) == counts


CONFIG_TEXT = st.text(st.sampled_from("[]=,#\n apidt10") | st.characters(), max_size=80)


@given(CONFIG_TEXT, st.sampled_from([PI_4, PI_5, ZERO_2, ""]))
def test_any_config_txt_is_read(text: str, model: str) -> None:
    config = parse_config("config.txt", text, model)
    lines = len(text.splitlines())
    assert all(1 <= setting.line <= lines for setting in (*config.params, *config.loaded))


def test_every_model_of_a_section_is_one_that_there_is() -> None:
    names = [
        PI_4, PI_5, ZERO_2, "Raspberry Pi Zero W Rev 1.1", "Raspberry Pi 400 Rev 1.0",
        "Raspberry Pi 500 Rev 1.0", "Raspberry Pi Model B Rev 2", "Raspberry Pi 2 Model B Rev 1.1",
        "Raspberry Pi 3 Model B Plus Rev 1.3", "Raspberry Pi Compute Module 4 Rev 1.0",
        "Raspberry Pi Compute Module 5 Rev 1.0",
    ]  # fmt: skip
    lone = {section: f"[{section}]\ndtparam=spi=on\n" for section in MODELS}
    for section, text in lone.items():
        assert any(parse_config("", text, name).param("spi") for name in names), section
