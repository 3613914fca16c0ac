"""A simulated SSD1306, as its datasheet (Solomon Systech, rev 1.1, chapters 8 to 10) has it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from PIL import Image

from hardware.errors import SimulationError

COLUMNS, PAGES, ROWS_A_PAGE = 128, 8, 8
COMMANDS, DATA = 0x00, 0x40
PAGE_MODE = 2
NOISE = 0xA5

# Commands that set up the panel and change nothing that is modelled, with their arguments: clock,
# multiplex, offset, start line 0, charge pump, segment remap, scan direction, COM pins, pre-charge,
# VCOMH level, picture from memory, not inverted.
SET_UP: Mapping[int, int] = {
    0xD5: 1, 0xA8: 1, 0xD3: 1, 0x40: 0, 0x8D: 1, 0xA1: 0,
    0xC8: 0, 0xDA: 1, 0xD9: 1, 0xDB: 1, 0xA4: 0, 0xA6: 0,
}  # fmt: skip


class SSD1306Model:
    """The picture memory of a panel of ``width`` by ``height`` pixels, written over I2C.

    It understands what a driver sends and answers anything else with a SimulationError. What it
    was last told is in :attr:`is_on`, :attr:`contrast` and :attr:`memory` (128 bytes a page).
    """

    def __init__(self, width: int = COLUMNS, height: int = PAGES * ROWS_A_PAGE) -> None:
        self.size = (width, height)
        self.power_up()

    def power_up(self) -> None:
        """Forget everything, as when the supply comes back: off, with noise in the memory."""
        self.is_on = False
        self.contrast = 0x7F
        self.memory = bytearray([NOISE]) * (COLUMNS * PAGES)
        self._mode = PAGE_MODE
        self._columns, self._pages = (0, COLUMNS - 1), (0, PAGES - 1)
        self._column = self._page = 0

    def write(self, message: bytes) -> None:
        """Take one I2C ``message``: a control byte, then commands or data to its end.

        SimulationError for a control byte or command that it does not know, or one cut short.
        """
        control, body = message[0], message[1:]
        if control == DATA:
            for byte in body:
                self.memory[self._page * COLUMNS + self._column] = byte
                _STEPS[self._mode](self)
        elif control == COMMANDS:
            self._obey(iter(body))
        else:
            raise SimulationError(f"expected control byte 0x00 or 0x40, not 0x{control:02X}")

    def image(self) -> Image.Image:
        """Return what the panel shows, of mode "1": black while it is off."""
        width, height = self.size
        if not self.is_on:
            return Image.new("1", self.size)
        pages = height // ROWS_A_PAGE
        columns = bytearray(width * pages)
        for page in range(pages):
            row = self.memory[page * COLUMNS : page * COLUMNS + width]
            columns[pages - 1 - page :: pages] = row
        turned = Image.frombytes("1", (height, width), bytes(columns))
        return turned.transpose(Image.Transpose.ROTATE_90)

    def _obey(self, body: Iterator[int]) -> None:
        for command in body:
            if command not in _COMMANDS:
                raise SimulationError(f"command 0x{command:02X} is not one that this panel knows")
            count, act = _COMMANDS[command]
            arguments = tuple(islice(body, count))
            if len(arguments) < count:
                raise SimulationError(
                    f"command 0x{command:02X}: expected {count} arguments, not {len(arguments)}"
                )
            act(self, *arguments)

    def _set_mode(self, mode: int) -> None:
        if mode not in _STEPS:
            raise SimulationError(f"expected addressing mode 0, 1 or 2, not {mode}")
        self._mode = mode

    def _set_columns(self, left: int, right: int) -> None:
        self._columns = _window("columns", left, right, COLUMNS)
        self._column = left

    def _set_pages(self, top: int, bottom: int) -> None:
        self._pages = _window("pages", top, bottom, PAGES)
        self._page = top

    def _set_contrast(self, level: int) -> None:
        self.contrast = level

    def _switch_on(self) -> None:
        self.is_on = True

    def _switch_off(self) -> None:
        self.is_on = False

    def _along_the_row(self) -> None:
        self._column, wrapped = _next(self._column, self._columns)
        if wrapped:
            self._page, _ = _next(self._page, self._pages)

    def _down_the_column(self) -> None:
        self._page, wrapped = _next(self._page, self._pages)
        if wrapped:
            self._column, _ = _next(self._column, self._columns)

    def _within_the_page(self) -> None:
        self._column, _ = _next(self._column, (0, COLUMNS - 1))


def _window(what: str, first: int, last: int, count: int) -> tuple[int, int]:
    if not first <= last < count:
        raise SimulationError(f"expected {what} within 0 to {count - 1}, not {first} to {last}")
    return first, last


def _next(index: int, window: tuple[int, int]) -> tuple[int, bool]:
    first, last = window
    return (first, True) if index == last else (index + 1, False)


def _ignore(_panel: SSD1306Model, *_arguments: int) -> None:
    """A command that sets up what is not modelled."""


_STEPS: Mapping[int, Callable[[SSD1306Model], None]] = {
    0: SSD1306Model._along_the_row,
    1: SSD1306Model._down_the_column,
    PAGE_MODE: SSD1306Model._within_the_page,
}
_COMMANDS: Mapping[int, tuple[int, Callable[..., None]]] = {
    **{command: (count, _ignore) for command, count in SET_UP.items()},
    0x20: (1, SSD1306Model._set_mode),
    0x21: (2, SSD1306Model._set_columns),
    0x22: (2, SSD1306Model._set_pages),
    0x81: (1, SSD1306Model._set_contrast),
    0xAE: (0, SSD1306Model._switch_off),
    0xAF: (0, SSD1306Model._switch_on),
}
