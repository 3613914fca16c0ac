"""A Pico at the end of the simulated USB cable: the firmware in its own MicroPython."""

import os
import subprocess
import tty
from collections.abc import Collection
from pathlib import Path

from hardware.firmware import settings
from tests.machine import image, usb
from tests.machine.on_usb import MORE_KEYS

SCRIPT = Path(__file__).with_name("on_usb.py")
ROOT = SCRIPT.parents[2]
PINS = dict(settings.KEYS + MORE_KEYS + settings.TRAY)
"""The pins of its keys and of its tray."""


class Pico:
    """A Pico with keys, a tray and a ``board`` of columns and rows; its cable is out.

    ``folder`` is where its contacts are kept for it to read.
    """

    def __init__(self, board: tuple[int, int], folder: Path) -> None:
        usb.make()
        self._board, self._contacts = board, folder / "contacts"
        self._closed = self._occupied = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._tell()

    def plug(self) -> None:
        """Put the cable in: the firmware starts."""
        usb.plug()
        port = os.open(usb.DEVICE, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(port)
        size = map(str, self._board)
        self._process = subprocess.Popen(
            [image.folder() / "micropython", SCRIPT, self._contacts, *size],
            stdin=port, stdout=port, stderr=subprocess.PIPE,
            env=os.environ | {"MICROPYPATH": str(ROOT)},
        )  # fmt: skip
        os.close(port)

    def unplug(self) -> None:
        """Pull the cable, which is its supply, too. Twice is fine."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
            usb.unplug()

    def drive(self, line: str, is_open: bool) -> None:
        """Open the contact of ``line``, a key or a line of the tray, or close it."""
        bit = 1 << PINS[line]
        self._closed = self._closed & ~bit if is_open else self._closed | bit
        self._tell()

    def sense(self, fields: Collection[tuple[int, int]]) -> None:
        """Let pieces stand on ``fields`` (column, row), and on no other."""
        columns = self._board[0]
        self._occupied = sum(1 << row * columns + column for column, row in fields)
        self._tell()

    def _tell(self) -> None:
        new = self._contacts.with_suffix(".new")
        new.write_text(f"{self._closed:x} {self._occupied:x}\n", encoding="ascii")
        new.replace(self._contacts)
