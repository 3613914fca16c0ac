"""Rules for devices (udev), where those of the system are not enough."""

import re
from collections.abc import Iterable, Iterator

from firmware_host.setup.machine import Machine
from firmware_host.setup.paths import RULES, SIGNATURE
from hardware.wiring.link import LinkWiring
from hardware.wiring.wiring import Wiring

FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
"""The folders that udev(7) reads. A rule of systemd itself gives serial ports to dialout."""

GROUP_OF = {"gpio": "gpio", "i2c-dev": "i2c", "spidev": "spi"}
"""The group for the devices of each subsystem that the program uses."""


def rules(machine: Machine, wiring: Wiring) -> str | None:
    """Return the rules that ``machine`` lacks for ``wiring``; None if it lacks none."""
    links = [wiring.link] if wiring.link else []
    lines = [*_groups(_other_rules(machine)), *serial_rules(links)]
    return "\n".join([SIGNATURE, *lines, ""]) if lines else None


def serial_rules(links: Iterable[LinkWiring]) -> Iterator[str]:
    """Yield rules that keep ModemManager away: it would open each new port for some seconds."""
    for usb_id in (usb_id for link in links for usb_id in link.usb_ids):
        vendor, _, product = usb_id.partition(":")
        yield (
            f'ACTION!="remove", SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", '
            f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}", '
            'ENV{ID_MM_DEVICE_IGNORE}="1"'
        )


def _other_rules(machine: Machine) -> str:
    """Return all rules that are not ours."""
    files = [file for folder in FOLDERS for file in sorted(machine.at(folder).glob("*.rules"))]
    return "\n".join(
        file.read_text("utf-8", errors="replace") for file in files if file != machine.at(RULES)
    )


def _groups(others: str) -> Iterator[str]:
    for subsystem, group in GROUP_OF.items():
        if not re.search(rf'SUBSYSTEM=="{subsystem}"[^\n]*GROUP:?="{group}"', others):
            yield f'SUBSYSTEM=="{subsystem}", GROUP="{group}", MODE="0660"'
