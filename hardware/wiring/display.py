"""The section [display] of a wiring: luma's options, their allowed values, the pins they use."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from hardware import WiringError
from hardware.wiring.sections import CHIP_SELECTS, I2C_PINS, PIN, SPI_PINS, Kind, one_of, whole

MHZ = 1_000_000
SPI_SPEEDS = (
    MHZ // 2,
    *(MHZ * count for count in (1, 2, 4, 8, 16, 20, 24, 28, 32, 36, 40, 44, 48, 50, 52)),
)
"""The speeds of an SPI bus that luma accepts, in Hz."""

ONLY_SPI = ("ssd1322", "ssd1322_nhd", "ssd1325", "ssd1331", "ssd1351")
"""The controllers without I2C (their datasheets, the section on bus interfaces)."""

LIKE_SSD1306 = ("ssd1306", "ssd1309", "ssd1315", "ssd1316")
"""The controllers with the commands of an SSD1306, by luma's names."""

USUAL_SIZES = ((128, 64), (128, 32))

PICTURES = ((160, 96), (160, 120), (120, 120), (120, 160), (240, 160), (256, 128))
"""The sizes of the picture on a framebuffer; its pixels are squares of pixels of the screen."""

FRAMEBUFFER, KERNEL = "framebuffer", "kernel"
"""The display that a driver of the kernel shows, and its interface."""

WITH_GREYS = (
    *("ssd1322", "ssd1325", "ssd1327", "ssd1331", "ssd1351", "ssd1362", "ssd1363"),
    FRAMEBUFFER,
)
"""The displays with greys or colours, by luma's names."""

TOO_SMALL = ((64, 32), (64, 48), (96, 16))
"""Sizes of panels that people own and that are refused: beside a board the words need 62 columns,
and without one three lines of 100 columns."""

SIZES: Mapping[str, tuple[tuple[int, int], ...]] = {
    **dict.fromkeys((*LIKE_SSD1306, "sh1106"), USUAL_SIZES),
    "sh1107": ((64, 128), (80, 128), (128, 128)),
    "ssd1305": USUAL_SIZES,
    "ssd1322": tuple((width, height) for width in (256, 128, 64) for height in (64, 48, 32)),
    "ssd1322_nhd": ((128, 64),),
    "ssd1325": ((128, 64),),
    "ssd1327": ((128, 128),),
    "ssd1331": ((96, 64),),
    "ssd1351": ((128, 128), (128, 96), (96, 96)),
    "ssd1362": ((256, 64),),
    "ssd1363": ((256, 128),),
    FRAMEBUFFER: PICTURES,
}
"""The sizes in pixels of the panels with these controllers (luma.oled.device)."""

DAY = 24 * 60 * 60

PIXELS = Kind(
    "a multiple of 8 from 8 to 256 (pixels)",
    lambda value: type(value) is int and value in range(8, 257, 8),
)
NAME = Kind("a name in quotes", lambda value: isinstance(value, str) and value != "")
SCREEN = re.compile(
    r"/dev/fb([0-9]|[12][0-9]|3[01])|/(dev/dri/by-path|sys/devices|sys/class)/[!-~]+|[ -.0-~]{1,15}"
)
"""How a framebuffer is named; the kernel keeps 15 characters of a driver (fb_fix_screeninfo)."""

DEVICE = Kind(
    'a framebuffer from "/dev/fb0" to "/dev/fb31", the name of its driver, such as '
    '"panel-mipi-dbid", or a path below "/dev/dri/by-path", "/sys/devices" or "/sys/class"',
    lambda value: isinstance(value, str) and SCREEN.fullmatch(value) is not None,
)

DISPLAY: Mapping[str, Kind] = {
    "display": NAME,
    "interface": one_of(("i2c", "spi", "noop", KERNEL)),
    "device": DEVICE,
    "width": PIXELS,
    "height": PIXELS,
    "rotate": whole(0, 3, "quarter turns"),
    "column_offset": whole(0, 127, "columns of the controller before the panel's first"),
    "brightness": whole(0, 255, "a brightness"),
    "dim_after": whole(0, DAY, "seconds without input (0 never dims)"),
    "i2c_port": whole(0, 22, "the number of an I2C bus"),
    # the 7-bit addresses that the I2C specification does not reserve
    "i2c_address": whole(0x08, 0x77, "an I2C address, such as 0x3C,"),
    "spi_port": whole(0, 1, "the number of an SPI bus"),
    "spi_device": whole(0, 2, "the number of a chip select"),
    "spi_bus_speed": one_of(SPI_SPEEDS),
    "gpio_data_command": PIN,
    "gpio_reset": PIN,
}


class DisplayWiring(Struct, frozen=True):
    """The display and its bus, with luma's names of options; sizes are in pixels.

    ``rotate`` counts quarter turns clockwise, ``spi_bus_speed`` is in Hz, the ``gpio_`` options are
    BCM pins. ``column_offset`` is the first column of the controller that the panel shows, None for
    the usual one. ``brightness`` is from 0 to 255; after ``dim_after`` seconds without input it is
    reduced, with 0 never. A framebuffer is the one that ``device`` names; its picture is as large
    as fits the screen best if it ``fits_screen``, else ``width`` by ``height``.
    """

    display: str
    interface: str
    width: int = 128
    height: int = 64
    rotate: int = 0
    column_offset: int | None = None
    brightness: int = 0xCF
    dim_after: int = 300
    i2c_port: int = 1
    i2c_address: int = 0x3C
    spi_port: int = 0
    spi_device: int = 0
    spi_bus_speed: int = 8 * MHZ
    gpio_data_command: int | None = None
    gpio_reset: int | None = None
    device: str = "/dev/fb0"
    fits_screen: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture that people see, in pixels."""
        return (self.height, self.width) if self.rotate % 2 else (self.width, self.height)

    @property
    def has_greys(self) -> bool:
        """Whether its pixels can be brighter and darker."""
        return self.display in WITH_GREYS

    @property
    def where(self) -> str:
        """The display and its bus, as messages name it."""
        places = {
            "i2c": f"{self.display} at 0x{self.i2c_address:02X} on I2C bus {self.i2c_port}",
            "spi": f"{self.display} on SPI {self.spi_port}.{self.spi_device}",
            KERNEL: f"{self.display} {self.device}",
        }
        return places.get(self.interface, self.display)

    def check(self, source: str) -> None:
        """Raise WiringError that names ``source`` if this display has no such bus or size."""
        if (self.display == FRAMEBUFFER) != (self.interface == KERNEL):
            raise WiringError(
                f"{source}: [display] interface: a display {FRAMEBUFFER!r}, and no other, has "
                f"interface = {KERNEL!r}"
            )
        self._check_size(source)

    def _check_size(self, source: str) -> None:
        sizes, size = SIZES.get(self.display, ()), (self.width, self.height)
        if size in TOO_SMALL and size not in sizes:
            raise WiringError(
                f"{source}: [display] width, height: {self.width}x{self.height} pixels have room "
                "for neither a board nor the words: use a panel of 128x32 or more"
            )
        if self.interface == "i2c" and self.display in ONLY_SPI:
            raise WiringError(
                f"{source}: [display] interface: a display with {self.display} has no I2C: "
                'connect it to SPI and write interface = "spi"'
            )
        if sizes and size not in sizes and self.interface != "noop":
            possible = " or ".join(f"{width}x{height}" for width, height in sizes)
            raise WiringError(
                f"{source}: [display] width, height: expected {possible} pixels for "
                f"{self.display}, not {self.width}x{self.height}"
            )

    def uses(self, source: str) -> Iterator[tuple[str, int]]:
        """Yield each use of a pin by the display, with the BCM pin.

        Raises WiringError that names ``source`` if its SPI bus has no such chip select.
        """
        if self.interface == "i2c":
            pins = I2C_PINS.get(self.i2c_port, ())
            yield from zip(("the display's SDA", "the display's SCL"), pins, strict=False)
        elif self.interface == "spi":
            yield from self._spi_uses(source)

    def _spi_uses(self, source: str) -> Iterator[tuple[str, int]]:
        selects = CHIP_SELECTS[self.spi_port]
        if self.spi_device >= len(selects):
            raise WiringError(
                f"{source}: [display] spi_device: SPI bus {self.spi_port} has chip selects "
                f"0 to {len(selects) - 1}, not {self.spi_device}"
            )
        clock, data = SPI_PINS[self.spi_port]
        yield from (("the display's SCLK", clock), ("the display's MOSI", data))
        yield "the display's CS", selects[self.spi_device]
        for option in ("gpio_data_command", "gpio_reset"):
            pin = getattr(self, option)
            if pin is not None:
                yield f"[display] {option}", pin
