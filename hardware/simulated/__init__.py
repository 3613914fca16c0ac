"""A simulated Raspberry Pi: contacts that bounce, dice, a panel on I2C or SPI, a serial peer.

The program that runs on it is the real one: what hands do enters it at the pins, and its pictures
leave it at the bus. A microcontroller on the serial link runs the code of the real firmware.

    pi             the machine: press its keys, throw its dice, look at its panel
    faults         cut cables, noise, keys that stick
    timeline       what happens when, and a virtual clock
    pins           GPIO pins with a contact to ground
    contact_line   the wire from a contact to its pin
    display        the panel and the bus of a wiring
    panel_model    what all panels have in common
    common_lines   which row of the memory is seen on which row of the glass
    page_addressed what controllers with page addressing have in common
    ssd1306        the controller SSD1306
    sh1106         the controller SH1106
    ssd1305        the controllers SSD1305 and SSD1309
    sh1107         the controller SH1107
    ssd1327        the controller SSD1327, with greys
    framebuffer    a screen with a driver of the kernel
    virtual_dice   Bluetooth dice that do not exist, and speak the bytes of the real ones
    air            what bleak finds where only virtual dice are
    keyboard       what is pressed that has no pin
    serial_peer    the microcontroller on the serial link
    serial_cable   the USB cable to it
    peer_dice      dice at it that report their faces
    hall_tray      a tray that reads magnets in the dice, as physics
"""

from hardware.simulated.display import SimulatedI2c, SimulatedSpi
from hardware.simulated.panel_model import PanelModel
from hardware.simulated.pi import SimulatedPi
from hardware.simulated.serial_cable import SerialCable
from hardware.simulated.serial_peer import SerialPeer
from hardware.simulated.sh1106 import SH1106Model
from hardware.simulated.ssd1306 import SSD1306Model
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
