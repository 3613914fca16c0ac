"""Rules for udev, where those of the system do not say enough."""

import re
from collections.abc import Iterator

from firmware_host.install.machine import Machine
from firmware_host.install.paths import RULES, SIGNATURE
from hardware.wiring.link import LinkWiring
from hardware.wiring.wiring import Wiring

FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
"""Where udev(7) reads rules; serial ports belong to dialout by a rule of systemd itself."""

OWNERS = {"gpio": "gpio", "i2c-dev": "i2c", "spidev": "spi"}
"""The group of every subsystem whose devices are opened."""


def rules(machine: Machine, wiring: Wiring) -> str | None:
    """Return the rules that ``machine`` lacks for ``wiring``, None if it lacks none."""
    lines = [*_owners(_known(machine)), *_peers(wiring.link)]
    return "\n".join([SIGNATURE, *lines, ""]) if lines else None


def _known(machine: Machine) -> str:
    """Every rule that others have written."""
    files = [file for folder in FOLDERS for file in sorted(machine.at(folder).glob("*.rules"))]
    return "\n".join(
        file.read_text("utf-8", errors="replace") for file in files if file != machine.at(RULES)
    )


def _owners(known: str) -> Iterator[str]:
    for subsystem, group in OWNERS.items():
        if not re.search(rf'SUBSYSTEM=="{subsystem}"[^\n]*GROUP:?="{group}"', known):
            yield f'SUBSYSTEM=="{subsystem}", GROUP="{group}", MODE="0660"'


def _peers(link: LinkWiring | None) -> Iterator[str]:
    """ModemManager would open the port of every new device for some seconds."""
    for usb_id in link.usb_ids if link else ():
        vendor, _, product = usb_id.partition(":")
        yield (
            f'ACTION!="remove", SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", '
            f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}", '
            'ENV{ID_MM_DEVICE_IGNORE}="1"'
        )
