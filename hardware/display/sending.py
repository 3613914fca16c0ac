"""Mixins for luma's devices: start with a picture, and send only what changed.

A device class combines one of :class:`Windows`, :class:`PageRuns` and :class:`WholePictures`, a
class of luma, and :class:`NoExitHook`, in this order. Creating a device starts the panel.

Importing this module imports luma and its threads; :mod:`hardware.display.oled` does so only when
a display is opened.
"""

from typing import Any

from luma.core.const import common
from luma.core.device import device
from PIL import Image

from hardware.display.frames import changed_runs, changed_windows, pack

SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10
"""Commands of the SH1106 (datasheet, commands 12, 1 and 2); the argument is in the low bits."""


class StartsWithPicture(device):  # type: ignore[misc]  # luma comes without types
    """Starts the panel with the picture ``first`` at ``brightness`` (0 to 255).

    ``first_column`` is the first column of the controller that the panel shows. ``options`` are
    those of luma's class.
    """

    def __init__(
        self, first: Image.Image, brightness: int, first_column: int, **options: Any
    ) -> None:
        self._first, self._brightness = first, brightness
        self._first_column = first_column
        self._shown: bytes | None = None
        super().__init__(**options)

    def clear(self) -> None:
        """Show the first picture; luma calls this to show a blank one before the panel goes on."""
        self.contrast(self._brightness)
        self.display(self._first.convert(self.mode))


class SendsChanges(StartsWithPicture):
    """Shows a picture by sending what differs from the last one; after a failure, all of it."""

    def display(self, image: Image.Image) -> None:
        """Show ``image``, of mode "1" and the size of the panel."""
        frame = pack(self.preprocess(image))
        before, self._shown = self._shown, None
        self.send(before, frame)
        self._shown = frame

    def send(self, before: bytes | None, frame: bytes) -> None:
        """Send ``frame`` to a panel that shows ``before`` (None: unknown)."""
        raise NotImplementedError


class Windows(SendsChanges):
    """Sends windows of columns and pages, as the SSD1306 and its relatives take them."""

    def send(self, before: bytes | None, frame: bytes) -> None:
        start = self._first_column
        for window in changed_windows(before, frame, self._w):
            self.command(
                self._const.COLUMNADDR, start + window.left, start + window.right,
                self._const.PAGEADDR, window.top, window.bottom,
            )  # fmt: skip
            self.data(window.cut(frame, self._w))


class PageRuns(SendsChanges):
    """Sends runs of columns page by page, as the SH1106 takes them."""

    def send(self, before: bytes | None, frame: bytes) -> None:
        for run in changed_runs(before, frame, self._w):
            column = self._first_column + run.left
            self.command(
                SET_PAGE | run.page, SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4
            )
            self.data(run.cut(frame, self._w))


class WholePictures(StartsWithPicture):
    """Sends whole pictures as luma does, but never the same one twice in a row."""

    def display(self, image: Image.Image) -> None:
        """Show ``image``, of the mode and the size of the panel."""
        pixels = image.tobytes()
        if pixels != self._shown:
            self._shown = None
            super().display(image)
            self._shown = pixels


class NoExitHook(device):  # type: ignore[misc]
    """Replaces the constructor of luma's base class, which registers a function to run at exit.

    A device is created each time a panel is restarted; luma's functions would add up.
    """

    def __init__(self, const: Any = None, serial_interface: Any = None) -> None:
        self._const, self._serial_interface = const or common, serial_interface
