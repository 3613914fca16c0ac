"""A simulated SSD1327, as its datasheet (Solomon Systech) describes it and luma drives it."""

from collections.abc import Mapping
from typing import ClassVar

from PIL import Image

from hardware.simulated.panel_model import COMMON, NOISE, TURNS, Command, PanelModel, ignoring

SIDE = 128
PIXELS_A_BYTE = 2

# Commands that set up the panel and change nothing that is modelled, with their arguments: the
# remapping that luma chooses, start line, offset, multiplex ratio, supply, phases, clock, second
# pre-charge, table of greys (luma sends eight of its values), pre-charge and VCOMH levels.
SET_UP = {
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

    def _lines(self) -> Image.Image:
        return self._greys().point([0] + [255] * 255, "1")

    def _greys(self) -> Image.Image:
        """Return the memory as levels from 0 to 255."""
        pixels = bytearray(SIDE * SIDE)
        pixels[::2] = bytes(byte % 16 * 17 for byte in self.memory)
        pixels[1::2] = bytes(byte // 16 * 17 for byte in self.memory)
        return Image.frombytes("L", (SIDE, SIDE), bytes(pixels))

    def greys(self) -> Image.Image:
        """Return the picture that people see, of mode "L"; black while not lit."""
        picture = self._greys() if self.is_lit else Image.new("L", (SIDE, SIDE))
        turn = TURNS[self._rotate]
        return picture if turn is None else picture.transpose(turn)

    def _glass(self, width: int, height: int) -> Image.Image:
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
        **ignoring(SET_UP),
        0x15: (2, _set_columns),
        0x75: (2, _set_rows),
    }
