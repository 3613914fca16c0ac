"""The base of the simulated panels: a picture memory, and commands that change it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, ClassVar

from PIL import Image

from hardware.errors import SimulationError

PAGES, ROWS_A_PAGE = 8, 8
CONTROL_COMMANDS, CONTROL_DATA = 0x00, 0x40
NOISE = 0xA5
IS_OFF = 0x40

TURNS = (None, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)

Command = tuple[int, Callable[..., object]]
"""The number of arguments of a command, and the function of the panel and the arguments."""


class PanelModel(ABC):
    """The picture memory of a panel of ``width`` by ``height`` pixels behind its controller.

    ``column_offset`` is the first column of the controller that the panel shows, None for the usual
    one. The panel is mounted so that a picture turned by ``rotate`` quarters clockwise is upright.
    An unknown command raises SimulationError. The state is in :attr:`is_on`, :attr:`contrast` and
    :attr:`memory`.
    """

    COLUMNS: ClassVar[int] = 128
    """Bytes in a page."""
    COLUMN_OFFSET: ClassVar[int] = 0
    CONTRAST: ClassVar[int]
    """The contrast at power-up."""
    IDENTITY: ClassVar[int]
    """The low bits of the status byte."""
    COMMANDS: ClassVar[Mapping[int, Command]]
    """The commands that it knows."""

    def __init__(
        self,
        width: int = 128,
        height: int = PAGES * ROWS_A_PAGE,
        column_offset: int | None = None,
        rotate: int = 0,
    ) -> None:
        self._panel, self._rotate = (width, height), rotate
        self._left = self.COLUMN_OFFSET if column_offset is None else column_offset
        self.size = (height, width) if rotate % 2 else (width, height)
        self.power_up()

    def power_up(self) -> None:
        """Start as at power-up: off, with noise in the memory."""
        self.memory = bytearray([NOISE]) * (self.COLUMNS * PAGES)
        self.reset()

    def reset(self) -> None:
        """Start as after a reset: as at power-up, but the memory keeps its content."""
        self.is_on, self.contrast = False, self.CONTRAST

    def write(self, message: bytes) -> None:
        """Take one ``message``: a control byte as on I2C, then commands or data.

        Raises SimulationError for an unknown control byte or command, or a command cut short.
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

    def image(self) -> Image.Image:
        """Return the picture that people see, of mode "1" and :attr:`size`; black while off."""
        if not self.is_on:
            return Image.new("1", self.size)
        width, height = self._panel
        pages = height // ROWS_A_PAGE
        columns = bytearray(width * pages)
        for page in range(pages):
            start = page * self.COLUMNS + self._left
            columns[pages - 1 - page :: pages] = self.memory[start : start + width]
        turned = Image.frombytes("1", (height, width), bytes(columns))
        image = turned.transpose(Image.Transpose.ROTATE_90)
        turn = TURNS[self._rotate]
        return image if turn is None else image.transpose(turn)

    @abstractmethod
    def _store(self, data: bytes) -> None:
        """Store ``data`` at the place that the last commands set."""

    def _execute(self, body: Iterator[int]) -> None:
        for command in body:
            if command not in self.COMMANDS:
                raise SimulationError(f"this panel has no command 0x{command:02X}")
            count, run = self.COMMANDS[command]
            arguments = tuple(islice(body, count))
            if len(arguments) < count:
                raise SimulationError(
                    f"command 0x{command:02X}: expected {count} arguments, not {len(arguments)}"
                )
            run(self, *arguments)

    def _set_contrast(self, level: int) -> None:
        self.contrast = level

    def _switch_on(self) -> None:
        self.is_on = True

    def _switch_off(self) -> None:
        self.is_on = False


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


COMMON: Mapping[int, Command] = {
    0x81: (1, PanelModel._set_contrast),
    0xAE: (0, PanelModel._switch_off),
    0xAF: (0, PanelModel._switch_on),
}
"""The commands that all these panels have."""
