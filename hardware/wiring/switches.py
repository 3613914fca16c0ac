"""The sections [switches] and [keyboards] of a wiring: input for people who cannot use the keys.

>>> DEVICES.fits(["046d:c31c", "Big Keys*"]), DEVICES.fits([]), DEVICES.fits("*")
(True, False, False)
>>> DEVICES.fits(["/dev/input/by-path/*-usb-0:1.2:1.0-*"]), DEVICES.fits(["/dev/input/event3"])
(True, False)
"""

from collections.abc import Mapping
from typing import Literal

from hardware.wiring.header import PIN
from hardware.wiring.schema import Kind, one_of

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
