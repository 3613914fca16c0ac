"""The sections [switches] and [keyboards] of a wiring: input for people who cannot use the keys.

>>> DEVICES.fits(["046d:c31c", "Big Keys*"]), DEVICES.fits([]), DEVICES.fits("*")
(True, False, False)
"""

from collections.abc import Mapping
from typing import Literal

from hardware.wiring.header import PIN
from hardware.wiring.schema import Kind, one_of

SWITCHES = ("next", "take")
"""The contacts of people who play with one switch (take) or two: one goes on, the other takes."""

Scanning = Literal["off", "one", "two"]
"""How many switches people play with: the machine offers what the keys do, one after the other."""

LONGEST_NAME = 80
"""Characters; the names that the kernel makes for devices on USB have some sixty at most."""


def _is_device(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


DEVICES = Kind(
    'a list of USB ids and names of input devices, such as ["046d:c31c", "Big Keys*"], or ["*"]',
    lambda value: isinstance(value, list) and value != [] and all(map(_is_device, value)),
)

SWITCH_PINS: Mapping[str, Kind] = {
    **dict.fromkeys(SWITCHES, PIN),
    "scanning": one_of(("one", "two")),
}
KEYBOARDS: Mapping[str, Kind] = {"find": DEVICES}
