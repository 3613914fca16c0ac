"""A simulated framebuffer: the memory behind a screen, as the kernel shows it to programs."""

import errno
import os

from PIL import Image

from hardware.display.framebuffer.device import fitted_to
from hardware.display.framebuffer.scaling import Placement
from hardware.display.framebuffer.screen import Channel, Screen
from hardware.errors import SimulationError
from hardware.simulated.panel_model import TURNS
from hardware.wiring.display import DisplayWiring

SEVEN_INCHES = (800, 480)
"""The pixels of the usual screen on the DSI connector (Raspberry Pi Touch Display)."""

PADDING = 64
"""Bytes at the end of each row that no pixel uses, as some drivers have them."""

CHANNELS = {
    16: (Channel(11, 5), Channel(5, 6), Channel(0, 5)),
    32: (Channel(16, 8), Channel(8, 8), Channel(0, 8)),
}
"""Red, green and blue of RGB565 and XRGB8888."""

RAW = {16: "BGR;16", 32: "BGRX"}
"""What Pillow calls these pixels."""

NOISE = 0x5A


def screen_of(size: tuple[int, int], depth: int = 32) -> Screen:
    """Return a screen of ``size`` pixels with ``depth`` bits each (16 or 32), and padded rows."""
    return Screen(size, depth, size[0] * depth // 8 + PADDING, CHANNELS[depth], name="simulated")


class SimulatedFramebuffer:
    """The framebuffer that ``display`` names, with its ``screen``; panel and bus in one.

    :attr:`memory` is what was written, and :attr:`bytes_sent` counts it. While :attr:`plugged` is
    False, every call fails as in a kernel whose driver has gone.
    """

    def __init__(self, display: DisplayWiring, screen: Screen | None = None) -> None:
        turned = display.rotate % 2
        self.screen = screen or screen_of(SEVEN_INCHES[::-1] if turned else SEVEN_INCHES)
        self.contrast = 0
        self.plugged, self.is_blank = True, True
        self.bytes_sent = self.transfers = 0
        self._wiring = display
        self.power_up()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture that people see, in pixels."""
        return self._display.size

    def power_up(self) -> None:
        """Start as with the text of a console in the memory."""
        self.memory = bytearray([NOISE]) * (self.screen.line_length * self.screen.size[1])

    def unplug(self) -> None:
        """Take the driver of the screen away."""
        self.plugged = False

    def plug(self, screen: Screen | None = None) -> None:
        """Load the driver again, of another ``screen`` if one is given; the picture is lost."""
        self.screen = screen or self.screen
        self.power_up()
        self.plugged = True

    def opened(self) -> "SimulatedFramebuffer":
        """Return the framebuffer, ready for use; OSError while it is unplugged."""
        self._check_plugged(errno.ENOENT)
        return self

    def ask(self) -> Screen:
        """Return the screen."""
        self._check_plugged(errno.ENODEV)
        return self.screen

    def write(self, place: int, data: bytes) -> None:
        """Write ``data`` from byte ``place`` on; SimulationError beyond the pixels of a row."""
        self._check_plugged(errno.ENODEV)
        used = self.screen.size[0] * self.screen.pixel_bytes
        row, column = divmod(place, self.screen.line_length)
        if column + len(data) > used or row >= self.screen.size[1]:
            raise SimulationError(f"expected {used} bytes in a row, not {column + len(data)}")
        self.memory[place : place + len(data)] = data
        self.bytes_sent += len(data)
        self.transfers += 1

    def unblank(self) -> None:
        """Light the screen."""
        self.is_blank = False

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    @property
    def is_lit(self) -> bool:
        """Whether the screen shows anything."""
        return self.plugged and not self.is_blank

    is_on = is_lit

    def glass(self) -> Image.Image:
        """Return all pixels of the screen, of mode "RGB"."""
        width, height = self.screen.size
        if not self.is_lit:
            return Image.new("RGB", (width, height))
        raw = RAW[self.screen.depth]
        return Image.frombytes(
            "RGB", (width, height), bytes(self.memory), "raw", raw, self.screen.line_length
        )

    def greys(self) -> Image.Image:
        """Return the picture that people see, of mode "L" and :attr:`size`."""
        picture = self._display.width, self._display.height
        left, top, scale = Placement.of(picture, self.screen.size)
        box = (left, top, left + picture[0] * scale, top + picture[1] * scale)
        grey = self.glass().crop(box).resize(picture, Image.Resampling.NEAREST).convert("L")
        turn = TURNS[self._display.rotate]
        return grey if turn is None else grey.transpose(turn)

    def image(self) -> Image.Image:
        """Return the picture that people see, of mode "1": what is not black is lit."""
        return self.greys().point([0] + [255] * 255, "1")

    @property
    def _display(self) -> DisplayWiring:
        return fitted_to(self._wiring, self.screen)

    def _check_plugged(self, number: int) -> None:
        if not self.plugged:
            raise OSError(number, os.strerror(number))
