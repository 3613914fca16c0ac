"""A simulated SSD1306, as its datasheet (Solomon Systech, rev 1.1, chapters 8 to 10) says."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from hardware.errors import SimulationError
from hardware.simulated.panel_model import COMMON, PAGES, Command, PanelModel, ignoring

PAGE_MODE = 2

# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# multiplex, offset, start line 0, charge pump, segment remap, scan direction, COM pins, pre-charge,
# VCOMH level, picture from memory, not inverted.
SET_UP = {
    0xD5: 1, 0xA8: 1, 0xD3: 1, 0x40: 0, 0x8D: 1, 0xA1: 0,
    0xC8: 0, 0xDA: 1, 0xD9: 1, 0xDB: 1, 0xA4: 0, 0xA6: 0,
}  # fmt: skip


class SSD1306Model(PanelModel):
    """An SSD1306 or a compatible controller: three addressing modes, two of them in a window."""

    CONTRAST = 0x7F
    IDENTITY = 0x06

    def reset(self) -> None:
        super().reset()
        self._mode = PAGE_MODE
        self._columns, self._pages = (0, self.COLUMNS - 1), (0, PAGES - 1)
        self._column = self._page = 0

    def _store(self, data: bytes) -> None:
        step = _STEPS[self._mode]
        for byte in data:
            self.memory[self._page * self.COLUMNS + self._column] = byte
            step(self)

    def _set_mode(self, mode: int) -> None:
        if mode not in _STEPS:
            raise SimulationError(f"expected addressing mode 0, 1 or 2, not {mode}")
        self._mode = mode

    def _set_columns(self, left: int, right: int) -> None:
        self._columns = _window("columns", left, right, self.COLUMNS)
        self._column = left

    def _set_pages(self, top: int, bottom: int) -> None:
        self._pages = _window("pages", top, bottom, PAGES)
        self._page = top

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
        0x20: (1, _set_mode),
        0x21: (2, _set_columns),
        0x22: (2, _set_pages),
    }


def _window(what: str, first: int, last: int, count: int) -> tuple[int, int]:
    if not first <= last < count:
        raise SimulationError(f"expected {what} within 0 to {count - 1}, not {first} to {last}")
    return first, last


def _next(index: int, window: tuple[int, int]) -> tuple[int, bool]:
    first, last = window
    return (first, True) if index == last else (index + 1, False)


_STEPS: Mapping[int, Callable[[SSD1306Model], None]] = {
    0: SSD1306Model._along_the_row,
    1: SSD1306Model._down_the_column,
    PAGE_MODE: SSD1306Model._within_the_page,
}
