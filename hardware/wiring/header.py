"""The 40-pin header of a Raspberry Pi: which BCM pins there are, and which belong to a bus."""

from collections.abc import Mapping

from hardware.wiring.schema import whole

PIN = whole(2, 27, "a BCM pin (0 and 1 belong to the HAT EEPROM)")

# Raspberry Pi documentation, GPIO alternate functions
I2C_PINS: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of an I2C bus; other buses sit where an overlay puts them."""

SPI_PINS: Mapping[int, tuple[int, int]] = {0: (11, 10), 1: (21, 20)}
"""SCLK and MOSI of an SPI bus."""

CHIP_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}
"""The chip selects of an SPI bus, in the order of their numbers."""
