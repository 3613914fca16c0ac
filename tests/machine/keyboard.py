"""A keyboard of the simulated machine, made with uinput: the kernel cannot tell it from one on USB.

Numbers and structures are those of include/uapi/linux/uinput.h.
"""

import fcntl
import os
import struct
import time
from collections.abc import Collection
from pathlib import Path

from hardware.input.plugged_keyboards import KEY, LINES, SYNCHRONISE, record

UINPUT = Path("/dev/uinput")
SET_TYPE, SET_KEY, SET_UP = 0x40045564, 0x40045565, 0x405C5503
CREATE, DESTROY = 0x5501, 0x5502
SETUP = struct.Struct("@HHHH80sI")
USB = 3
NAME = b"Big Keys"
PATIENCE = 10.0

CODES = {line: code for (_, code), line in reversed([*LINES.items()])}
CODES["ok"] = CODES["take"]
"""The first key of each line; a keyboard has no OK but Enter."""


class UinputKeyboard:
    """A keyboard with one key for each key and switch of a table; it is plugged in."""

    def __init__(self) -> None:
        self._file = -1
        self.plug()

    def plug(self) -> None:
        """Plug it in, with no key down."""
        before = _nodes()
        self._file = os.open(UINPUT, os.O_WRONLY | os.O_NONBLOCK)
        fcntl.ioctl(self._file, SET_TYPE, KEY)
        for code in CODES.values():
            fcntl.ioctl(self._file, SET_KEY, code)
        fcntl.ioctl(self._file, SET_UP, SETUP.pack(USB, 0x046D, 0xC31C, 1, NAME, 0))
        fcntl.ioctl(self._file, CREATE)
        end = time.monotonic() + PATIENCE
        while _nodes() == before:
            if time.monotonic() > end:
                raise TimeoutError("no file in /dev/input")
            time.sleep(0.005)

    def unplug(self) -> None:
        """Pull it out. Twice is fine."""
        if self._file >= 0:
            fcntl.ioctl(self._file, DESTROY)
            os.close(self._file)
            self._file = -1

    def drive(self, line: str, is_open: bool) -> None:
        """Press the key of ``line``, or let it go, while it is plugged in."""
        if self._file >= 0:
            os.write(self._file, record(KEY, CODES[line], int(not is_open)))
            os.write(self._file, record(SYNCHRONISE, 0, 0))

    def sense(self, fields: Collection[tuple[int, int]]) -> None:
        """Do nothing: a keyboard senses no pieces."""


def _nodes() -> set[str]:
    folder = Path("/dev/input")
    return {file.name for file in folder.iterdir()} if folder.exists() else set()
