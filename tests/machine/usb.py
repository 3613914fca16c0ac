"""A USB serial device of the simulated machine, with the ids of a Pico that runs MicroPython."""

import os
import time
from pathlib import Path

GADGET = Path("/sys/kernel/config/usb_gadget/pico")
ENGLISH = "0x409"
CONTROLLER = "dummy_udc.0"
HOST, DEVICE = Path("/dev/ttyACM0"), Path("/dev/ttyGS0")
"""The program's end of the cable, and the firmware's."""

FACTS = {
    "idVendor": "0x2e8a",
    "idProduct": "0x0005",
    "bcdUSB": "0x0200",
    f"strings/{ENGLISH}/manufacturer": "MicroPython",
    f"strings/{ENGLISH}/product": "Board in FS mode",
    f"strings/{ENGLISH}/serialnumber": "e6614c311b7e6a35",
}
PATIENCE = 10.0
"""Seconds within which the kernel makes a device or takes it away."""


def make() -> None:
    """Make the device, unless it is made already; its cable is out."""
    if GADGET.exists():
        return
    for folder in (f"strings/{ENGLISH}", "configs/c.1", "functions/acm.0"):
        (GADGET / folder).mkdir(parents=True)
    for name, value in FACTS.items():
        (GADGET / name).write_text(value, encoding="ascii")
    (GADGET / "configs/c.1/acm.0").symlink_to(GADGET / "functions/acm.0")


def plug() -> None:
    """Put the cable in."""
    (GADGET / "UDC").write_text(CONTROLLER, encoding="ascii")
    _wait(is_there=True)


def unplug() -> None:
    """Pull the cable."""
    (GADGET / "UDC").write_text("\n", encoding="ascii")
    _wait(is_there=False)


def say_to(end: Path, data: bytes) -> None:
    """Write ``data`` into one ``end`` of the cable, whoever has it open."""
    descriptor = os.open(end, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        os.write(descriptor, data)
    finally:
        os.close(descriptor)


def _wait(is_there: bool) -> None:
    end = time.monotonic() + PATIENCE
    while HOST.exists() != is_there:
        if time.monotonic() > end:
            raise TimeoutError(f"{HOST} is {'not ' if is_there else ''}there")
        time.sleep(0.005)
