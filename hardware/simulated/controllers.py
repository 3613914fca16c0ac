"""Simulated display controllers, as their datasheets describe them and luma drives them.

The datasheets are those of Solomon Systech for the SSD1305, SSD1306 (rev 1.1, chapters 8 to 10) and
SSD1327, and of Sino Wealth for the SH1106 (version 2.3).
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from hardware.simulated.panel_model import (
    COMMON,
    NOISE,
    Command,
    PanelModel,
    ignoring,
    mirrored,
    turned,
    with_argument,
)

if TYPE_CHECKING:
    from PIL import Image


class PageAddressedModel(PanelModel):
    """A controller with page addressing: each byte advances the column within the page.

    Data past the last column raise an error.
    """

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

    def _set_page(self, page: int) -> None:
        self._page = page

    def _set_low_column(self, low: int) -> None:
        self._column = self._column & 0xF0 | low

    def _set_high_column(self, high: int) -> None:
        self._column = high << 4 | self._column & 0x0F


def addressing(pages: int, high_columns: int) -> Mapping[int, Command]:
    """Return the commands that set page and column, whose argument is in their low bits.

    There are so many ``pages``, and so many values of the upper half of a column.
    """
    return {
        **with_argument(0x00, 16, PageAddressedModel._set_low_column),
        **with_argument(0x10, high_columns, PageAddressedModel._set_high_column),
        **with_argument(0xB0, pages, PageAddressedModel._set_page),
    }


# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# pre-charge, VCOMH level.
SH1106_SET_UP = {0xD5: 1, 0xD9: 1, 0xDB: 1}

# luma sends these because the SSD1306 has them; this controller ignores them
SH1106_FOREIGN = {0x20: 0, 0x8D: 0}


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

    def _lines(self) -> "Image.Image":
        # the remapping is between memory and glass
        if self._is_remapped:
            return self._memory_picture()
        return mirrored(self._memory_picture())

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **COMMON,
        **ignoring(SH1106_SET_UP | SH1106_FOREIGN),
        **addressing(PanelModel.PAGES, 16),
    }


COLUMN_MODE, PAGE_MODE = 1, 2

# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# pre-charge, VCOMH level.
SSD1306_SET_UP = {0xD5: 1, 0xD9: 1, 0xDB: 1}

PUMP_ON = 0x04
"""The bit of the charge pump's argument that switches it on with the display (page 62)."""


class SSD1306Model(PanelModel):
    """An SSD1306 or a compatible controller: three addressing modes, two of them in a window.

    Its memory is kept by segment line.
    """

    CONTRAST = 0x7F
    IDENTITY = 0x06
    HAS_PUMP = False
    MODULES: ClassVar = {64: (63, True), 32: (31, False)}

    def reset(self) -> None:
        super().reset()
        self._mode = PAGE_MODE
        self._columns, self._pages = (0, self.COLUMNS - 1), (0, self.PAGES - 1)
        self._column = self._page = 0

    def _store(self, data: bytes) -> None:
        last = self.COLUMNS - 1 if self._mode == PAGE_MODE else self._columns[1]
        while data:
            room = 1 if self._mode == COLUMN_MODE else max(1, last + 1 - self._column)
            run, data = data[:room], data[room:]
            self._store_in_row(run)
            self._column += len(run) - 1
            _STEPS[self._mode](self)

    def _store_in_row(self, data: bytes) -> None:
        """Store ``data`` in the present page, from the present column on."""
        start = self._page * self.COLUMNS
        # the remapping counts when a column is written, and the memory keeps its content
        if self._is_remapped:
            end = start + self.COLUMNS - self._column
            self.memory[end - len(data) : end] = data[::-1]
        else:
            begin = start + self._column
            self.memory[begin : begin + len(data)] = data

    def _lines(self) -> "Image.Image":
        return mirrored(self._memory_picture())

    def _set_pump(self, argument: int) -> None:
        self._has_pump = bool(argument & PUMP_ON)

    def _set_mode(self, mode: int) -> None:
        if mode in _STEPS:
            self._mode = mode
        else:
            self._refuse(f"expected addressing mode 0, 1 or 2, not {mode}")

    def _set_columns(self, left: int, right: int) -> None:
        if left <= right < self.COLUMNS:
            self._columns, self._column = (left, right), left
        else:
            self._refuse(f"expected columns within 0 to {self.COLUMNS - 1}, not {left} to {right}")

    def _set_pages(self, top: int, bottom: int) -> None:
        if top <= bottom < self.PAGES:
            self._pages, self._page = (top, bottom), top
        else:
            self._refuse(f"expected pages within 0 to {self.PAGES - 1}, not {top} to {bottom}")

    def _along_the_row(self) -> None:
        self._column, wrapped = _next(self._column, self._columns)
        if wrapped:
            self._page, _ = _next(self._page, self._pages)

    def _down_the_column(self) -> None:
        self._page, wrapped = _next(self._page, self._pages)
        if wrapped:
            self._column, _ = _next(self._column, self._columns)

    def _within_the_page(self) -> None:
        self._column, _ = _next(self._column, (0, self.COLUMNS - 1))

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **COMMON,
        **ignoring(SSD1306_SET_UP),
        0x8D: (1, _set_pump),
        0x20: (1, _set_mode),
        0x21: (2, _set_columns),
        0x22: (2, _set_pages),
    }


def _next(index: int, window: tuple[int, int]) -> tuple[int, bool]:
    first, last = window
    return (first, True) if index == last else (index + 1, False)


_STEPS: Mapping[int, Callable[[SSD1306Model], None]] = {
    0: SSD1306Model._along_the_row,
    COLUMN_MODE: SSD1306Model._down_the_column,
    PAGE_MODE: SSD1306Model._within_the_page,
}


# Commands that set up the panel and change nothing that is modelled, with their arguments: the
# look-up tables of an area in colours, and the current of such an area.
SSD1305_SET_UP = {0x91: 4, 0x92: 4, 0x82: 1, 0xD8: 1}

# luma sends these because the SSD1306 has a charge pump; this controller has none
SSD1305_FOREIGN = {0x8D: 0, 0x10: 0}

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
        **ignoring(SSD1305_SET_UP | SSD1305_FOREIGN),
    }


class SSD1309Model(SSD1306Model):
    """An SSD1309: an SSD1306 without a charge pump, for panels with a supply of their own."""

    HAS_PUMP = True
    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **SSD1306Model.COMMANDS,
        **ignoring({0x8D: 1}),
    }


SIDE = 128
PIXELS_A_BYTE = 2

# Commands that set up the panel and change nothing that is modelled, with their arguments: the
# remapping that luma chooses, start line, offset, multiplex ratio, supply, phases, clock, second
# pre-charge, table of greys (luma sends eight of its values), pre-charge and VCOMH levels.
SSD1327_SET_UP = {
    0xA0: 1,
    0xA1: 1,
    0xA2: 1,
    0xA8: 1,
    0xAB: 1,
    0xB1: 1,
    0xB3: 1,
    0xB6: 1,
    0xB8: 8,
    0xBC: 1,
    0xBE: 1,
    0xD5: 1,
}
SHARED = (0x81, 0xA4, 0xA5, 0xAE, 0xAF)
"""The commands that mean the same as on the monochrome controllers."""


class SSD1327Model(PanelModel):
    """An SSD1327: 128 x 128 pixels of 16 greys, two a byte, written row by row into a window.

    A pixel counts as lit unless it is black.
    """

    CONTRAST = 0x7F
    IDENTITY = 0x00
    HAS_PUMP = True
    MODULES: ClassVar = {}

    def power_up(self) -> None:
        super().power_up()
        self.memory = bytearray([NOISE]) * (SIDE * SIDE // PIXELS_A_BYTE)

    def reset(self) -> None:
        super().reset()
        self._columns, self._rows = (0, SIDE // PIXELS_A_BYTE - 1), (0, SIDE - 1)
        self._column = self._row = 0

    def _store(self, data: bytes) -> None:
        for byte in data:
            self.memory[self._row * SIDE // PIXELS_A_BYTE + self._column] = byte
            self._advance()

    def _advance(self) -> None:
        (left, right), (top, bottom) = self._columns, self._rows
        self._column += 1
        if self._column > right:
            self._column, self._row = left, self._row + 1
        if self._row > bottom:
            self._row = top

    def _lines(self) -> "Image.Image":
        return self._greys().point([0] + [255] * 255, "1")

    def _greys(self) -> "Image.Image":
        """Return the memory as levels from 0 to 255."""
        from PIL import Image

        pixels = bytearray(SIDE * SIDE)
        pixels[::2] = bytes(byte % 16 * 17 for byte in self.memory)
        pixels[1::2] = bytes(byte // 16 * 17 for byte in self.memory)
        return Image.frombytes("L", (SIDE, SIDE), bytes(pixels))

    def greys(self) -> "Image.Image":
        """Return the picture that people see, of mode "L"; black while not lit."""
        from PIL import Image

        picture = self._greys() if self.is_lit else Image.new("L", (SIDE, SIDE))
        return turned(picture, self._rotate)

    def _glass(self, width: int, height: int) -> "Image.Image":
        return self._lines()

    def _set_columns(self, left: int, right: int) -> None:
        if left <= right < SIDE // PIXELS_A_BYTE:
            self._columns, self._column = (left, right), left
        else:
            self._refuse(f"expected columns within 0 to 63, not {left} to {right}")

    def _set_rows(self, top: int, bottom: int) -> None:
        if top <= bottom < SIDE:
            self._rows, self._row = (top, bottom), top
        else:
            self._refuse(f"expected rows within 0 to 127, not {top} to {bottom}")

    COMMANDS: ClassVar[Mapping[int, Command]] = {
        **{code: COMMON[code] for code in SHARED},
        **ignoring(SSD1327_SET_UP),
        0x15: (2, _set_columns),
        0x75: (2, _set_rows),
    }
