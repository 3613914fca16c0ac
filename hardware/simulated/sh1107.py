"""A simulated SH1107, as its datasheet (Sino Wealth) describes it and luma drives it."""

from collections.abc import Mapping
from typing import ClassVar

from PIL import Image

from hardware.simulated.page_addressed import PageAddressedModel, addressing
from hardware.simulated.panel_model import COMMON, Command, ignoring

# Commands that set up the panel and change nothing that is modelled, with their arguments:
# multiplex ratio, DC-DC converter, offset, clock, pre-charge, VCOM level, start line.
SET_UP = {0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDB: 1, 0xDC: 1}

# page addressing; and what luma sends because the SSD1306 has it
NO_ARGUMENT = {0x20: 0, 0xDA: 0}


class SH1107Model(PageAddressedModel):
    """An SH1107 of up to 128 x 128 pixels: page addressing, each byte advances the column.

    The first column is at the left and the first row at the top, unless they are remapped.
    """

    PAGES = 16
    CONTRAST = 0x80
    IDENTITY = 0x07
    HAS_PUMP = True
    MODULES: ClassVar = {}

    def _lines(self) -> Image.Image:
        picture = self._memory_picture()
        if self._is_remapped:
            picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if self._scan.is_reversed:
            picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return picture

    def _glass(self, width: int, height: int) -> Image.Image:
        return self._lines().crop((self._left, 0, self._left + width, height))

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **COMMON,
        **ignoring(SET_UP | NO_ARGUMENT),
        **addressing(PAGES, 8),
    }
