"""A Raspberry Pi without a Raspberry Pi: contacts that bounce, dice, and a panel on an I2C bus.

The program under it is the real one: it enters at the pins and leaves at the bus.
"""

from hardware.simulated.clock import VirtualClock
from hardware.simulated.i2c import SimulatedBus
from hardware.simulated.pi import SimulatedPi
from hardware.simulated.ssd1306 import SSD1306Model
from hardware.simulated.timeline import Timeline

__all__ = ["SSD1306Model", "SimulatedBus", "SimulatedPi", "Timeline", "VirtualClock"]
