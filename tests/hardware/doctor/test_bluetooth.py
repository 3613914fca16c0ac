"""The doctor's checks of Bluetooth, on fake machines."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.doctor import Finding, Installation, checks, examine
from hardware.wiring.wiring import load
from tests.hardware.doctor.fake_pi import HOME, FakePi, healthy

ADAPTER = "/sys/class/bluetooth/hci0"
DAEMON = "/proc/412/comm"
SWITCH = "/sys/class/rfkill/rfkill0"
NOTHING: Mapping[str, str] = {}
HOTSPOT = "/etc/NetworkManager/system-connections/Hotspot.nmconnection"


def with_dice(texts: Mapping[str, str] = NOTHING) -> FakePi:
    """Return a machine with paired dice and everything that they need, and further ``texts``."""
    machine = healthy()
    said = {
        DAEMON: "bluetoothd\n",
        f"{SWITCH}/type": "bluetooth\n",
        f"{SWITCH}/soft": "0\n",
        f"{SWITCH}/hard": "0\n",
        f"{ADAPTER}/device/uevent": "DRIVER=hci_uart_bcm\n",
        **texts,
    }
    present = machine.present | {f"{HOME}/dice", ADAPTER, DAEMON, SWITCH, *said}
    return replace(
        machine,
        present=present,
        texts={**machine.texts, **said},
        versions={**machine.versions, "bleak": "3.1.0"},
        in_groups=(*machine.in_groups, "bluetooth"),
        of_groups=(*machine.of_groups, "bluetooth"),
    )


def text_of(finding: Finding) -> tuple[str, str]:
    return finding.state, finding.text


def probed(machine: FakePi, name: str = "Bluetooth dice") -> Finding:
    found = examine(checks(load("generic")), Installation(machine, load("generic"), Path(HOME)))
    return {check.name: finding for check, finding in found}[name]


def test_a_table_without_bluetooth_dice_needs_none_of_it() -> None:
    assert probed(healthy()).state == "not needed"
    assert probed(healthy(), "Bluetooth and Wi-Fi").state == "not needed"


def test_everything_is_there() -> None:
    assert probed(with_dice()) == Finding("ok", "hci0")


def test_without_the_package_its_command_is_told() -> None:
    machine = with_dice()
    finding = probed(replace(machine, versions=healthy().versions))
    assert finding.text == "the package bleak is missing"
    assert finding.advice.endswith("install 'tableside[bluetooth]'")


def test_without_an_adapter_one_is_asked_for() -> None:
    finding = probed(with_dice().without(ADAPTER, f"{ADAPTER}/device/uevent"))
    assert text_of(finding) == ("failed", "no Bluetooth adapter")


@pytest.mark.parametrize("kind", ["soft", "hard"])
def test_a_blocked_radio_is_told(kind: str) -> None:
    finding = probed(with_dice({f"{SWITCH}/{kind}": "1\n"}))
    assert text_of(finding) == ("failed", f"Bluetooth is blocked ({kind})")


def test_a_daemon_that_does_not_run_is_told() -> None:
    finding = probed(with_dice({DAEMON: "bash\n"}))
    assert text_of(finding) == ("failed", "bluetoothd does not run")


def test_who_is_not_in_the_group_is_told() -> None:
    machine = replace(with_dice(), in_groups=("pat",), of_groups=("pat",))
    assert probed(machine).advice == "sudo usermod -aG bluetooth pat, then log in again"
    later = replace(with_dice(), in_groups=("pat",))
    assert probed(later).advice == "log out and in again"


def test_a_hotspot_on_the_chip_of_the_dice_is_warned_of() -> None:
    hotspot = {HOTSPOT: "[wifi]\nmode=ap\n"}
    assert probed(with_dice(), "Bluetooth and Wi-Fi") == Finding("ok", "no hotspot")
    assert probed(with_dice(hotspot), "Bluetooth and Wi-Fi").state == "failed"
    usb = hotspot | {f"{ADAPTER}/device/uevent": "DEVTYPE=usb_interface\n"}
    assert probed(with_dice(usb), "Bluetooth and Wi-Fi").state == "ok"
