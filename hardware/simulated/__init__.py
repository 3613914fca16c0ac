"""A Raspberry Pi without a Raspberry Pi: contacts that bounce, dice, a panel on I2C or SPI.

A microcontroller may be on its serial link, with the firmware's own code in it. The program on
this machine is the real one: what hands do enters it at the pins, its pictures leave at the bus.
"""

from hardware.simulated.clock import VirtualClock
from hardware.simulated.i2c import SimulatedBus
from hardware.simulated.panel_model import PanelModel
from hardware.simulated.pi import SimulatedPi
from hardware.simulated.serial_cable import SerialCable
from hardware.simulated.serial_peer import SerialPeer
from hardware.simulated.sh1106 import SH1106Model
from hardware.simulated.spi import SimulatedSpi
from hardware.simulated.ssd1306 import SSD1306Model
from hardware.simulated.timeline import Timeline

__all__ = [
    "PanelModel",
    "SH1106Model",
    "SSD1306Model",
    "SerialCable",
    "SerialPeer",
    "SimulatedBus",
    "SimulatedPi",
    "SimulatedSpi",
    "Timeline",
    "VirtualClock",
]
