"""A simulated SSD1305, as its datasheet (Solomon Systech) describes it and luma drives it."""

from collections.abc import Mapping
from typing import ClassVar

from hardware.simulated.panel_model import Command, ignoring
from hardware.simulated.ssd1306 import SSD1306Model

# Commands that set up the panel and change nothing that is modelled, with their arguments: the
# look-up tables of an area in colours, and the current of such an area.
SET_UP = {0x91: 4, 0x92: 4, 0x82: 1, 0xD8: 1}

# luma sends these because the SSD1306 has a charge pump; this controller has none
FOREIGN = {0x8D: 0, 0x10: 0}

LOW = 32
LOW_OFFSET = 4


class SSD1305Model(SSD1306Model):
    """An SSD1305: the commands of an SSD1306, 132 columns, and a supply of its own.

    A panel of 32 rows shows the columns from the fifth on, one of 64 rows from the first on.
    """

    COLUMNS = 132
    IDENTITY = 0x05
    HAS_PUMP = True
    MODULES: ClassVar = {64: (63, True), 32: (31, True)}

    def __init__(
        self, width: int = 128, height: int = 64, column_offset: int | None = None, rotate: int = 0
    ) -> None:
        usual = LOW_OFFSET if height == LOW else 0
        super().__init__(width, height, usual if column_offset is None else column_offset, rotate)

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **SSD1306Model.COMMANDS,
        **ignoring(SET_UP | FOREIGN),
    }


class SSD1309Model(SSD1306Model):
    """An SSD1309: an SSD1306 without a charge pump, for panels with a supply of their own."""

    HAS_PUMP = True
    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **SSD1306Model.COMMANDS,
        **ignoring({0x8D: 1}),
    }
