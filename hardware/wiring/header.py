"""The 40-pin header of a Raspberry Pi: its BCM pins, their places, and which belong to a bus.

Source of the tables: Raspberry Pi documentation, GPIO and the 40-pin header.
"""

from collections.abc import Mapping

from hardware.wiring.schema import whole

PIN = whole(2, 27, "a BCM pin (0 and 1 belong to the HAT EEPROM)")

PLACES: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22,
    26: 37, 27: 13,
}  # fmt: skip
"""The place on the header of each BCM pin."""

I2C_PINS: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of an I2C bus; an overlay decides where other buses are."""

SPI_PINS: Mapping[int, tuple[int, int]] = {0: (11, 10), 1: (21, 20)}
"""SCLK and MOSI of an SPI bus."""

CHIP_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}
"""The chip selects of an SPI bus, in the order of their numbers."""


def where(pin: int) -> str:
    """Return the BCM ``pin`` as messages name it, with its place on the header in brackets.

    >>> where(17)
    'pin 17 [11]'
    """
    return f"pin {pin} [{PLACES[pin]}]"
