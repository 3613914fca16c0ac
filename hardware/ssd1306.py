"""The SSD1306 on I2C: luma starts it and talks to it, this decides what has to be said.

Importing this module imports luma and its threads; :mod:`hardware.display` does so when it must.
"""

from typing import Any

from luma.core.interface.serial import i2c, noop
from luma.oled.const import ssd1306 as commands
from luma.oled.device import ssd1306
from PIL import Image

from hardware.frames import changes, pack
from hardware.wiring import DisplayWiring


class Ssd1306(ssd1306):  # type: ignore[misc]  # luma comes without types
    """luma's device, but one that sends only what differs and that can be started again.

    ``wiring`` says where the panel is; ``bus`` is an open bus with smbus2's interface, None opens
    that of the wiring. Its methods raise what luma raises: OSError or ``luma.core.error.Error``.
    """

    def __init__(self, wiring: DisplayWiring, bus: Any = None) -> None:
        self._wiring, self._bus = wiring, bus
        self._serial_interface: Any = noop()
        self._shown: bytes | None = None

    def start(self) -> None:
        """Reach the panel and start it, blank."""
        wiring, self._shown = self._wiring, None
        self._serial_interface = i2c(self._bus, wiring.i2c_port, wiring.i2c_address)
        # luma starts a panel by constructing it, and remembers each time until the program ends:
        # so it is one object, and one that answers
        self.command(commands.DISPLAYOFF)
        super().__init__(self._serial_interface, wiring.width, wiring.height, wiring.rotate)

    def display(self, image: Image.Image) -> None:
        """Show ``image``, of mode "1" and the size of the panel; after a failure, all of it."""
        frame = pack(self.preprocess(image))
        before, self._shown = self._shown, None
        for window in changes(before, frame, self._w):
            self.command(
                commands.COLUMNADDR, window.left, window.right,
                commands.PAGEADDR, window.top, window.bottom,
            )  # fmt: skip
            self.data(window.cut(frame, self._w))
        self._shown = frame

    def cleanup(self) -> None:
        """Close the bus and leave the picture standing. Twice is fine: luma calls it at exit."""
        serial, self._serial_interface = self._serial_interface, noop()
        serial.cleanup()
