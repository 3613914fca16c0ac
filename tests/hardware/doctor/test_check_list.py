from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hardware.doctor import Finding, Installation, checks, examine
from hardware.wiring import wiring
from tests.hardware.doctor.fake_pi import (
    ALARM,
    CONFIG,
    GROUPS,
    HOME,
    MODELS,
    REQUIREMENTS,
    SPEED,
    VERSIONS,
    FakePi,
    healthy,
)

PROFILES = {"i2c": "adafruit-oled-bonnet", "spi": "waveshare-oled-hat"}
SERIAL = "/dev/serial/by-id/usb-Arduino_Nano-if00"
OLD_CLOCK = datetime(2024, 7, 4, 0, 17, tzinfo=UTC)
IN_ORDER = healthy()
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
I2S = "/proc/device-tree/soc/i2s@7e203000/status"
NOT_THERE = "cannot open shared object file: No such file or directory"


def findings(
    pi: FakePi, profile: str = PROFILES["i2c"], chip: int | None = None
) -> dict[str, Finding]:
    """Return the findings of the probes on ``pi``, by the name of the check."""
    wired = structs.replace(wiring.load(profile), chip=chip)
    installation = Installation(pi, wired, Path(HOME, "games"))
    return {check.name: finding for check, finding in examine(checks(wired), installation)}


def failures(found: dict[str, Finding]) -> dict[str, Finding]:
    return {name: finding for name, finding in found.items() if finding.state == "failed"}


def config(text: str) -> dict[str, str]:
    return {CONFIG: text}


@pytest.mark.parametrize("interface", PROFILES)
@pytest.mark.parametrize("model", MODELS)
def test_a_healthy_raspberry_pi_passes_every_probe(model: str, interface: str) -> None:
    found = findings(healthy(model, interface), PROFILES[interface])
    assert failures(found) == {}
    hands = {name for name, finding in found.items() if finding.state == "skipped"}
    assert {name for name in hands if not name.startswith(("key ", "dice line "))} == {
        "buzzer", "cup contact", "display picture",
    }  # fmt: skip
    assert len(hands) == 3 + len(wiring.load(PROFILES[interface]).keys) + 4
    assert found["Raspberry Pi"].text == model


def test_what_the_wiring_does_not_use_is_not_needed() -> None:
    on_i2c, on_spi = findings(healthy()), findings(healthy(interface="spi"), PROFILES["spi"])
    assert {name for name, found in on_i2c.items() if found.state == "not needed"} == {
        "SPI", "spidev", "serial peers", "link", "keyboards", "speech", "sound card", "tone",
        "framebuffer", "Bluetooth dice", "Bluetooth and Wi-Fi",
    }  # fmt: skip
    assert {name for name, found in on_spi.items() if found.state == "not needed"} == {
        "I2C", "I2C speed", "display address", "serial peers", "link", "keyboards", "speech",
        "sound card", "tone", "framebuffer", "Bluetooth dice", "Bluetooth and Wi-Fi",
    }  # fmt: skip


BROKEN: dict[str, tuple[FakePi, str, str, str]] = {
    "a weak supply": (
        replace(IN_ORDER, texts={**IN_ORDER.texts, ALARM: "1\n"}),
        "supply", "the supply was below 4.63 V", "vcgencmd get_throttled",
    ),
    "a weak supply at this moment": (
        replace(IN_ORDER, texts={**IN_ORDER.texts, THROTTLED: "50005\n"}),
        "supply", "the supply is below 4.63 V", "the supply that is made for this Raspberry Pi",
    ),
    "a sound card on pins of the dice": (
        replace(IN_ORDER, texts={**IN_ORDER.texts, **config("dtoverlay=hifiberry-dac\n")}),
        "overlays", "(dtoverlay=hifiberry-dac) takes pin 20 [38] (wired for D2), pin 21 [40]",
        "remove that line from /boot/firmware/config.txt",
    ),
    "I2S by a parameter": (
        replace(IN_ORDER, texts={**IN_ORDER.texts, **config("dtparam=i2s=on\n")}),
        "overlays", "line 1 of /boot/firmware/config.txt (I2S) takes pin 20", "wire other pins",
    ),
    "I2S by the device tree": (
        replace(
            IN_ORDER, present=IN_ORDER.present | {I2S},
            texts={**IN_ORDER.texts, I2S: "okay\0"},
        ),
        "overlays", "I2S, which the device tree switches on, takes pin 20", "wire other pins",
    ),
    "a fan on a pin of the dice": (
        replace(IN_ORDER, texts={**IN_ORDER.texts, **config("dtoverlay=gpio-fan,gpiopin=16\n")}),
        "overlays", "(dtoverlay=gpio-fan) takes pin 16 [36] (wired for D1)", "wire other pins",
    ),
    "a display that a driver of the kernel owns": (
        replace(
            IN_ORDER, bus_error=OSError(16, "Device or resource busy"),
            present=IN_ORDER.present | {"/sys/bus/i2c/drivers/ssd1307fb/1-003c"},
        ),
        "display address", "0x3C on I2C bus 1 is busy: ssd1307fb of the kernel owns it",
        "remove the dtoverlay line for ssd1307fb from /boot/firmware/config.txt",
    ),
    "a Pillow without a shared library": (
        replace(IN_ORDER, unimportable={"PIL": f"libopenjp2.so.7: {NOT_THERE}"}),
        "packages", "libopenjp2.so.7", "sudo apt install libopenjp2-7",
    ),
    "an old Python": (replace(IN_ORDER, interpreter=(3, 9, 2)), "Python", "3.9.2", "bookworm"),
    "no Pillow": (
        replace(IN_ORDER, versions={k: v for k, v in VERSIONS.items() if k != "Pillow"}),
        "packages", "Pillow is not installed", "pip install 'Pillow<14,>=9.4'",
    ),
    "a gpiozero that lost an import": (
        replace(IN_ORDER, versions=VERSIONS | {"gpiozero": "2.0.1.post2"}),
        "packages", "gpiozero is 2.0.1.post2, expected >=2.0.1.post3", "'gpiozero>=2.0.1.post3'",
    ),
    "a Pillow that is too new": (
        replace(IN_ORDER, versions=VERSIONS | {"Pillow": "14.0.0"}),
        "packages", "Pillow is 14.0.0", "pip install",
    ),
    "a package that is broken": (
        replace(IN_ORDER, unimportable={"serial": "No module named 'serial.serialutil'"}),
        "packages", "pyserial 3.5 cannot be imported (No module", "'pyserial>=3.5'",
    ),
    "a program that is not installed": (
        replace(IN_ORDER, needed=()), "packages", "is not installed", "pip install .",
    ),
    "no lgpio": (
        replace(IN_ORDER, versions={k: v for k, v in VERSIONS.items() if k != "lgpio"}),
        "lgpio", "lgpio is not installed", "pip install 'lgpio>=0.2.2'",
    ),
    "the empty lgpio": (
        replace(IN_ORDER, versions=VERSIONS | {"lgpio": "0.0.0.2"}),
        "lgpio", "lgpio 0.0.0.2 is an empty early build", "pip install 'lgpio>=0.2.2'",
    ),
    "the empty lgpio on a new Python": (
        replace(IN_ORDER, versions=VERSIONS | {"lgpio": "0.0.0.2"}, interpreter=(3, 13, 5)),
        "lgpio", "empty early build", "apt install python3-lgpio",
    ),
    "an lgpio that does not start": (
        replace(IN_ORDER, unimportable={"lgpio": "liblgpio.so.1: cannot open"}),
        "lgpio", "liblgpio.so.1", "apt install python3-lgpio",
    ),
    "another machine": (
        replace(IN_ORDER, name="Banana Pi BPI-M5"), "Raspberry Pi", "Banana", "tableside simulate",
    ),
    "a machine without a device tree": (
        replace(IN_ORDER, name=""), "Raspberry Pi", "without a device tree", "tableside simulate",
    ),
    "no GPIO devices": (
        IN_ORDER.without("/dev/gpiochip0", "/dev/gpiochip1"),
        "GPIO devices", "no /dev/gpiochip*", "apt full-upgrade",
    ),
    "no chip of the header": (
        replace(IN_ORDER, labels={0: "gpio-mockup"}),
        "GPIO chip", "not gpiochip0 gpio-mockup", "[pins] chip = N",
    ),
    "I2C never switched on": (
        replace(IN_ORDER, texts=config("#dtparam=i2c_arm=on\n")).without("/dev/i2c-1"),
        "I2C", f"{CONFIG} does not name it", "sudo raspi-config nonint do_i2c 0",
    ),
    "no config.txt": (
        replace(IN_ORDER, texts={}).without("/dev/i2c-1"),
        "I2C", f"{CONFIG} does not name it", "raspi-config nonint do_i2c 0",
    ),
    "I2C switched off": (
        replace(IN_ORDER, texts=config("dtparam=spi=on\ndtparam=i2c_arm=off\n"))
        .without("/dev/i2c-1"),
        "I2C", f"line 2 of {CONFIG} switches it off", "add dtparam=i2c_arm=on to",
    ),
    "I2C switched on, but for another model": (
        replace(IN_ORDER, texts=config("[pi5]\ndtparam=i2c_arm=on\n")).without("/dev/i2c-1"),
        "I2C", "does not name it", "do_i2c 0",
    ),
    "I2C switched on, but not started again": (
        IN_ORDER.without("/dev/i2c-1", "/sys/bus/i2c/devices/i2c-1"),
        "I2C", f"line 2 of {CONFIG} switches it on, but there is no /dev/i2c-1", "sudo reboot",
    ),
    "I2C switched on, but its driver not loaded": (
        IN_ORDER.without("/dev/i2c-1"),
        "I2C", "driver i2c-dev is not loaded", "sudo modprobe i2c-dev",
    ),
    "an I2C speed that waits for a restart": (
        replace(IN_ORDER, numbers={SPEED: 100_000}),
        "I2C speed", f"line 3 of {CONFIG} says 400000 bit/s, but it is 100000", "sudo reboot",
    ),
    "an I2C bus that is too fast": (
        replace(IN_ORDER, texts=config("dtparam=i2c=on"), numbers={SPEED: 1_000_000}),
        "I2C speed", "1000 kbit/s, expected at most 400", "i2c_arm_baudrate=400000",
    ),
    "1-Wire on a key": (
        replace(IN_ORDER, texts=config("dtparam=i2c_arm=on\n\ndtoverlay=w1-gpio\n")),
        "1-Wire", f"line 3 of {CONFIG} gives pin 4 [7] to 1-Wire, but it is wired for ok",
        f"remove dtoverlay=w1-gpio from {CONFIG}",
    ),
    "1-Wire on a dice line": (
        replace(IN_ORDER, texts=config("dtoverlay=w1-gpio-pullup,gpiopin=16\n")),
        "1-Wire", "pin 16 [36] to 1-Wire, but it is wired for D1", "dtoverlay=w1-gpio-pullup",
    ),
    "not in the group gpio": (
        replace(IN_ORDER, in_groups=("pat", "i2c"), of_groups=("pat", "i2c")),
        "groups", "pat may not use /dev/gpiochip0", "sudo usermod -aG gpio pat",
    ),
    "in no group": (
        replace(IN_ORDER, in_groups=("pat",), of_groups=("pat",)),
        "groups", "/dev/gpiochip0, /dev/gpiochip1, /dev/i2c-1", "usermod -aG gpio,i2c pat",
    ),
    "in the group i2c only since today": (
        replace(IN_ORDER, in_groups=("pat", "gpio")), "groups", "/dev/i2c-1", "log out and in",
    ),
    "not in the group dialout": (
        replace(
            IN_ORDER, present=IN_ORDER.present | {SERIAL},
            in_groups=GROUPS[:-1], of_groups=GROUPS[:-1],
        ),
        "groups", SERIAL, "usermod -aG dialout pat",
    ),
    "devices with the wrong rights": (
        replace(IN_ORDER, locked=frozenset({"/dev/i2c-1"})),
        "groups", "/dev/i2c-1", "sudo udevadm trigger",
    ),
    "a key's pin used by a program": (
        replace(IN_ORDER, users={17: "lg"}),
        "pins", "pin 17 [11] for up is used by lg", "sudo systemctl stop tableside",
    ),
    "a pin used by a driver": (
        replace(IN_ORDER, users={26: "spi0 CS1", 13: "lg"}),
        "pins", "pin 26 [37] for the cup contact is used by spi0 CS1", "do_spi 1",
    ),
    "the display at the other address": (
        replace(IN_ORDER, on_bus=(0x3D,)),
        "display address", "0x3C does not answer on I2C bus 1, but 0x3D does",
        "i2c_address = 0x3D in [display]",
    ),
    "no display": (
        replace(IN_ORDER, on_bus=(0x68,)),
        "display address", "nothing answers on I2C bus 1 at 0x3C, 0x3D", "i2cdetect -y 1",
    ),
    "a bus held down": (
        replace(IN_ORDER, bus_error=TimeoutError(110, "Connection timed out")),
        "display address", "I2C bus 1 fails ([Errno 110]", "SDA [3] and SCL [5]",
    ),
    "a folder of somebody else": (
        replace(IN_ORDER, locked=frozenset({HOME})),
        "state folder", f"pat may not write in {HOME}", f"sudo install -d -m 700 -o pat {HOME}",
    ),
    "a full card": (
        replace(IN_ORDER, free=4_200_000), "free space", "4 MB free", "sudo du -xh",
    ),
    "a clock that stood still": (
        replace(IN_ORDER, time=OLD_CLOCK), "clock", "2024-07-04 00:17 UTC is in the past",
        "timedatectl",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_the_missing_part_is_named_with_what_to_type_and_no_other(case: str) -> None:
    pi, name, text, advice = BROKEN[case]
    found = failures(findings(pi))
    assert list(found) == [name]
    assert text in found[name].text
    assert advice in found[name].advice


SPI_BROKEN: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "no spidev": (
        {"versions": {k: v for k, v in VERSIONS.items() if k != "spidev"}},
        "spidev", "spidev is not installed", "pip install 'spidev>=3.6'",
    ),
    "SPI switched off": (
        {"present": healthy(interface="spi").present - {"/dev/spidev0.0"},
         "texts": config("dtparam=spi=off\n")},
        "SPI", f"no /dev/spidev0.0: line 1 of {CONFIG} switches it off", "nonint do_spi 0",
    ),
    "not in the group spi": (
        {"in_groups": ("gpio",), "of_groups": ("gpio",)},
        "groups", "may not use /dev/spidev0.0", "usermod -aG spi pat",
    ),
    "the display's reset used by a program": (
        {"users": {25: "another program"}},
        "pins", "pin 25 [22] for the display's reset is used by another program", "end the program",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SPI_BROKEN)
def test_a_display_on_spi_has_its_own_checks(case: str) -> None:
    changes, name, text, advice = SPI_BROKEN[case]
    found = failures(findings(replace(healthy(interface="spi"), **changes), PROFILES["spi"]))
    assert list(found) == [name]
    assert text in found[name].text
    assert advice in found[name].advice


def test_a_line_of_the_generic_wiring_clashes_with_the_second_chip_select_of_spi() -> None:
    found = failures(findings(replace(healthy(), users={7: "spi0 CS1"}), "generic"))
    assert "pin 7 [26] for the cup contact is used by spi0 CS1" in found["pins"].text
    assert "dtoverlay=spi0-1cs" in found["pins"].advice


@pytest.mark.parametrize("case", BROKEN)
def test_a_check_that_needs_a_failed_one_is_skipped_and_names_it(case: str) -> None:
    pi, name, *_ = BROKEN[case]
    texts = {finding.text for finding in findings(pi).values() if finding.state == "skipped"}
    assert texts <= {f"comes after {name!r}", "needs a person at a terminal"}


CHANGES: dict[str, list[Any]] = {
    name: [value for pi, *_ in BROKEN.values() if (value := getattr(pi, name)) != whole]
    for name, whole in vars(IN_ORDER).items()
}
"""Everything that one of the cases above breaks, by the part of the machine."""


@given(
    st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values) for name, values in CHANGES.items() if values}
    )
)
def test_with_any_faults_together_the_examination_ends_with_advice(
    changes: dict[str, Any],
) -> None:
    found = findings(replace(IN_ORDER, **changes))
    assert list(found) == [check.name for check in checks(wiring.load(PROFILES["i2c"]))]
    for finding in found.values():
        assert "\n" not in finding.text + finding.advice
        assert bool(finding.advice) == (finding.state == "failed")


def test_the_chip_in_the_wiring_is_used_or_reported_missing() -> None:
    assert findings(IN_ORDER, chip=1)["GPIO chip"].text == "gpiochip1 raspberrypi-exp-gpio"
    missing = failures(findings(IN_ORDER, chip=9))
    assert list(missing) == ["GPIO chip"]
    assert "names gpiochip9, but here is gpiochip0 pinctrl-bcm2711" in missing["GPIO chip"].text


def test_a_slow_bus_is_ok_with_a_hint_to_make_it_faster() -> None:
    slow = replace(IN_ORDER, texts=config("dtparam=i2c_arm=on\n"), numbers={})
    found = findings(slow)["I2C speed"]
    assert found.state == "ok"
    assert "100 kbit/s, a whole picture takes 93 ms (dtparam=i2c_arm_baudrate=400000" in found.text


def test_one_wire_on_a_pin_that_is_not_wired_is_left_alone() -> None:
    for overlay in ("w1-gpio,gpiopin=19", "w1-gpio\ndtparam=gpiopin=19"):
        text = f"dtparam=i2c_arm\ndtoverlay={overlay}\n"
        assert failures(findings(replace(IN_ORDER, texts=config(text)))) == {}


def test_an_older_system_has_its_config_in_another_folder() -> None:
    old = replace(IN_ORDER, texts={"/boot/config.txt": "dtparam=i2c_arm=on\n"}, numbers={})
    assert findings(old)["I2C"].text == "/dev/i2c-1, switched on in line 1 of /boot/config.txt"


def test_microcontrollers_are_named() -> None:
    found = findings(replace(IN_ORDER, present=IN_ORDER.present | {SERIAL}))["serial peers"]
    assert (found.state, found.text) == ("ok", "usb-Arduino_Nano-if00")


def test_another_bus_comes_from_an_overlay(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('profile = "generic"\n[display]\ni2c_port = 3\n')
    found = failures(findings(IN_ORDER, str(own)))
    assert list(found) == ["I2C"]
    assert "dtoverlay=i2c3" in found["I2C"].advice
    there = replace(IN_ORDER, present=IN_ORDER.present | {"/dev/i2c-3"})
    assert failures(findings(there, str(own))) == {}


def test_a_probe_that_raises_fails_and_the_others_run() -> None:
    class Stumbling(FakePi):
        def free_bytes(self, path: str) -> int:
            raise PermissionError(13, "Permission denied", path)

    pi = Stumbling(**{name: getattr(IN_ORDER, name) for name in IN_ORDER.__dataclass_fields__})
    found = findings(pi)
    assert list(failures(found)) == ["free space"]
    assert found["clock"].state == "ok"


OF_MANY = ("key", "light", "dice line")
"""Kinds of checks that may occur several times."""


def test_every_check_is_in_the_troubleshooting_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "troubleshooting.md").read_text("utf-8")
    for name in findings(IN_ORDER):
        kind = next((kind for kind in OF_MANY if name.startswith(f"{kind} ")), name)
        assert f"`{kind}`" in page, name


def test_the_requirements_of_the_fake_are_those_of_the_program() -> None:
    from hardware.doctor import System
    from hardware.doctor.packages import parse

    real = {(each.name, each.extra) for each in map(parse, System().requirements())}
    assert {(each.name, each.extra) for each in map(parse, REQUIREMENTS)} <= real
