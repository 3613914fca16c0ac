"""The simulated display of a wiring: its panel on an I2C or SPI bus, or a screen of the kernel.

The SH1107 behaves as its datasheet (Sino Wealth) describes it and luma drives it. The framebuffer
is the memory behind a screen, as the kernel shows it to programs.
"""

import errno
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hardware import SimulationError
from hardware.display.framebuffer import Channel, Placement, Screen, fitted_to
from hardware.simulated.controllers import (
    PageAddressedModel,
    SH1106Model,
    SSD1305Model,
    SSD1306Model,
    SSD1309Model,
    SSD1327Model,
    addressing,
)
from hardware.simulated.panel_model import (
    COMMON,
    CONTROL_COMMANDS,
    CONTROL_DATA,
    Command,
    PanelModel,
    ignoring,
    mirrored,
    turned,
)
from hardware.wiring.display import LIKE_SSD1306, DisplayWiring
from hardware.wiring.sections import did_you_mean

if TYPE_CHECKING:
    from PIL import Image

# Commands that set up the panel and change nothing that is modelled, with their arguments:
# multiplex ratio, DC-DC converter, offset, clock, pre-charge, VCOM level, start line.
SET_UP = {0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1, 0xDC: 1}

# page addressing; and what luma sends because the SSD1306 has it
NO_ARGUMENT = {0x20: 0, 0xDA: 0}


class SH1107Model(PageAddressedModel):
    """An SH1107 of up to 128 x 128 pixels: page addressing, each byte advances the column.

    The first column is at the left and the first row at the top, unless they are remapped.
    """

    PAGES = 16
    CONTRAST = 0x80
    IDENTITY = 0x07
    HAS_PUMP = True
    MODULES: ClassVar = {}

    def _lines(self) -> "Image.Image":
        picture = self._memory_picture()
        if self._is_remapped:
            picture = mirrored(picture)
        if self._scan.is_reversed:
            picture = mirrored(turned(picture, 2))
        return picture

    def _glass(self, width: int, height: int) -> "Image.Image":
        return self._lines().crop((self._left, 0, self._left + width, height))

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **COMMON,
        **ignoring(SET_UP | NO_ARGUMENT),
        **addressing(PAGES, 8),
    }


MODELS: Mapping[str, type[PanelModel]] = {
    **dict.fromkeys(LIKE_SSD1306, SSD1306Model),
    "ssd1309": SSD1309Model,
    "ssd1305": SSD1305Model,
    "sh1106": SH1106Model,
    "sh1107": SH1107Model,
    "ssd1327": SSD1327Model,
}
"""The model of each controller that can be simulated."""

BLOCK = 32
"""The largest number of data bytes in an SMBus block (SMBus 2.0, 5.5.7)."""

MESSAGES = 42
"""The largest number of messages in one transfer (linux/i2c-dev.h)."""

TRANSFER = 4096
"""The largest number of bytes in one transfer, spidev's default."""


class SimulatedI2c:
    """An I2C bus with smbus2's interface and ``panel`` at ``address``.

    :attr:`bytes_sent` counts the bytes on the wire of every message that was acknowledged: the
    address, the control byte and the data. :attr:`transfers` counts the calls that send, and
    :attr:`reads` how often the panel was read. While :attr:`plugged` is False nothing answers, and
    a transfer fails as in the kernel, with ``EREMOTEIO``; while :attr:`readable` is False, only
    reading fails.
    """

    def __init__(self, panel: PanelModel, address: int = 0x3C) -> None:
        self.plugged = self.readable = True
        self.bytes_sent = self.transfers = self.reads = 0
        self._panel, self._address = panel, address

    def unplug(self) -> None:
        """Disconnect the panel from the bus and its supply."""
        self.plugged = False

    def plug(self) -> None:
        """Connect the panel again; it has lost its memory."""
        self._panel.power_up()
        self.plugged = True

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """Send ``register`` (a display's control byte) and at most 32 bytes of ``data``."""
        if len(data) > BLOCK:
            raise SimulationError(f"expected at most {BLOCK} bytes in a block, not {len(data)}")
        self.transfers += 1
        self._send(address, bytes([register, *data]))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send each of ``messages``, which are smbus2's ``i2c_msg.write``."""
        if len(messages) > MESSAGES:
            raise SimulationError(f"expected at most {MESSAGES} messages, not {len(messages)}")
        self.transfers += 1
        for message in messages:
            self._send(message.addr, bytes(message))

    def read_byte_data(self, address: int, register: int) -> int:
        """Send ``register`` (a display's control byte) and return the byte that is read then."""
        self._check_answers(address, answers=self.readable)
        self.reads += 1
        self._panel.write_cut(bytes([register]))
        return self._panel.status()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _send(self, address: int, message: bytes) -> None:
        self._check_answers(address)
        self._panel.write(message)
        self.bytes_sent += 1 + len(message)

    def _check_answers(self, address: int, answers: bool = True) -> None:
        if not (self.plugged and answers and address == self._address):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class SimulatedSpi:
    """An SPI bus with spidev's interface and ``panel`` on it; nothing shows whether it is there.

    ``data_command`` and ``reset`` are gpiozero's mock pins of those lines; ``reset`` is None where
    there is no reset line. :attr:`bytes_sent` counts the bytes on the wire, received or not, and
    :attr:`transfers` the calls. While :attr:`plugged` is False nothing arrives.
    """

    def __init__(self, panel: PanelModel, data_command: Any, reset: Any = None) -> None:
        self.plugged, self.is_open = True, False
        self.bytes_sent = self.transfers = self.max_speed_hz = 0
        self._panel, self._data_command, self._reset = panel, data_command, reset

    def unplug(self) -> None:
        """Disconnect the panel from the bus and its supply."""
        self.plugged = False

    def plug(self) -> None:
        """Connect the panel again; it has lost its memory."""
        self._panel.power_up()
        self.plugged = True

    def open(self, bus: int, device: int) -> None:
        """Open the bus; its number does not matter."""
        self.is_open = True

    def writebytes(self, data: Sequence[int]) -> None:
        """Send ``data``: parts of a picture while the data/command line is high, else commands."""
        if not self.is_open:
            raise SimulationError("expected an open bus: open it before writing")
        if len(data) > TRANSFER:
            raise SimulationError(f"expected at most {TRANSFER} bytes, not {len(data)}")
        self.bytes_sent += len(data)
        self.transfers += 1
        control = CONTROL_DATA if self._level(self._data_command) else CONTROL_COMMANDS
        if self.plugged and self._is_released():
            self._panel.write(bytes([control, *data]))

    def close(self) -> None:
        """Close the bus. Closing twice is harmless."""
        self.is_open = False

    def _is_released(self) -> bool:
        """Reset the panel if its reset line was low; return whether the line is high now."""
        if self._reset is None:
            return True
        was_low = any(not state.state for state in self._reset.states)
        released = self._level(self._reset)
        if released and was_low:
            self._panel.reset()
        return released

    @staticmethod
    def _level(pin: Any) -> bool:
        # gpiozero keeps a list of all levels; it would grow for ever
        pin.clear_states()
        return bool(pin.state)


def panel_of(display: DisplayWiring) -> PanelModel:
    """Return the panel that ``display`` describes; SimulationError if there is no model of it."""
    if display.display not in MODELS:
        hint = did_you_mean(display.display, MODELS)
        raise SimulationError(f"no display {display.display!r} can be simulated: {hint}")
    model = MODELS[display.display]
    return model(display.width, display.height, display.column_offset, display.rotate)


def bus_of(display: DisplayWiring, panel: PanelModel, factory: Any) -> SimulatedI2c | SimulatedSpi:
    """Return the bus of ``display`` with ``panel`` on it; its lines are pins of ``factory``.

    Raises SimulationError if the display has no bus.
    """
    if display.interface == "i2c":
        return SimulatedI2c(panel, display.i2c_address)
    if display.interface == "spi":
        reset = None if display.gpio_reset is None else factory.pin(display.gpio_reset)
        return SimulatedSpi(panel, factory.pin(display.gpio_data_command), reset)
    raise SimulationError(
        f"a display on {display.interface!r} cannot be simulated: wire it to 'i2c' or 'spi'"
    )


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

    def glass(self) -> "Image.Image":
        """Return all pixels of the screen, of mode "RGB"."""
        from PIL import Image

        width, height = self.screen.size
        if not self.is_lit:
            return Image.new("RGB", (width, height))
        raw = RAW[self.screen.depth]
        return Image.frombytes(
            "RGB", (width, height), bytes(self.memory), "raw", raw, self.screen.line_length
        )

    def greys(self) -> "Image.Image":
        """Return the picture that people see, of mode "L" and :attr:`size`."""
        from PIL import Image

        picture = self._display.width, self._display.height
        left, top, scale = Placement.of(picture, self.screen.size)
        box = (left, top, left + picture[0] * scale, top + picture[1] * scale)
        grey = self.glass().crop(box).resize(picture, Image.Resampling.NEAREST).convert("L")
        return turned(grey, self._display.rotate)

    def image(self) -> "Image.Image":
        """Return the picture that people see, of mode "1": what is not black is lit."""
        return self.greys().point([0] + [255] * 255, "1")

    @property
    def _display(self) -> DisplayWiring:
        return fitted_to(self._wiring, self.screen)

    def _check_plugged(self, number: int) -> None:
        if not self.plugged:
            raise OSError(number, os.strerror(number))
