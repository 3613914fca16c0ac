"""The block in config.txt: what is needed, and everything else byte for byte as it was."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firmware_host.base.errors import InstallError
from firmware_host.setup.boot_config import BEGIN, END, missing, with_block, without_block
from hardware.doctor.bootconfig import parse
from hardware.wiring.wiring import Wiring, load

PI = "Raspberry Pi 4 Model B Rev 1.4"
OLED_HAT, BONNET = load("waveshare-oled-hat"), load("adafruit-oled-bonnet")

LINES = st.sampled_from(
    ["dtparam=spi=on", "dtparam=i2c_arm=off", "[pi5]", "[all]", "", "# a note", "gpu_mem=16"]
)
TEXTS = st.builds(
    lambda lines, ends, last: ends.join(lines) + last,
    st.lists(LINES),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "\r\n"]),
)


@given(TEXTS, st.sampled_from([OLED_HAT, BONNET]))
def test_the_buses_are_enabled_and_other_lines_do_not_change(text: str, wiring: Wiring) -> None:
    filled = with_block(text, wiring, PI)
    assert filled.startswith(text)
    assert missing(filled, wiring, PI) == missing(text, wiring, PI)
    param = parse("config.txt", filled, PI).param("spi" if wiring is OLED_HAT else "i2c_arm")
    assert param is not None
    assert param.is_on
    assert with_block(filled, wiring, PI) == filled
    assert without_block(filled) == text


@given(TEXTS, TEXTS)
def test_lines_after_the_block_stay_separate_lines(text: str, more: str) -> None:
    assume(missing(text, OLED_HAT, PI))
    filled = with_block(text, OLED_HAT, PI) + more
    assert without_block(filled).splitlines() == [*text.splitlines(), *more.splitlines()]


def test_what_is_enabled_already_is_not_set_again() -> None:
    text = "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n"
    assert with_block(text, BONNET, PI) == text


def test_a_setting_for_another_model_does_not_count() -> None:
    assert missing("[pi5]\ndtparam=spi=on\n", OLED_HAT, PI) == ("dtparam=spi=on",)


def test_a_block_with_converted_line_ends_is_still_found() -> None:
    filled = with_block("a=1\n", OLED_HAT, PI).replace("\n", "\r\n")
    assert without_block(filled) == "a=1\r\n"


def test_a_pin_that_spi_would_take_is_freed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "waveshare-oled-hat"\n[dice]\ncup = 7\n')
    assert missing("", load(str(path)), PI) == ("dtparam=spi=on", "dtoverlay=spi0-1cs")


@pytest.mark.parametrize("mark", [BEGIN, END])
def test_a_damaged_block_is_an_error(mark: str) -> None:
    with pytest.raises(InstallError, match="expected both or none of the lines"):
        without_block(f"a=1\n{mark}\n")
