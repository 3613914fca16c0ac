"""A simulated SPI bus with one panel on it, and the two lines beside it."""

from collections.abc import Sequence
from typing import Any

from hardware.errors import SimulationError
from hardware.simulated.panel_model import COMMANDS, DATA, PanelModel

TRANSFER = 4096
"""Bytes in one transfer at most, as spidev has it at first."""


class SimulatedSpi:
    """A bus with spidev's interface and ``panel`` on it; nobody can tell whether it is there.

    ``data_command`` and ``reset`` are gpiozero's mock pins of those lines; without a reset line
    ``reset`` is None. :attr:`bytes_sent` counts what was on the wire, for nobody or not. While
    :attr:`plugged` is False nothing arrives.
    """

    def __init__(self, panel: PanelModel, data_command: Any, reset: Any = None) -> None:
        self.plugged, self.is_open = True, False
        self.bytes_sent = self.max_speed_hz = 0
        self._panel, self._data_command, self._reset = panel, data_command, reset

    def unplug(self) -> None:
        """Take the panel off the bus and its supply."""
        self.plugged = False

    def plug(self) -> None:
        """Put the panel back: it has forgotten everything."""
        self._panel.power_up()
        self.plugged = True

    def open(self, bus: int, device: int) -> None:
        """Open the bus; which one it is does not matter."""
        self.is_open = True

    def writebytes(self, data: Sequence[int]) -> None:
        """Send ``data``: pieces of a picture while the data/command line is high, or commands."""
        if not self.is_open:
            raise SimulationError("expected an open bus: open it before writing")
        if len(data) > TRANSFER:
            raise SimulationError(f"expected at most {TRANSFER} bytes, not {len(data)}")
        self.bytes_sent += len(data)
        control = DATA if self._level(self._data_command) else COMMANDS
        if self.plugged and self._heed_reset():
            self._panel.write(bytes([control, *data]))

    def close(self) -> None:
        """Close the bus. Twice is fine."""
        self.is_open = False

    def _heed_reset(self) -> bool:
        """Reset the panel if its reset line was low; return whether that lets it work now."""
        if self._reset is None:
            return True
        was_low = any(not state.state for state in self._reset.states)
        released = self._level(self._reset)
        if released and was_low:
            self._panel.reset()
        return released

    @staticmethod
    def _level(pin: Any) -> bool:
        # gpiozero keeps every level there ever was
        pin.clear_states()
        return bool(pin.state)
