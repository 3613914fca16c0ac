"""An I2C bus to a display: luma's, but pictures go in one message, and the display can be asked.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so when
it must.
"""

from collections.abc import Sequence
from typing import Any

from luma.core.interface.serial import i2c
from smbus2 import i2c_msg

from hardware.wiring.display import DisplayWiring

STATUS, IS_OFF = 0x00, 0x40
"""Control byte before a status byte is read, and its bit that says that the display is off
(SSD1306 datasheet, table 9-2; SH1106 datasheet, command 22)."""

DATA = 0x40


class I2c(i2c):  # type: ignore[misc]  # luma comes without types
    """The bus to ``display``. ``bus`` is an open one with smbus2's interface; None opens its own.

    Its methods raise what luma raises: OSError or ``luma.core.error.Error``.
    """

    def __init__(self, display: DisplayWiring, bus: Any = None) -> None:
        super().__init__(bus, display.i2c_port, display.i2c_address)

    def data(self, data: Sequence[int]) -> None:
        """Send ``data`` in one message; the kernel takes up to 8191 bytes of it."""
        self._bus.i2c_rdwr(i2c_msg.write(self._addr, [DATA, *data]))

    def is_on(self) -> bool:
        """Return whether the display says that it is on; some modules always say the same."""
        return not self._bus.read_byte_data(self._addr, STATUS) & IS_OFF
