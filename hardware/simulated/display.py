"""The simulated display of a wiring: its panel, and the I2C or SPI bus that it is on.

The SH1107 behaves as its datasheet (Sino Wealth) describes it and luma drives it.
"""

import errno
import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PIL import Image

from hardware.errors import SimulationError
from hardware.simulated.page_addressed import PageAddressedModel, addressing
from hardware.simulated.panel_model import (
    COMMON,
    CONTROL_COMMANDS,
    CONTROL_DATA,
    Command,
    PanelModel,
    ignoring,
)
from hardware.simulated.sh1106 import SH1106Model
from hardware.simulated.ssd1305 import SSD1305Model, SSD1309Model
from hardware.simulated.ssd1306 import SSD1306Model
from hardware.simulated.ssd1327 import SSD1327Model
from hardware.wiring.display import LIKE_SSD1306, DisplayWiring
from hardware.wiring.schema import did_you_mean

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

    def _lines(self) -> Image.Image:
        picture = self._memory_picture()
        if self._is_remapped:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self._scan.is_reversed:
            picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return picture

    def _glass(self, width: int, height: int) -> Image.Image:
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
