"""The section [link] of a wiring: which serial ports are peers, and what they offer.

>>> PORTS.fits(["2e8a:0005", "/dev/serial/by-id/usb-*"]), PORTS.fits(["ttyACM0"]), PORTS.fits([])
(True, False, False)
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hardware.wiring.schema import Kind, several

USB_ID = re.compile(r"[0-9a-f]{4}:[0-9a-f]{4}")

PICO = "2e8a:0005"
"""The USB id of MicroPython on a Raspberry Pi Pico (MicroPython, ports/rp2/mpconfigport.h)."""

LONGEST_PATH = 200
"""The longest path of a port; those that udev makes have some eighty characters."""

BRINGS = ("keys", "tray", "board", "dice")


def _is_port(value: object) -> bool:
    if not isinstance(value, str):
        return False
    is_path = value.startswith("/") and value.isprintable() and len(value) <= LONGEST_PATH
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
