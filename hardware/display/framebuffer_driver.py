"""An open framebuffer of the kernel, and what writes into it what has changed of a picture.

luma.core has such a display too (``linux_framebuffer``). It takes the size of the virtual screen
for that of the visible one, knows no row that is longer than its pixels, turns grey into colour
pixel by pixel in Python, and cannot be told that its screen has gone; so the few lines are here.
"""

import errno
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from PIL import Image, ImageChops

from hardware import DisplayError
from hardware.display.framebuffer import (
    BLANK,
    FIXED,
    GET_FIXED,
    GET_VARIABLE,
    VARIABLE,
    FactsBelow,
    Placement,
    Screen,
    fitted_to,
    screen_named,
)
from hardware.wiring.display import DisplayWiring

GAMMA = 2.2
"""The light of a pixel grows with this power of its level (sRGB, IEC 61966-2-1, nearly)."""

FULL = 255
TURNS = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)

ROWS_A_SLICE, BETWEEN_SLICES = 8, 0.02
"""Rows of the picture that a refresh writes at once, and seconds between two slices: presses come
first."""


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


class Writer(Struct, frozen=True):
    """Writes pixels of a picture as squares of pixels of ``screen``, where ``placement`` says."""

    framebuffer: Framebuffer
    screen: Screen
    placement: Placement
    tables: tuple[bytes, ...]

    def write(self, levels: bytes, x: int, y: int) -> None:
        """Write the greys ``levels`` from pixel ``x``, ``y`` of the picture on."""
        left, top, scale = self.placement
        wide = self._encoded(levels)
        for row in range(top + y * scale, top + (y + 1) * scale):
            self.framebuffer.write(self.screen.place(left + x * scale, row), wide)

    def darken(self, first: int, end: int) -> None:
        """Make the rows from ``first`` up to ``end`` of the screen dark."""
        dark = self._dark(self.screen.size[0])
        for row in range(first, end):
            self.framebuffer.write(self.screen.place(0, row), dark)

    def darken_beside(self, y: int, columns: int) -> None:
        """Make what is left and right of row ``y`` of a picture of so many ``columns`` dark."""
        left, top, scale = self.placement
        end = left + columns * scale
        for row in range(top + y * scale, top + (y + 1) * scale):
            for start, pixels in ((0, left), (end, self.screen.size[0] - end)):
                if pixels:
                    self.framebuffer.write(self.screen.place(start, row), self._dark(pixels))

    def _dark(self, pixels: int) -> bytes:
        return bytes(table[0] for table in self.tables) * pixels

    def _encoded(self, levels: bytes) -> bytes:
        step = self.placement.scale * len(self.tables)
        wide = bytearray(len(levels) * step)
        for place, table in enumerate(self.tables):
            plane = levels.translate(table)
            for first in range(place, step, len(self.tables)):
                wide[first::step] = plane
        return bytes(wide)


class FramebufferDriver:
    """Drives the framebuffer of ``display``, which ``connect`` opens.

    The methods raise OSError when there is no such framebuffer, or none any more.
    """

    tells = True

    def __init__(self, display: DisplayWiring, connect: Callable[[], Framebuffer]) -> None:
        self._display, self._connect = display, connect
        self._writer: Writer | None = None
        self._shown: Image.Image | None = None
        self._brightness = FULL

    def fit(self) -> tuple[int, int]:
        """Return the size of the picture for the screen that is there now, as people see it."""
        with closing(self._connect()) as framebuffer:
            self._display = fitted_to(self._display, framebuffer.ask())
        return self._display.size

    def start(self, image: Image.Image, brightness: int) -> None:
        """Open the framebuffer and show ``image`` at ``brightness`` (0 to 255), all else dark."""
        self.cleanup()
        framebuffer = self._connect()
        try:
            screen = framebuffer.ask()
            placement = self._placed(screen)
        except OSError:
            framebuffer.close()
            raise
        self._writer = Writer(framebuffer, screen, placement, screen.tables())
        framebuffer.unblank()
        self._brightness = brightness
        self._shown = self._lit(image)
        for _ in self.refresh():
            pass

    def display(self, image: Image.Image) -> bool:
        """Show ``image``, of mode "1" or "L"; return whether anything had to be written."""
        wanted = self._lit(image)
        before, self._shown = self._shown, None
        assert before is not None, "the screen is started"
        changed = ImageChops.difference(before, wanted)
        box = changed.getbbox()
        if box is not None:
            self._write_rows(wanted, changed, range(box[1], box[3]))
        self._shown = wanted
        return box is not None

    def refresh(self) -> Iterator[float]:
        """Write the whole screen again, slice by slice: the console may have written over it."""
        shown, writer = self._shown, self._writer
        assert shown is not None, "the screen is started"
        assert writer is not None, "the screen is started"
        _, top, scale = writer.placement
        writer.darken(0, top)
        for first in range(0, shown.height, ROWS_A_SLICE):
            yield BETWEEN_SLICES
            if self._writer is not writer or self._shown is None:
                return
            for y in range(first, min(first + ROWS_A_SLICE, shown.height)):
                writer.darken_beside(y, shown.width)
                writer.write(_row(self._shown, 0, y, shown.width), 0, y)
        yield BETWEEN_SLICES
        writer.darken(top + shown.height * scale, writer.screen.size[1])

    def contrast(self, brightness: int) -> None:
        """Set the brightness from 0 to 255; the next picture has it."""
        self._brightness = brightness

    def is_on(self) -> bool:
        """Return whether the screen is still the one on which the picture was started."""
        writer = self._writer
        return writer is not None and writer.framebuffer.ask() == writer.screen

    def hide(self) -> None:
        """Turn the screen dark."""
        if self._writer is not None:
            self._writer.darken(0, self._writer.screen.size[1])

    def cleanup(self) -> None:
        """Close the framebuffer and leave the picture as it is. Doing it twice is harmless."""
        writer, self._writer, self._shown = self._writer, None, None
        if writer is not None:
            writer.framebuffer.close()

    def _write_rows(self, wanted: Image.Image, changed: Image.Image, rows: range) -> None:
        assert self._writer is not None, "the screen is started"
        for y in rows:
            columns = changed.crop((0, y, wanted.width, y + 1)).getbbox()
            if columns is not None:
                left, _, right, _ = columns
                self._writer.write(_row(wanted, left, y, right), left, y)

    def _placed(self, screen: Screen) -> Placement:
        picture = self._display.width, self._display.height
        placement = Placement.of(picture, screen.size)
        if not placement.scale:
            raise DisplayError(
                f"the screen has {screen.size[0]}x{screen.size[1]} pixels, the picture "
                f"{picture[0]}x{picture[1]}: put a smaller width and height into the wiring"
            )
        return placement

    def _lit(self, image: Image.Image) -> Image.Image:
        """Return ``image`` as it lies on the screen, in the greys of the brightness."""
        share = (self._brightness / FULL) ** (1 / GAMMA)
        grey = image.convert("L").point([round(level * share) for level in range(FULL + 1)])
        turn = TURNS[self._display.rotate]
        return grey if turn is None else grey.transpose(turn)


def _row(image: Image.Image, left: int, y: int, right: int) -> bytes:
    return image.crop((left, y, right, y + 1)).tobytes()
