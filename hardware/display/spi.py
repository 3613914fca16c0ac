"""An SPI bus to a display: luma's, with the two lines beside it claimed through gpiozero.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so when
it must.
"""

from collections.abc import Callable
from typing import Any

from gpiozero import OutputDevice
from luma.core.interface.serial import spi

from hardware.errors import DisplayError
from hardware.wiring.display import DisplayWiring


class OutputPins:
    """What luma asks of RPi.GPIO, over gpiozero: outputs by BCM pin, from the pins of ``factory``.

    >>> from hardware.input.pins import simulated_factory
    >>> factory = simulated_factory()
    >>> outputs = OutputPins(factory)
    >>> outputs.setup(24, OutputPins.OUT)
    >>> outputs.output(24, OutputPins.HIGH)
    >>> factory.pin(24).state
    True
    >>> outputs.close()
    """

    LOW, HIGH, OUT = False, True, "out"

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._devices: dict[int, OutputDevice] = {}

    def setup(self, pin: int, _direction: str) -> None:
        """Claim ``pin``, low; DisplayError if it cannot be had."""
        try:
            self._devices[pin] = OutputDevice(pin, pin_factory=self._factory)
        except Exception as error:  # each backend raises errors of its own
            raise DisplayError(
                f"pin {pin} cannot be claimed ({error}): "
                "end the program that uses it, or wire another pin"
            ) from error

    def output(self, pin: int, level: bool) -> None:
        """Drive ``pin`` high (True) or low."""
        self._devices[pin].value = level

    def close(self) -> None:
        """Give the pins back. Twice is fine."""
        while self._devices:
            _, output = self._devices.popitem()
            output.close()


class Spi(spi):  # type: ignore[misc]  # luma comes without types
    """The bus to ``display``, which is reset if its reset line is wired.

    ``bus`` has spidev's interface, ``factory`` is a gpiozero pin factory. Its methods raise what
    luma raises: OSError or ``luma.core.error.Error``.
    """

    def __init__(self, display: DisplayWiring, bus: Any, factory: Any) -> None:
        self._outputs = OutputPins(factory)
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

    def is_on(self) -> None:
        """Return None: these displays cannot be read over SPI (SSD1306 datasheet, 8.1.3)."""

    def cleanup(self) -> None:
        """Close the bus and give the pins back. Twice is fine."""
        super().cleanup()
        self._outputs.close()


def open_spidev() -> Callable[[], Any]:
    """Return what makes spidev's buses; DisplayError if spidev is not installed."""
    try:
        from spidev import SpiDev
    except ImportError as error:
        raise DisplayError(
            f"a display on SPI needs spidev, but {error}: "
            "install python3-spidev with apt, or tableside with its extra 'pi'"
        ) from error
    return SpiDev  # type: ignore[no-any-return]
