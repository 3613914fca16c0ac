"""What luma's devices are mixed with: they send only what changed, and start as often as needed.

A mixed class lists a way of sending, luma's device and :class:`Restartable`, in this order.
Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so when
it must.
"""

from typing import Any

from luma.core.const import common
from luma.core.device import device
from PIL import Image

from hardware.display.frames import changes, pack, runs

SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10
"""Commands of the SH1106 (datasheet, commands 12, 1 and 2); the argument is in the low bits."""


class Restartable(device):  # type: ignore[misc]  # luma comes without types
    """luma's device, but one that may be constructed anew, and that begins with a picture.

    Before each time set :attr:`first`, :attr:`brightness` (0 to 255) and :attr:`column_offset`
    (None: the usual one).
    """

    first: Image.Image
    brightness: int
    column_offset: int | None
    _shown: bytes | None = None

    def __init__(self, const: Any = None, serial_interface: Any = None) -> None:
        # luma's own would leave a hook behind, each time, until the program ends
        self._const, self._serial_interface = const or common, serial_interface
        self._shown = None

    def clear(self) -> None:
        """Show the first picture where luma, before it turns the panel on, shows a blank one."""
        self.contrast(self.brightness)
        self.display(self.first.convert(self.mode))


class Partial(device):  # type: ignore[misc]
    """Shows a picture by what differs from the one before; after a failure, by all of it."""

    _shown: bytes | None

    def display(self, image: Image.Image) -> None:
        """Show ``image``, of mode "1" and the size of the panel."""
        frame = pack(self.preprocess(image))
        before, self._shown = self._shown, None
        self.send(before, frame)
        self._shown = frame

    def send(self, before: bytes | None, frame: bytes) -> None:
        """Bring a panel that shows ``before`` (None: unknown) to show ``frame``."""
        raise NotImplementedError


class Windows(Partial):
    """Sends windows, to an SSD1306 or one of its kin."""

    def send(self, before: bytes | None, frame: bytes) -> None:
        start = self._colstart if self.column_offset is None else self.column_offset
        for window in changes(before, frame, self._w):
            self.command(
                self._const.COLUMNADDR, start + window.left, start + window.right,
                self._const.PAGEADDR, window.top, window.bottom,
            )  # fmt: skip
            self.data(window.cut(frame, self._w))


class PageRuns(Partial):
    """Sends runs page by page, to an SH1106."""

    def send(self, before: bytes | None, frame: bytes) -> None:
        start = self._page_address_offset if self.column_offset is None else self.column_offset
        for run in runs(before, frame, self._w):
            column = start + run.left
            self.command(
                SET_PAGE | run.page, SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4
            )
            self.data(run.cut(frame, self._w))


class Whole(device):  # type: ignore[misc]
    """Sends whole pictures as luma does, but none twice in a row."""

    _shown: bytes | None

    def display(self, image: Image.Image) -> None:
        """Show ``image``, of the mode and the size of the panel."""
        pixels = image.tobytes()
        if pixels != self._shown:
            self._shown = None
            super().display(image)
            self._shown = pixels
