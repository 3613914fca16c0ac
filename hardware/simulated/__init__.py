"""A simulated Raspberry Pi: contacts that bounce, dice, a panel on I2C or SPI, a serial peer.

The program that runs on it is the real one: what hands do enters it at the pins, and its pictures
leave it at the bus. A microcontroller on the serial link runs the code of the real firmware.

    pi             the machine: press its keys, throw its dice, look at its panel
    faults         the wires from contacts to pins: cut cables, noise, keys that stick
    timeline       what happens when, and a virtual clock
    display        the panel and the bus of a wiring, or a screen with a driver of the kernel
    panel_model    what all panels have in common
    controllers    SSD1305, SSD1306, SSD1309, SH1106, and SSD1327 with greys
    virtual_dice   Bluetooth dice that do not exist, and what bleak finds of them
    serial_peer    the microcontroller on the serial link with dice that report their faces, and the
                   USB cable to it
    hall_dice      dice with magnets on a tray of Hall sensors there, as physics
"""

from hardware.simulated.controllers import SH1106Model, SSD1306Model
from hardware.simulated.display import SimulatedI2c, SimulatedSpi
from hardware.simulated.panel_model import PanelModel
from hardware.simulated.pi import SimulatedPi
from hardware.simulated.serial_peer import SerialCable, SerialPeer
from hardware.simulated.timeline import Timeline, VirtualClock

__all__ = [
    "PanelModel",
    "SH1106Model",
    "SSD1306Model",
    "SerialCable",
    "SerialPeer",
    "SimulatedI2c",
    "SimulatedPi",
    "SimulatedSpi",
    "Timeline",
    "VirtualClock",
]
