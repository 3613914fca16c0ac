"""The 40-pin header, and the smaller sections of a wiring: links to peers, switches and keyboards.

Source of the tables of the header: Raspberry Pi documentation, GPIO and the 40-pin header.

>>> PORTS.fits(["2e8a:0005", "/dev/serial/by-id/usb-*"]), PORTS.fits(["ttyACM0"]), PORTS.fits([])
(True, False, False)

Switches and keyboards are input for people who cannot use the keys.

>>> DEVICES.fits(["046d:c31c", "Big Keys*"]), DEVICES.fits([]), DEVICES.fits("*")
(True, False, False)
>>> DEVICES.fits(["/dev/input/by-path/*-usb-0:1.2:1.0-*"]), DEVICES.fits(["/dev/input/event3"])
(True, False)
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from hardware.wiring.schema import Kind, one_of, several, whole

PIN = whole(2, 27, "a BCM pin (0 and 1 belong to the HAT EEPROM)")

PLACES: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}  # fmt: skip
"""The place on the header of each BCM pin."""

I2C_PINS: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of an I2C bus; an overlay decides where other buses are."""

SPI_PINS: Mapping[int, tuple[int, int]] = {0: (11, 10), 1: (21, 20)}
"""SCLK and MOSI of an SPI bus."""

CHIP_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}
"""The chip selects of an SPI bus, in the order of their numbers."""


def where(pin: int) -> str:
    """Return the BCM ``pin`` as messages name it, with its place on the header in brackets.

    >>> where(17)
    'pin 17 [11]'
    """
    return f"pin {pin} [{PLACES[pin]}]"


USB_ID = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")

PICO = "2e8a:0005"
"""The USB id of MicroPython on a Raspberry Pi Pico (MicroPython, ports/rp2/mpconfigport.h)."""

LONGEST_PORT = 200
"""The longest path of a port; those that udev makes have some eighty characters."""

BRINGS = ("keys", "tray", "board", "dice")


def _is_port(value: object) -> bool:
    if not isinstance(value, str):
        return False
    is_path = value.startswith("/") and value.isprintable() and len(value) <= LONGEST_PORT
    return is_path or USB_ID.fullmatch(value) is not None


PORTS = Kind(
    f'a list of USB ids and paths, such as ["{PICO}", "/dev/serial/by-id/usb-MicroPython_*"]',
    lambda value: isinstance(value, list) and value != [] and all(map(_is_port, value)),
)
LINK: Mapping[str, Kind] = {"find": PORTS, "brings": several(BRINGS, 0, '["keys", "board"]')}


class LinkWiring(Struct, frozen=True):
    """Where to ``find`` the peers of the serial link, and what they are expected to offer.

    ``find`` has USB ids (vendor and product, four hex digits each) and paths, in which ``*`` stands
    for anything. ``brings`` are some of BRINGS.
    """

    find: tuple[str, ...] = (PICO,)
    brings: tuple[str, ...] = ()

    @property
    def usb_ids(self) -> tuple[str, ...]:
        """The USB ids to look for."""
        return tuple(each for each in self.find if USB_ID.fullmatch(each))

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths to look for."""
        return tuple(each for each in self.find if not USB_ID.fullmatch(each))


def link_wiring(table: Mapping[str, Any]) -> LinkWiring:
    """Return the section [link] in ``table``.

    >>> link_wiring({"find": ["2e8a:0005"], "brings": ["board"]})
    LinkWiring(find=('2e8a:0005',), brings=('board',))
    """
    return LinkWiring(tuple(table["find"]), tuple(table.get("brings", ())))


SWITCHES = ("next", "take")
"""The contacts of people who play with one switch (take) or two: one goes on, the other takes."""

Scanning = Literal["off", "one", "two"]
"""How many switches people play with: the machine offers what the keys do, one after the other."""

LONGEST_NAME, LONGEST_PATH = 80, 255
"""Characters; the names that the kernel makes for devices on USB have some sixty at most."""

PATHS = ("/dev/input/by-path/", "/dev/input/by-id/")
"""Where udev keeps names of input devices that stay; the numbers of ``eventN`` do not."""


def _is_device(value: object) -> bool:
    if not isinstance(value, str) or not value.isprintable():
        return False
    if value.startswith("/dev/"):
        return value.startswith(PATHS) and len(value) <= LONGEST_PATH
    return 0 < len(value) <= LONGEST_NAME


DEVICES = Kind(
    'a list of USB ids, names and paths below "/dev/input/by-path" or "/dev/input/by-id" of input '
    'devices, such as ["046d:c31c", "Big Keys*"], or ["*"]',
    lambda value: isinstance(value, list) and value != [] and all(map(_is_device, value)),
)

SWITCH_PINS: Mapping[str, Kind] = {
    **dict.fromkeys(SWITCHES, PIN),
    "scanning": one_of(("one", "two")),
}
KEYBOARDS: Mapping[str, Kind] = {"find": DEVICES}
