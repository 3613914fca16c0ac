"""What the doctor reads: this machine, config.txt, versions."""

import grp
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.doctor import ThisSystem
from hardware.doctor.bootconfig import MODELS, parse
from hardware.doctor.packages import parse as requirement
from hardware.errors import PinsError
from tests.hardware import lgpio_stub

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


class Bus:
    """Stands in for smbus2: a bus with one device, and an address where transfers break."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> "Bus":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read_byte(self, address: int) -> int:
        errors = {0x3D: 121, 0x3E: 6, 0x3F: 110}
        if address in errors:
            raise OSError(errors[address], os.strerror(errors[address]))
        return 0x43


def test_the_interpreter_and_the_user_are_those_of_this_process() -> None:
    system = ThisSystem()
    assert system.python() == sys.version_info[:3]
    assert system.user()
    assert system.groups()
    assert set(system.memberships()) <= {group.gr_name for group in grp.getgrall()}


def test_packages_are_found_with_their_version_and_imported() -> None:
    system = ThisSystem()
    assert any(line.startswith("gpiozero>=") for line in system.requirements())
    assert system.version("gpiozero")
    assert system.import_trouble("gpiozero") == ""
    assert system.version("no-such-package") is None
    assert "no_such_module" in system.import_trouble("no_such_module")


def test_files_are_read_and_what_is_not_there_is_nothing(tmp_path: Path) -> None:
    system, file, missing = ThisSystem(), tmp_path / "clock-frequency", str(tmp_path / "missing")
    file.write_bytes(b"\x00\x06\x1a\x80")
    assert system.number(str(file)) == 400_000
    assert (system.number(missing), system.text(missing)) == (None, None)
    assert system.exists(str(file))
    assert not system.exists(missing)
    assert system.files(f"{tmp_path}/clock-*") == [str(file)]
    assert system.usable(str(tmp_path))
    assert not system.usable(missing)
    assert system.free_bytes(str(tmp_path)) > 0
    assert system.now().tzinfo is not None


def test_an_address_answers_or_not_and_a_broken_bus_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("smbus2.SMBus", Bus)
    system = ThisSystem()
    assert [system.answers(1, address) for address in (0x3C, 0x3D, 0x3E)] == [True, False, False]
    with pytest.raises(TimeoutError):
        system.answers(1, 0x3F)


def test_chips_and_line_users_come_from_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lgpio_stub, "chips", lgpio_stub.Chips())
    lgpio_stub.chips.users = {(0, 7): "spi0 CS1"}
    monkeypatch.setitem(sys.modules, "lgpio", lgpio_stub)
    assert ThisSystem().line_user(0, 7) == "spi0 CS1"
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert "python3-lgpio" in ThisSystem().import_trouble("lgpio")
    with pytest.raises(PinsError):
        ThisSystem().chip_labels()


def test_the_last_setting_counts_and_comments_do_not() -> None:
    config = parse("config.txt", CONFIG, PI_4)
    arm, speed = config.param("i2c_arm", "i2c"), config.param("i2c_arm_baudrate")
    assert arm is not None
    assert (arm.line, arm.is_on) == (12, False)
    assert speed is not None
    assert (speed.line, speed.value) == (2, "400000")
    assert config.param("spi") is None


def test_sections_count_on_their_models_only() -> None:
    four, five = parse("config.txt", CONFIG, PI_4), parse("config.txt", CONFIG, PI_5)
    assert (four.param("audio") is None, five.param("audio") is None) == (False, True)
    assert four.overlays("w1-gpio") == ()
    assert [overlay.option("gpiopin", "4") for overlay in five.overlays("w1-gpio")] == ["17"]
    assert len(four.overlays("vc4-kms-v3d")) == 1


def test_parameters_after_an_overlay_are_its_options_up_to_the_next() -> None:
    text = "dtoverlay=w1-gpio\ndtparam=gpiopin=17\ndtoverlay=w1-gpio\ndtparam=i2c_arm=on\n"
    config = parse("config.txt", text, PI_4)
    assert [each.option("gpiopin", "4") for each in config.overlays("w1-gpio")] == ["17", "4"]
    assert config.param("i2c_arm") is not None


@pytest.mark.parametrize(
    ("section", "counts"),
    [("pi0", True), ("pi0w", True), ("pi02", True), ("pi4", False), ("cm4", False), ("all", True)],
)
def test_a_zero_2_w_is_a_zero_a_zero_w_and_itself(section: str, counts: bool) -> None:
    config = parse("config.txt", f"[{section}]\ndtparam=spi=on\n", ZERO_2)
    assert (config.param("spi") is not None) == counts


CONFIG_TEXT = st.text(st.sampled_from("[]=,#\n apidt10") | st.characters(), max_size=80)


@given(CONFIG_TEXT, st.sampled_from([PI_4, PI_5, ZERO_2, ""]))
def test_whatever_stands_in_config_txt_can_be_read(text: str, model: str) -> None:
    config = parse("config.txt", text, model)
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
        assert any(parse("", text, name).param("spi") for name in names), section


@pytest.mark.parametrize(
    ("bounds", "version", "allowed"),
    [
        (">=2.0.1.post3", "2.0.1.post3", True),
        (">=2.0.1.post3", "2.0.1", False),
        (">=0.2.2", "0.2.2.0", True),
        (">=0.2.2", "0.0.0.2", False),
        ("<14,>=10.1", "13.9.1", True),
        ("<14,>=10.1", "14", False),
        ("<14,>=10.1", "10.0.9", False),
        ("==3.0", "3", True),
        ("!=3.0", "3.0.0", False),
        ("", "1", True),
    ],
)
def test_versions_are_compared_number_by_number(bounds: str, version: str, allowed: bool) -> None:
    assert requirement(f"package{bounds}").allows(version) == allowed


def test_a_requirement_knows_its_extra_and_an_odd_one_is_read_as_far_as_it_goes() -> None:
    assert requirement("lgpio>=0.2.2 ; extra == 'pi'").extra == "pi"
    odd = requirement('colorzero[fast] @ file:///x; python_version < "4"')
    assert odd.name.startswith("colorzero")
    assert odd.allows("1")
