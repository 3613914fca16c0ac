"""Open a framebuffer of the kernel, and choose the picture for its screen."""

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from hardware.display.framebuffer.names import FactsBelow, screen_named
from hardware.display.framebuffer.scaling import picture_for
from hardware.display.framebuffer.screen import (
    BLANK,
    FIXED,
    GET_FIXED,
    GET_VARIABLE,
    VARIABLE,
    Screen,
)
from hardware.wiring.display import DisplayWiring

SHOWN = 0
"""The argument FB_BLANK_UNBLANK of the request FBIOBLANK."""


class Framebuffer(Protocol):
    """An open framebuffer. Every method may raise OSError."""

    def ask(self) -> Screen:
        """Return its screen; DisplayError if pixels of its kind cannot be written."""

    def write(self, place: int, data: bytes) -> None:
        """Write ``data`` from byte ``place`` on."""

    def unblank(self) -> None:
        """Light the screen, should the console have switched it off."""

    def close(self) -> None:
        """Close it; what is shown stays."""


class KernelFramebuffer:
    """The framebuffer of the kernel at ``path``; OSError if it cannot be opened."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def ask(self) -> Screen:
        variable, fixed = bytearray(VARIABLE.size), bytearray(FIXED.size)
        fcntl.ioctl(self._file, GET_VARIABLE, variable)
        fcntl.ioctl(self._file, GET_FIXED, fixed)
        return Screen.parsed(bytes(variable), bytes(fixed))

    def write(self, place: int, data: bytes) -> None:
        if os.pwrite(self._file, data, place) != len(data):
            raise OSError(errno.EIO, "the framebuffer took only a part of a row")

    def unblank(self) -> None:
        with suppress(OSError):  # not every driver can switch its screen
            fcntl.ioctl(self._file, BLANK, SHOWN)

    def close(self) -> None:
        os.close(self._file)


def open_screen(wanted: str, root: Path = Path("/")) -> KernelFramebuffer:
    """Open the framebuffer that ``wanted`` names now, below ``root``, the root of the file system.

    Raises OSError if it cannot be opened; DisplayError, which lists what is there, if ``wanted``
    names none or several.
    """
    below = f"{root}/{wanted.lstrip('/')}"
    if wanted.startswith("/dev/fb") and Path(below).exists():
        return KernelFramebuffer(below)
    return KernelFramebuffer(f"{root}{screen_named(wanted, FactsBelow(root)).node}")


def fitted_to(display: DisplayWiring, screen: Screen) -> DisplayWiring:
    """Return ``display`` with the picture that is best for ``screen``, if it is to fit the screen.

    >>> display = DisplayWiring("framebuffer", "kernel", 160, 96, rotate=1, fits_screen=True)
    >>> fitted_to(display, Screen((320, 240), 16, 640, ())).size
    (120, 160)
    """
    if not display.fits_screen:
        return display
    width, height = picture_for(screen, display.rotate)
    return replace(display, width=width, height=height)
