"""The buses to a display, made of luma's: on I2C the display can be asked whether it is on.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so only when
a display is opened.
"""

from collections.abc import Callable, Sequence
from typing import Any

from luma.core.interface.serial import i2c, spi
from smbus2 import i2c_msg

from hardware.errors import DisplayError
from hardware.wiring.display import DisplayWiring

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
                    i2c_msg.write(self._addr, [control, *body])
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
