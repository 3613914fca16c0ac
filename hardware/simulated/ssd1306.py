"""A simulated SSD1306, as its datasheet (Solomon Systech, rev 1.1, chapters 8 to 10) says."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from PIL import Image

from hardware.simulated.panel_model import COMMON, Command, PanelModel, ignoring

PAGE_MODE = 2

# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# pre-charge, VCOMH level.
SET_UP = {0xD5: 1, 0xD9: 1, 0xDB: 1}

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
        step = _STEPS[self._mode]
        for byte in data:
            # the remapping counts when a column is written, and the memory keeps its content
            line = self.COLUMNS - 1 - self._column if self._is_remapped else self._column
            self.memory[self._page * self.COLUMNS + line] = byte
            step(self)

    def _lines(self) -> Image.Image:
        return self._memory_picture().transpose(Image.Transpose.FLIP_LEFT_RIGHT)

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
        **ignoring(SET_UP),
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
    1: SSD1306Model._down_the_column,
    PAGE_MODE: SSD1306Model._within_the_page,
}
