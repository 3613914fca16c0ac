"""A simulated SH1106, as its datasheet (Sino Wealth, version 2.3) describes it."""

from collections.abc import Mapping
from typing import ClassVar

from PIL import Image

from hardware.simulated.page_addressed import PageAddressedModel, addressing
from hardware.simulated.panel_model import COMMON, Command, PanelModel, ignoring

# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# pre-charge, VCOMH level.
SET_UP = {0xD5: 1, 0xD9: 1, 0xDB: 1}

# luma sends these because the SSD1306 has them; this controller ignores them
FOREIGN = {0x20: 0, 0x8D: 0}


class SH1106Model(PageAddressedModel):
    """An SH1106: 132 columns, of which a panel usually shows the middle 128, and page addressing.

    Data past the last column raise an error.
    """

    COLUMNS = 132
    COLUMN_OFFSET = 2
    CONTRAST = 0x80
    IDENTITY = 0x08
    HAS_PUMP = True
    MODULES: ClassVar = {64: (63, True), 32: (47, True)}

    def _lines(self) -> Image.Image:
        # the remapping is between memory and glass
        if self._is_remapped:
            return self._memory_picture()
        return self._memory_picture().transpose(Image.Transpose.FLIP_LEFT_RIGHT)

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **COMMON,
        **ignoring(SET_UP | FOREIGN),
        **addressing(PanelModel.PAGES, 16),
    }
