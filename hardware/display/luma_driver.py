"""Drive a panel with the device that luma has for it, over luma's buses.

On I2C the display can be asked whether it is on. Importing this module imports luma and its
threads; :mod:`hardware.display.oled` does so only when a display is opened.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from luma.core.const import common
from luma.core.device import parallel_device
from luma.core.interface.serial import i2c, noop, spi
from msgspec import Struct
from PIL import Image
from smbus2 import i2c_msg

from hardware import DisplayError
from hardware.display.sending import NoExitHook, PageRuns, WholePictures, Windows
from hardware.wiring.display import LIKE_SSD1306, SIZES, USUAL_SIZES, DisplayWiring
from hardware.wiring.sections import did_you_mean

STATUS, IS_OFF = 0x00, 0x40
"""The control byte before a status byte is read, and the bit of it that means that the display is
off (SSD1306 datasheet, table 9-2; SH1106 datasheet, command 22)."""

COMMANDS, DATA = 0x00, 0x40
"""The control bytes before commands and before the bytes of a picture."""

PARTS_A_TRANSFER = 21
"""The most parts in one transfer: the kernel takes 42 messages (``I2C_RDWR_IOCTL_MAX_MSGS``)."""

Parts = Sequence[tuple[Sequence[int], bytes]]
"""Parts of a picture: the commands that say where one goes, and its bytes."""


class I2cBus(i2c):  # type: ignore[misc]  # luma comes without types
    """The I2C bus to ``display``; a picture is sent in one message.

    ``bus`` is an open bus with smbus2's interface; None opens one. The methods raise OSError or
    ``luma.core.error.Error``.
    """

    def __init__(self, display: DisplayWiring, bus: Any = None) -> None:
        super().__init__(bus, display.i2c_port, display.i2c_address)

    def data(self, data: Sequence[int]) -> None:
        """Send ``data`` in one message; the kernel takes up to 8191 bytes of it."""
        self._bus.i2c_rdwr(i2c_msg.write(self._addr, [DATA, *data]))

    def transfer(self, parts: Parts) -> None:
        """Send ``parts`` in one transfer, with repeated starts between its messages."""
        for first in range(0, len(parts), PARTS_A_TRANSFER):
            self._bus.i2c_rdwr(
                *(
                    i2c_msg.write(self._addr, bytes((control, *body)))
                    for part in parts[first : first + PARTS_A_TRANSFER]
                    for control, body in zip((COMMANDS, DATA), part, strict=True)
                )
            )

    def is_on(self) -> bool:
        """Return whether the display reports that it is on; some modules always report the same."""
        return not self._bus.read_byte_data(self._addr, STATUS) & IS_OFF


class SpiBus(spi):  # type: ignore[misc]
    """The SPI bus to ``display``, which is reset if its reset line is wired.

    ``bus`` has spidev's interface, ``factory`` is a gpiozero pin factory. The methods raise OSError
    or ``luma.core.error.Error``.
    """

    def __init__(self, display: DisplayWiring, bus: Any, factory: Any) -> None:
        self._outputs = OutputPins(factory, rests_high=display.gpio_reset)
        try:
            super().__init__(
                spi=bus,
                gpio=self._outputs,
                port=display.spi_port,
                device=display.spi_device,
                bus_speed_hz=display.spi_bus_speed,
                gpio_DC=display.gpio_data_command,
                gpio_RST=display.gpio_reset,
            )
        except Exception:
            self._outputs.close()
            raise

    def transfer(self, parts: Parts) -> None:
        """Send ``parts``; the data/command line changes between commands and bytes."""
        for commands, body in parts:
            self.command(*commands)
            self.data(body)

    def is_on(self) -> None:
        """Return None: these displays cannot be read over SPI (SSD1306 datasheet, 8.1.3)."""

    def cleanup(self) -> None:
        """Close the bus and release the pins. Doing it twice is harmless."""
        super().cleanup()
        self._outputs.close()


class OutputPins:
    """The part of RPi.GPIO that luma uses, made of gpiozero outputs from ``factory``.

    The pin that ``rests_high`` is pulled up when it is released: a reset line that floats would
    blank the panel.

    >>> from hardware.simulated.pi import simulated_factory
    >>> factory = simulated_factory()
    >>> outputs = OutputPins(factory)
    >>> outputs.setup(24, OutputPins.OUT)
    >>> outputs.output(24, OutputPins.HIGH)
    >>> factory.pin(24).state
    True
    >>> outputs.close()
    """

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self, factory: Any, rests_high: int | None = None) -> None:
        self._factory, self._rests_high = factory, rests_high
        self._devices: dict[int, Any] = {}

    def setup(self, pin: int, _direction: str) -> None:
        """Claim ``pin`` as an output that is low; raise DisplayError if it cannot be claimed."""
        # a display on I2C is opened before gpiozero, which takes long to import
        from gpiozero import OutputDevice

        try:
            self._devices[pin] = OutputDevice(pin, pin_factory=self._factory)
        except Exception as error:  # each backend raises errors of its own
            raise DisplayError(
                f"pin {pin} cannot be claimed ({error}): "
                "end the program that uses it, or wire another pin"
            ) from error

    def output(self, pin: int, level: bool) -> None:
        """Drive ``pin`` high (True) or low (False)."""
        self._devices[pin].value = level

    def close(self) -> None:
        """Release the pins. Closing twice is harmless."""
        while self._devices:
            number, output = self._devices.popitem()
            pin = self._factory.pin(number)
            pin.keeps_pull = False
            output.close()
            if number == self._rests_high:
                pin.pull, pin.keeps_pull = "up", True


def open_spidev() -> Callable[[], Any]:
    """Return spidev's class of buses; raise DisplayError if spidev is not installed."""
    try:
        from spidev import SpiDev
    except ImportError as error:
        raise DisplayError(
            f"a display on SPI needs spidev, but {error}: "
            "install python3-spidev with apt, or tableside with its extra 'pi'"
        ) from error
    return SpiDev  # type: ignore[no-any-return]


class Controller(Struct, frozen=True):
    """A controller that is sent only what changed, by a ``way`` of the module ``sending``.

    ``sizes`` are the widths and heights of its panels in pixels. Its memory has so many ``columns``
    (datasheet, display data RAM); the panel usually shows those from ``first_column`` on, one of 32
    rows from ``low_first_column`` further on. The charge pump needs ``pump_seconds`` from the reset
    to switching the panel on.
    """

    way: type
    sizes: tuple[tuple[int, int], ...] = USUAL_SIZES
    columns: int = 128
    first_column: int = 0
    pump_seconds: float = 0.0
    low_first_column: int = 0


CONTROLLERS: Mapping[str, Controller] = {
    **dict.fromkeys(LIKE_SSD1306, Controller(Windows)),
    "ssd1305": Controller(Windows, columns=132, low_first_column=4),
    "sh1107": Controller(PageRuns, sizes=SIZES["sh1107"]),
    "sh1106": Controller(PageRuns, columns=132, first_column=2, pump_seconds=0.1),
}
"""The controllers by luma's names; the other displays get whole pictures.

An SSD1306 waits for its charge pump by itself (application note, "Power ON sequence": t_AF). An
SH1106 is to be switched on 100 ms after its DC-DC converter, which a reset switches on (datasheet,
"Power On and Initialization").
"""

LOW = 32
"""Rows of a low panel."""

SOURCES = ("luma.oled.device", "luma.emulator.device", "luma.core.device")


def device_class(display: DisplayWiring) -> type:
    """Return the class of the device for ``display``: luma's class and a way of sending.

    Raises DisplayError if luma has no such display, or if the display cannot have this size or
    column offset.
    """
    luma_class = _luma_classes().get(display.display)
    if luma_class is None:
        hint = did_you_mean(display.display, _luma_classes())
        raise DisplayError(f"luma has no display called {display.display!r}: {hint}")
    controller = CONTROLLERS.get(display.display)
    if controller is not None:
        _check_size(display, controller)
    if controller is None:
        return type(luma_class.__name__, (WholePictures, luma_class, NoExitHook), {})
    details = {"pump_seconds": controller.pump_seconds}
    return type(luma_class.__name__, (controller.way, luma_class, NoExitHook), details)


def first_column(display: DisplayWiring) -> int:
    """Return the first column of the controller that the panel of ``display`` shows."""
    if display.column_offset is not None:
        return display.column_offset
    controller = CONTROLLERS.get(display.display)
    if controller is None:
        return 0
    is_low = display.height == LOW
    return controller.first_column + (controller.low_first_column if is_low else 0)


def _luma_classes() -> Mapping[str, type]:
    """Return luma's devices by name, with its emulators where they are installed."""
    return {name: found for source in SOURCES for name, found in _devices_of(source)}


def _devices_of(source: str) -> Iterator[tuple[str, Any]]:
    try:
        module = import_module(source)
    except ImportError:
        return
    for name in module.__all__:
        found = getattr(module, name)
        # parallel devices show only text
        if not issubclass(found, parallel_device):
            yield name, found


def _check_size(display: DisplayWiring, controller: Controller) -> None:
    size = display.width, display.height
    if size not in controller.sizes:
        sizes = " or ".join(f"{width}x{height}" for width, height in controller.sizes)
        raise DisplayError(
            f"a display {display.display} has {sizes} pixels, not {size[0]}x{size[1]}: "
            "put its width and height into the wiring"
        )
    most = controller.columns - display.width
    if display.column_offset is not None and display.column_offset > most:
        raise DisplayError(
            f"column_offset: expected 0 to {most} on a display {display.display}, "
            f"not {display.column_offset}"
        )


class DisplayBus(Protocol):
    """A connection to a display."""

    def command(self, *codes: int) -> None:
        """Send commands."""

    def data(self, data: Sequence[int]) -> None:
        """Send a part of a picture."""

    def transfer(self, parts: Sequence[tuple[Sequence[int], bytes]]) -> None:
        """Send several parts of a picture, each with the commands that say where it goes."""

    def is_on(self) -> bool | None:
        """Return whether the display reports that it is on; None if it cannot be asked."""

    def cleanup(self) -> None:
        """Close the connection."""


class NoBus(noop):  # type: ignore[misc]  # luma comes without types
    """The connection of a display that has no bus, such as an emulator."""

    def is_on(self) -> None:
        """Return None: there is nothing to ask."""


Connect = Callable[[], DisplayBus]


class LumaDriver:
    """Drives ``display`` with luma's device of its name; ``connect`` opens the bus to it.

    ``pause`` waits for so many seconds. Each start of the panel creates a new device, because luma
    sends the set-up commands when a device is created. Raises DisplayError if luma has no such
    display. The methods raise OSError or ``luma.core.error.Error`` when the display does not
    answer.
    """

    def __init__(
        self,
        display: DisplayWiring,
        connect: Connect,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._display, self._connect, self._pause = display, connect, pause
        self._device_class: Any = device_class(display)
        self._bus: DisplayBus = NoBus()
        self._device: Any = None
        self.tells = False

    def fit(self) -> tuple[int, int]:
        """Return the size of the picture: that of the wiring."""
        return self._display.size

    def start(self, image: Image.Image, brightness: int) -> None:
        """Connect to the panel and start it with ``image``, at ``brightness`` from 0 to 255."""
        self._bus = self._connect()
        self._bus.command(*self._device_class.beginning, common.DISPLAYOFF)
        reports_off = self._reported() is False
        self._device = self._device_class(
            image,
            brightness,
            first_column(self._display),
            serial_interface=self._bus,
            width=self._display.width,
            height=self._display.height,
            rotate=self._display.rotate,
        )
        self._check_size()
        self._pause(self._device.pump_seconds)
        self._device.light()
        self.tells = reports_off and self._reported() is True

    def display(self, image: Image.Image) -> bool:
        """Show ``image``, of mode "1"; return whether anything had to be sent."""
        return bool(self._device.display(image.convert(self._device.mode)))

    def refresh(self) -> Iterator[float] | None:
        """Return what sends set-up and picture again, slice by slice; None if that would flicker.

        It yields the seconds to wait before the next slice.
        """
        slices: Iterator[float] | None = self._device.refresh()
        return slices

    def contrast(self, brightness: int) -> None:
        """Set the brightness, from 0 to 255."""
        self._device.contrast(brightness)

    def is_on(self) -> bool:
        """Return whether the panel reports that it is on."""
        return self._bus.is_on() is True

    def hide(self) -> None:
        """Turn the panel dark."""
        self._device.hide()

    def cleanup(self) -> None:
        """Close the bus and leave the picture as it is. Doing it twice is harmless."""
        bus, self._bus = self._bus, NoBus()
        bus.cleanup()

    def _reported(self) -> bool | None:
        with suppress(OSError):
            return self._bus.is_on()
        return None

    def _check_size(self) -> None:
        if self._device.size != self._display.size:
            width, height = self._device.size
            raise DisplayError(f"it has {width}x{height} pixels: put that into the wiring")


def open_driver(display: DisplayWiring, bus: Any = None, factory: Any = None) -> LumaDriver:
    """Return the driver of ``display``; nothing is sent before it is started.

    ``bus`` is an open bus with the interface of smbus2 or spidev; None opens the bus of the wiring.
    ``factory`` is the gpiozero pin factory, needed on SPI. Raises DisplayError if luma has no such
    display, or if a library for its bus is missing.
    """
    connect = CONNECTIONS[display.interface](display, bus, factory)
    return LumaDriver(display, connect, time.sleep if bus is None else _no_pause)


def _no_pause(_seconds: float) -> None:
    """Do not wait: a bus that is given is simulated."""


def _i2c(display: DisplayWiring, bus: Any, _factory: Any) -> Connect:

    return partial(I2cBus, display, bus)


def _spi(display: DisplayWiring, bus: Any, factory: Any) -> Connect:

    if factory is None:
        raise DisplayError("a display on SPI needs a pin factory for its data/command line")
    new_bus = open_spidev() if bus is None else lambda: bus
    return lambda: SpiBus(display, new_bus(), factory)


def _no_bus(_display: DisplayWiring, _bus: Any, _factory: Any) -> Connect:
    return NoBus


CONNECTIONS: Mapping[str, Callable[[DisplayWiring, Any, Any], Connect]] = {
    "i2c": _i2c,
    "spi": _spi,
    "noop": _no_bus,
}
