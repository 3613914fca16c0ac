"""A simulated SH1106, as its datasheet (Sino Wealth, version 2.3) describes it."""

from collections.abc import Mapping
from typing import ClassVar

from PIL import Image

from hardware.simulated.panel_model import (
    COMMON,
    Command,
    PanelModel,
    ignoring,
    with_argument,
)

# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# pre-charge, VCOMH level.
SET_UP = {0xD5: 1, 0xD9: 1, 0xDB: 1}

# luma sends these because the SSD1306 has them; this controller ignores them
FOREIGN = {0x20: 0, 0x8D: 0}


class SH1106Model(PanelModel):
    """An SH1106: 132 columns, of which a panel usually shows the middle 128, and page addressing.

    Each byte advances the column within the page; data past the last column raise an error.
    """

    COLUMNS = 132
    COLUMN_OFFSET = 2
    CONTRAST = 0x80
    IDENTITY = 0x08
    HAS_PUMP = True
    MODULES: ClassVar = {64: (63, True), 32: (47, True)}

    def reset(self) -> None:
        super().reset()
        self._page = self._column = 0

    def _store(self, data: bytes) -> None:
        end = self._column + len(data)
        if end > self.COLUMNS:
            self._refuse(f"expected data up to column {self.COLUMNS - 1}, not {end - 1}")
        taken = data[: self.COLUMNS - self._column]
        start = self._page * self.COLUMNS + self._column
        self.memory[start : start + len(taken)] = taken
        self._column = min(end, self.COLUMNS)

    def _lines(self) -> Image.Image:
        # the remapping is between memory and glass
        if self._is_remapped:
            return self._memory_picture()
        return self._memory_picture().transpose(Image.Transpose.FLIP_LEFT_RIGHT)

    def _set_page(self, page: int) -> None:
        self._page = page

    def _set_low_column(self, low: int) -> None:
        self._column = self._column & 0xF0 | low

    def _set_high_column(self, high: int) -> None:
        self._column = high << 4 | self._column & 0x0F

    # the argument of these commands is in their low bits
    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **COMMON,
        **ignoring(SET_UP | FOREIGN),
        **with_argument(0x00, 16, _set_low_column),
        **with_argument(0x10, 16, _set_high_column),
        **with_argument(0xB0, PanelModel.PAGES, _set_page),
    }
