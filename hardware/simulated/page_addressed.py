"""A simulated controller that is told the page and the column at which bytes of a picture go on."""

from collections.abc import Mapping

from hardware.simulated.panel_model import Command, PanelModel, with_argument


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
