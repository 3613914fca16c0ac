"""The simulated panel and bus of a wiring."""

from collections.abc import Mapping
from typing import Any

from hardware.errors import SimulationError
from hardware.simulated.i2c import SimulatedBus
from hardware.simulated.panel_model import PanelModel
from hardware.simulated.sh1106 import SH1106Model
from hardware.simulated.spi import SimulatedSpi
from hardware.simulated.ssd1306 import SSD1306Model
from hardware.wiring.display import LIKE_SSD1306, DisplayWiring
from hardware.wiring.schema import did_you_mean

MODELS: Mapping[str, type[PanelModel]] = {
    **dict.fromkeys(LIKE_SSD1306, SSD1306Model),
    "sh1106": SH1106Model,
}


def panel_of(display: DisplayWiring) -> PanelModel:
    """Return the panel that ``display`` describes; SimulationError if there is no model of it."""
    if display.display not in MODELS:
        hint = did_you_mean(display.display, MODELS)
        raise SimulationError(f"no display {display.display!r} can be simulated: {hint}")
    model = MODELS[display.display]
    return model(display.width, display.height, display.column_offset, display.rotate)


def bus_of(display: DisplayWiring, panel: PanelModel, factory: Any) -> SimulatedBus | SimulatedSpi:
    """Return the bus of ``display`` with ``panel`` on it; its lines are pins of ``factory``.

    SimulationError if the display has no bus.
    """
    if display.interface == "i2c":
        return SimulatedBus(panel, display.i2c_address)
    if display.interface == "spi":
        reset = None if display.gpio_reset is None else factory.pin(display.gpio_reset)
        return SimulatedSpi(panel, factory.pin(display.gpio_data_command), reset)
    raise SimulationError(
        f"a display on {display.interface!r} cannot be simulated: wire it to 'i2c' or 'spi'"
    )
