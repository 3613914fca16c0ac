"""What the simulated panels have in common: a picture memory, and commands that change it."""

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
"""How many arguments a command has, and what it does with the panel and them."""


class PanelModel(ABC):
    """The picture memory of a panel of ``width`` by ``height`` pixels behind its controller.

    ``column_offset`` is the controller's column that is the panel's first, None the usual one; the
    panel is mounted so that a picture ``rotate`` quarter turns clockwise stands upright. It
    understands what a driver sends and answers anything else with a SimulationError. What it was
    last told is in :attr:`is_on`, :attr:`contrast` and :attr:`memory`.
    """

    COLUMNS: ClassVar[int] = 128
    """Bytes a page."""
    COLUMN_OFFSET: ClassVar[int] = 0
    CONTRAST: ClassVar[int]
    """The contrast at power-up."""
    IDENTITY: ClassVar[int]
    """The low bits of the status byte."""
    COMMANDS: ClassVar[Mapping[int, Command]]
    """What it knows of commands."""

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
        """Forget everything, as when the supply comes back: off, with noise in the memory."""
        self.memory = bytearray([NOISE]) * (self.COLUMNS * PAGES)
        self.reset()

    def reset(self) -> None:
        """Do what the reset line does: off, everything as at power-up but the memory."""
        self.is_on, self.contrast = False, self.CONTRAST

    def write(self, message: bytes) -> None:
        """Take one ``message``: a control byte as on I2C, then commands or data to its end.

        SimulationError for a control byte or command that it does not know, or one cut short.
        """
        control, body = message[0], message[1:]
        if control == CONTROL_DATA:
            self._store(body)
        elif control == CONTROL_COMMANDS:
            self._obey(iter(body))
        else:
            raise SimulationError(f"expected control byte 0x00 or 0x40, not 0x{control:02X}")

    def status(self) -> int:
        """Return the status byte, which says whether the panel is off."""
        return self.IDENTITY if self.is_on else self.IDENTITY | IS_OFF

    def image(self) -> Image.Image:
        """Return what people see, of mode "1" and :attr:`size`: black while the panel is off."""
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
        """Put ``data`` where the last commands said."""

    def _obey(self, body: Iterator[int]) -> None:
        for command in body:
            if command not in self.COMMANDS:
                raise SimulationError(f"command 0x{command:02X} is not one that this panel knows")
            count, act = self.COMMANDS[command]
            arguments = tuple(islice(body, count))
            if len(arguments) < count:
                raise SimulationError(
                    f"command 0x{command:02X}: expected {count} arguments, not {len(arguments)}"
                )
            act(self, *arguments)

    def _set_contrast(self, level: int) -> None:
        self.contrast = level

    def _switch_on(self) -> None:
        self.is_on = True

    def _switch_off(self) -> None:
        self.is_on = False


def ignoring(arguments: Mapping[int, int]) -> dict[int, Command]:
    """Return commands, by their number of ``arguments``, that set up what is not modelled."""
    return {command: (count, _ignore) for command, count in arguments.items()}


def with_argument(first: int, count: int, act: Callable[[Any, int], object]) -> dict[int, Command]:
    """Return the ``count`` commands from ``first`` on that carry an argument in their low bits."""
    return {first + argument: (0, partial(_with, act, argument)) for argument in range(count)}


def _with(act: Callable[[Any, int], object], argument: int, panel: PanelModel) -> None:
    act(panel, argument)


def _ignore(*_: Any) -> None:
    """Do nothing."""


COMMON: Mapping[int, Command] = {
    0x81: (1, PanelModel._set_contrast),
    0xAE: (0, PanelModel._switch_off),
    0xAF: (0, PanelModel._switch_on),
}
"""The commands that all panels of this family have."""
