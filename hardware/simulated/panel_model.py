"""The base of the simulated panels: a picture memory, the commands that change it, and the glass.

The glass is modelled down to its lines: a controller shows a column of its memory on a segment
line, and a row on a common line. Which ones these are depends on its set-up, and where they lie
depends on the module.

Set-up says which row of its memory a controller shows on which row of the glass. The sources are
the datasheets: SSD1306 (Solomon Systech, rev 1.1), commands 40 to 7F, A8, C0/C8, D3 and DA, tables
10-1 to 10-3; SH1106 (Sino Wealth, version 2.3), commands 5, 8, 14, 15 and 18.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from hardware import SimulationError

if TYPE_CHECKING:
    from PIL import Image

ROWS = 64
"""Common lines of the controller, and rows of its memory."""

ALTERNATING, EXCHANGED = 0x10, 0x20
"""Bits of the common pins' set-up: even and odd lines on different sides, the sides exchanged."""


class ScanSetUp(NamedTuple):
    """How a controller scans its common lines; these are the values after a reset.

    It scans the lines up to number ``highest``, backwards if ``is_reversed``; ``offset`` moves the
    rows on the lines, and ``start`` is the row of the memory that is shown first. ``pins`` are
    the bits :data:`ALTERNATING` and :data:`EXCHANGED`.
    """

    highest: int = ROWS - 1
    offset: int = 0
    start: int = 0
    is_reversed: bool = False
    pins: int = ALTERNATING


@lru_cache
def rows_shown(
    scan: ScanSetUp, height: int, top_line: int, is_alternating: bool
) -> tuple[int | None, ...]:
    """Return the row of the memory on each of ``height`` rows of the glass, None where it is dark.

    The top row of the glass is on ``top_line``, the next one on the line before that. The module
    is built for lines that alternate or do not.

    >>> rows_shown(ScanSetUp(is_reversed=True), 64, 63, True) == tuple(range(64))
    True
    >>> rows_shown(ScanSetUp(), 64, 63, True)[:3]
    (63, 62, 61)
    """
    lines = {_pad(line, scan.pins): line for line in range(ROWS)}
    built_for = ALTERNATING if is_alternating else 0
    seen = (lines[_pad(top_line - row, built_for)] for row in range(height))
    return tuple(_row_on(line, scan) for line in seen)


def _row_on(line: int, scan: ScanSetUp) -> int | None:
    place = scan.highest - line if scan.is_reversed else line
    row = (place + scan.offset) % ROWS
    return None if row > scan.highest else (row + scan.start) % ROWS


def _pad(line: int, pins: int) -> int:
    """Return the place of a common line at the controller's edge."""
    pad = line // 2 + line % 2 * ROWS // 2 if pins & ALTERNATING else line
    return pad ^ ROWS // 2 if pins & EXCHANGED else pad


ROWS_A_PAGE = 8
CONTROL_COMMANDS, CONTROL_DATA = 0x00, 0x40
NOISE = 0xA5
IS_OFF = 0x40
DARK, LIT = 0, 255

Command = tuple[int, Callable[..., object]]
"""The number of arguments of a command, and the function of the panel and the arguments."""


class PanelModel(ABC):
    """The picture memory of a panel of ``width`` by ``height`` pixels behind its controller.

    ``column_offset`` is the first column of the controller that the panel shows, None for the usual
    one. On the usual module a picture is upright if the controller shows its first column on the
    last segment line and its first row on the last common line (commands A1 and C8); this one is
    mounted turned, so that a picture turned by ``rotate`` quarters clockwise is upright.

    What no good driver sends raises SimulationError, unless :attr:`is_strict` is False, as for a
    panel that misses some of what is sent. The state is in :attr:`is_on`, :attr:`contrast` and
    :attr:`memory`.
    """

    COLUMNS: ClassVar[int] = 128
    """Bytes in a page."""
    PAGES: ClassVar[int] = ROWS // ROWS_A_PAGE
    """Pages of the memory, of eight rows each."""
    COLUMN_OFFSET: ClassVar[int] = 0
    CONTRAST: ClassVar[int]
    """The contrast at power-up."""
    IDENTITY: ClassVar[int]
    """The low bits of the status byte."""
    HAS_PUMP: ClassVar[bool]
    """Whether its charge pump is on at power-up."""
    MODULES: ClassVar[Mapping[int, tuple[int, bool]]]
    """By the rows of a module, the common line of its top row, and whether its lines alternate."""
    COMMANDS: ClassVar[Mapping[int, Command]]
    """The commands that it knows."""

    def __init__(
        self,
        width: int = 128,
        height: int = ROWS,
        column_offset: int | None = None,
        rotate: int = 0,
    ) -> None:
        self._panel, self._rotate = (width, height), rotate
        self._left = self.COLUMN_OFFSET if column_offset is None else column_offset
        self.is_strict = True
        self.size = (height, width) if rotate % 2 else (width, height)
        self.power_up()

    def power_up(self) -> None:
        """Start as at power-up: off, with noise in the memory."""
        self.memory = bytearray([NOISE]) * (self.COLUMNS * self.PAGES)
        self.reset()

    def reset(self) -> None:
        """Start as after a reset: as at power-up, but the memory keeps its content."""
        self.is_on, self.contrast = False, self.CONTRAST
        self._is_remapped = self._is_inverted = self._is_all_lit = self._is_powered = False
        self._has_pump, self._scan = self.HAS_PUMP, ScanSetUp()
        self._awaiting: list[int] = []

    @property
    def is_lit(self) -> bool:
        """Whether the glass shows anything: it is on, and has been since the charge pump was."""
        return self.is_on and self._is_powered

    def write(self, message: bytes) -> None:
        """Take one ``message``: a control byte as on I2C, then commands or data.

        Raises SimulationError for an unknown control byte or command, or a command cut short.
        """
        self.write_cut(message)
        if self._awaiting and message[0] == CONTROL_COMMANDS:
            command, *arguments = self._awaiting
            self._refuse(
                f"command 0x{command:02X}: expected {self.COMMANDS[command][0]} arguments, "
                f"not {len(arguments)}"
            )

    def write_cut(self, message: bytes) -> None:
        """Take the beginning of a message that was cut off.

        If it ends within a command, the next bytes that come as commands are its arguments.
        """
        control, body = message[0], message[1:]
        if control == CONTROL_DATA:
            self._store(body)
        elif control == CONTROL_COMMANDS:
            self._execute(iter(body))
        else:
            raise SimulationError(f"expected control byte 0x00 or 0x40, not 0x{control:02X}")

    def status(self) -> int:
        """Return the status byte, with the bit that says whether the panel is off."""
        return self.IDENTITY if self.is_on else self.IDENTITY | IS_OFF

    def image(self) -> "Image.Image":
        """Return the picture that people see, of mode "1" and :attr:`size`; black while not lit."""
        from PIL import Image, ImageChops

        if not self.is_lit or self._is_all_lit:
            return Image.new("1", self.size, LIT if self.is_lit else DARK)
        image = self._glass(*self._panel)
        if self._is_inverted:
            image = ImageChops.invert(image)
        return turned(image, self._rotate)

    def _glass(self, width: int, height: int) -> "Image.Image":
        """Return what the ``width`` by ``height`` pixels of the glass show while it is lit."""
        image = self._lines().crop((self._left, 0, self._left + width, ROWS))
        return _rows_of(image, rows_shown(self._scan, height, *self.MODULES[height]))

    @abstractmethod
    def _store(self, data: bytes) -> None:
        """Store ``data`` at the place that the last commands set."""

    @abstractmethod
    def _lines(self) -> "Image.Image":
        """Return the memory as the segment lines show it, from the last one to the first."""

    def _memory_picture(self) -> "Image.Image":
        """Return the memory, a column of it in each column."""
        from PIL import Image

        columns = bytearray(len(self.memory))
        for page in range(self.PAGES):
            start, place = page * self.COLUMNS, self.PAGES - 1 - page
            columns[place :: self.PAGES] = self.memory[start : start + self.COLUMNS]
        rows = self.PAGES * ROWS_A_PAGE
        return turned(Image.frombytes("1", (rows, self.COLUMNS), bytes(columns)), 1)

    def _execute(self, body: Iterator[int]) -> None:
        for byte in body:
            if not self._awaiting and byte not in self.COMMANDS:
                self._refuse(f"this panel has no command 0x{byte:02X}")
                continue
            self._awaiting.append(byte)
            command, *arguments = self._awaiting
            count, run = self.COMMANDS[command]
            if len(arguments) == count:
                self._awaiting = []
                run(self, *arguments)

    def _refuse(self, why: str) -> None:
        """Raise SimulationError if the panel is strict: no good driver sends this."""
        if self.is_strict:
            raise SimulationError(why)

    def _set_contrast(self, level: int) -> None:
        self.contrast = level

    def _switch_on(self) -> None:
        self.is_on, self._is_powered = True, self._has_pump

    def _switch_off(self) -> None:
        self.is_on = False

    def _remap(self, is_remapped: int) -> None:
        self._is_remapped = bool(is_remapped)

    def _light_all(self, is_all_lit: int) -> None:
        self._is_all_lit = bool(is_all_lit)

    def _invert(self, is_inverted: int) -> None:
        self._is_inverted = bool(is_inverted)

    def _scan_with(self, **changed: Any) -> None:
        self._scan = self._scan._replace(**changed)


def ignoring(arguments: Mapping[int, int]) -> dict[int, Command]:
    """Return commands that set up what is not modelled, from their numbers of ``arguments``."""
    return {command: (count, _ignore) for command, count in arguments.items()}


def with_argument(first: int, count: int, run: Callable[[Any, int], object]) -> dict[int, Command]:
    """Return the ``count`` commands from ``first`` on with an argument in their low bits."""
    return {first + argument: (0, partial(_with, run, argument)) for argument in range(count)}


def _with(run: Callable[[Any, int], object], argument: int, panel: PanelModel) -> None:
    run(panel, argument)


def _ignore(*_: Any) -> None:
    """Do nothing."""


def _scanning(name: str, mask: int) -> Callable[[PanelModel, int], None]:
    """Return what sets the field ``name`` of a ScanSetUp to the bits ``mask`` of an argument."""
    return lambda panel, value: panel._scan_with(**{name: value & mask})


def mirrored(image: "Image.Image") -> "Image.Image":
    """Return ``image`` with left and right exchanged."""
    from PIL import Image

    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def turned(image: "Image.Image", quarters: int) -> "Image.Image":
    """Return ``image`` turned by so many ``quarters``, 0 to 3, against the clock."""
    from PIL import Image

    turns = (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)
    return image.transpose(turns[quarters - 1]) if quarters else image


def _rows_of(image: "Image.Image", rows: tuple[int | None, ...]) -> "Image.Image":
    """Return those ``rows`` of ``image`` from the top; a row that is None is dark."""
    from PIL import Image

    if rows == tuple(range(len(rows))):
        return image.crop((0, 0, image.width, len(rows)))
    shown = Image.new("1", (image.width, len(rows)))
    for place, row in enumerate(rows):
        if row is not None:
            shown.paste(image.crop((0, row, image.width, row + 1)), (0, place))
    return shown


COMMON: Mapping[int, Command] = {
    0x81: (1, PanelModel._set_contrast),
    0xAE: (0, PanelModel._switch_off),
    0xAF: (0, PanelModel._switch_on),
    0xA8: (1, _scanning("highest", 0x3F)),
    0xD3: (1, _scanning("offset", 0x3F)),
    0xDA: (1, _scanning("pins", 0x30)),
    0xC0: (0, lambda panel: panel._scan_with(is_reversed=False)),
    0xC8: (0, lambda panel: panel._scan_with(is_reversed=True)),
    0xE3: (0, _ignore),
    **with_argument(0x40, ROWS, _scanning("start", 0x3F)),
    **with_argument(0xA0, 2, PanelModel._remap),
    **with_argument(0xA4, 2, PanelModel._light_all),
    **with_argument(0xA6, 2, PanelModel._invert),
}
"""The commands that all these panels have."""
