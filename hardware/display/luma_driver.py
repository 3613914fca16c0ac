"""One of luma's devices as the driver of a display.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so when
it must.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from luma.core.const import common
from luma.core.interface.serial import noop
from PIL import Image

from hardware.display.controllers import device_kind
from hardware.errors import DisplayError
from hardware.wiring.display import DisplayWiring


class Serial(Protocol):
    """A way to a display."""

    def command(self, *codes: int) -> None:
        """Send commands."""

    def data(self, data: Sequence[int]) -> None:
        """Send a piece of a picture."""

    def is_on(self) -> bool | None:
        """Whether the display says that it is on; None if it cannot be asked."""

    def cleanup(self) -> None:
        """Close it."""


class Nowhere(noop):  # type: ignore[misc]  # luma comes without types
    """The way to a display that has no bus, such as an emulator."""

    def is_on(self) -> None:
        """Return None: nothing is there to be asked."""


Connect = Callable[[], Serial]


class LumaDriver:
    """Drives ``display`` with luma's device of its name; ``connect`` opens the way to it.

    DisplayError if luma has no such display. The methods raise OSError or
    ``luma.core.error.Error`` when the display does not answer.
    """

    def __init__(self, display: DisplayWiring, connect: Connect) -> None:
        kind: Any = device_kind(display)
        self._display, self._connect = display, connect
        self._serial: Serial = Nowhere()
        self._device = kind.__new__(kind)
        self._device.column_offset = display.column_offset
        self.tells = False

    def start(self, image: Image.Image, brightness: int) -> None:
        """Reach the panel and start it with ``image``, at ``brightness`` from 0 to 255."""
        self._serial = self._connect()
        self._serial.command(common.DISPLAYOFF)
        says_off = self._says() is False
        self._device.first, self._device.brightness = image, brightness
        self._device.__init__(
            serial_interface=self._serial,
            width=self._display.width,
            height=self._display.height,
            rotate=self._display.rotate,
        )
        self._check_size()
        self.tells = says_off and self._says() is True

    def display(self, image: Image.Image) -> None:
        """Show ``image``, of mode "1"."""
        self._device.display(image.convert(self._device.mode))

    def contrast(self, brightness: int) -> None:
        """Set the brightness, from 0 to 255."""
        self._device.contrast(brightness)

    def is_on(self) -> bool:
        """Return whether the panel says that it is on."""
        return self._serial.is_on() is True

    def hide(self) -> None:
        """Turn the panel dark."""
        self._device.hide()

    def cleanup(self) -> None:
        """Close the bus and leave the picture standing. Twice is fine."""
        serial, self._serial = self._serial, Nowhere()
        serial.cleanup()

    def _says(self) -> bool | None:
        with suppress(OSError):
            return self._serial.is_on()
        return None

    def _check_size(self) -> None:
        if self._device.size != self._display.size:
            width, height = self._device.size
            raise DisplayError(f"it has {width}x{height} pixels: put that into the wiring")


def open_driver(display: DisplayWiring, bus: Any = None, factory: Any = None) -> LumaDriver:
    """Return the driver of ``display``; nothing is sent before it is started.

    ``bus`` is an open bus with smbus2's or spidev's interface, None opens that of the wiring;
    ``factory`` is the gpiozero pin factory, needed on SPI. DisplayError if luma has no such
    display, or if a library for its bus is missing.
    """
    return LumaDriver(display, WAYS[display.interface](display, bus, factory))


def _i2c(display: DisplayWiring, bus: Any, _factory: Any) -> Connect:
    from hardware.display.i2c import I2c

    return partial(I2c, display, bus)


def _spi(display: DisplayWiring, bus: Any, factory: Any) -> Connect:
    from hardware.display.spi import Spi, open_spidev

    if factory is None:
        raise DisplayError("a display on SPI needs a pin factory for its data/command line")
    new_bus = open_spidev() if bus is None else lambda: bus
    return lambda: Spi(display, new_bus(), factory)


def _nowhere(_display: DisplayWiring, _bus: Any, _factory: Any) -> Connect:
    return Nowhere


WAYS: Mapping[str, Callable[[DisplayWiring, Any, Any], Connect]] = {
    "i2c": _i2c,
    "spi": _spi,
    "noop": _nowhere,
}
