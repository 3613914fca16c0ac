"""The display of the simulated machine: the bytes on its bus, and its picture."""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from hardware.simulated import SSD1306Model
from tests.machine.patience import PATIENCE, Patience

LOG = Path("/sys/kernel/debug/i2c_oled_sim/log")
PARAMETERS = Path("/sys/module/i2c_oled_sim/parameters")
HEAD = struct.Struct("<QHHI")
IS_READ = 0x0001
"""The flag of a message that reads (I2C_M_RD of the kernel)."""


class Message(NamedTuple):
    """What went over the bus at ``time`` (ns of the monotonic clock), after the address."""

    time: int
    data: bytes


class Panel:
    """An SSD1306 behind the bus. :attr:`messages` is all that it was sent since it was made."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._model = SSD1306Model()
        self._drain()

    @property
    def image(self) -> Image.Image:
        """What people see now."""
        self.read()
        return self._model.image()

    @property
    def bytes_sent(self) -> int:
        """How many bytes of pictures and commands have come over the bus, with addresses.

        The lone control byte before its status is read is none of them.
        """
        self.read()
        return sum(1 + len(message.data) for message in self.messages if len(message.data) > 1)

    def read(self) -> list[Message]:
        """Take in what has come since the last time, and return it."""
        news = self._drain()
        for message in news:
            self._model.write(message.data)
        self.messages += news
        return news

    def shows(self, picture: Image.Image) -> bool:
        """Whether people see ``picture``, to the last pixel."""
        return self.image.tobytes() == picture.tobytes()

    def wait_for(self, happened: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Wait until ``happened``, for ``seconds`` at most; return whether it has."""
        patience = Patience(seconds)
        while not happened():
            if patience.is_over:
                return False
            patience.wait(0.005)
        return True

    def wait_until_still(self, seconds: float = 0.3) -> None:
        """Wait until nothing has been sent for ``seconds``."""
        still = Patience(seconds)
        while not still.is_over:
            still.wait(0.01)
            if self.read():
                still = Patience(seconds)

    def unplug(self) -> None:
        """Take it off the bus, and its supply away."""
        set_parameter("present", 0)
        self._model.power_up()

    def plug(self) -> None:
        """Put it back: it is off, with noise in its memory."""
        self.read()
        self._model.power_up()
        set_parameter("present", 1)

    def _drain(self) -> list[Message]:
        log = b"".join(_chunks())
        return [Message(time, data) for time, data in _records(log) if data]


def set_parameter(name: str, value: int) -> None:
    """Set what the module ``i2c_oled_sim`` calls ``name``; its source says what there is."""
    (PARAMETERS / name).write_text(str(value), encoding="ascii")


def _chunks() -> Iterator[bytes]:
    with LOG.open("rb", buffering=0) as log:
        while chunk := log.read(65536):
            yield chunk


def _records(log: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(log):
        when, _, flags, length = HEAD.unpack_from(log, at)
        at += HEAD.size
        if not flags & IS_READ:
            yield when, log[at : at + length]
        at += length
